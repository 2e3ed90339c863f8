import type { LinkedTexts } from '../en/linked.ts';

/** The Simplified Chinese texts of the page that undoes a change. */
export const texts: LinkedTexts = {
  signUp: {
    title: '创建账号',
    titleAt: (name) => `创建 ${name} 账号`,
    button: '创建账号',
    emailCode: '通过邮箱接收验证码',
    prove: (email) => `为确认这是您的邮箱，请输入我们发送到 ${email} 的验证码。`,
    code: (email) => `我们已向 ${email} 发送验证码，十分钟内有效。`,
    fromLink: (email) => `用于 ${email}。请设置姓名和密码。`,
    haveAccount: '已有账号？',
    signIn: '登录',
    closedTitle: '您无法在此创建账号',
    invite: '您需要邀请。如果有人邀请了您，请打开邮件中的链接。',
    closed: '请向管理员申请账号。',
  },
  reset: {
    title: '设置新密码',
    ask: '请输入您账号的邮箱，我们将向您发送验证码。',
    button: '通过邮箱接收验证码',
    sent: (email) => `如果 ${email} 在此有账号，我们已向其发送验证码。请输入验证码并设置新密码。`,
    for: (email) => `用于 ${email} 的账号。`,
    save: '保存密码',
    done: '新密码已保存',
    doneIntro: '您已在此登录，并已在所有其他设备上退出登录。',
    saved: '新密码已保存。还差一步即可登录。',
  },
  invitation: {
    title: '开通您的账号',
    over: '此邀请无效',
    by: (name) => `${name} 邀请您。`,
    for: (email) => `此邀请发给 ${email}。`,
    choose: '请设置密码和他人看到的姓名。',
    button: '开通账号',
    join: {
      title: (name) => `加入 ${name}`,
      signIn: (name) => `登录以加入 ${name}。`,
      intro: (email) => `您已以 ${email} 的身份登录，并将用此账号接受邀请。`,
      other: (email) => `您已以 ${email} 的身份登录。请退出后使用受邀账号。`,
      button: '加入',
      later: '暂不',
    },
  },
  undo: {
    title: '保留原邮箱？',
    intro: '您的账号将保留原邮箱。如果已经更改，我们会恢复原邮箱、结束所有会话并停用密码。',
    button: '保留原邮箱',
    done: '您的账号使用原邮箱',
    doneIntro: '请打开我们刚发送给您的邮件，通过其中的链接设置新密码。',
    organizations: '如果您属于某些组织，请查看其活动记录，并移除不是您让其加入的人员。',
    change: {
      title: '不是您本人？',
      intro: '我们会撤销更改，并移除此后以及之前七天内添加到您账号的所有内容。所有会话都会结束，密码将失效。',
      button: '撤销更改',
      done: '更改已撤销',
    },
    account: {
      title: '此账号不是您开通的？',
      intro:
        '我们会结束所有会话并移除所有登录方式，使他人无法使用此账号。如果账号之前使用另一个邮箱，则会恢复到该邮箱。',
      button: '全部移除',
      done: '他人已无法登录',
      returned: '账号已恢复',
      returnedIntro: '账号已恢复到之前的邮箱。您的邮箱现已空闲，您可以开通自己的账号。',
    },
  },
};
