import type { UndoTexts } from '../en/undo.ts';

/** The Simplified Chinese texts of the page that undoes a change. */
export const texts: UndoTexts = {
  undo: {
    title: '保留原邮箱？',
    intro: '您的账号将保留原邮箱。如果已经更改，我们会恢复原邮箱、结束所有会话并停用密码。',
    button: '保留原邮箱',
    done: '您的账号使用原邮箱',
    doneIntro: '如果之前已更改，请现在设置新密码。',
    change: {
      title: '不是您本人？',
      intro: '我们会撤销更改，并移除此后以及之前七天内添加到您账号的所有内容。所有会话都会结束，密码将失效。',
      button: '撤销更改',
      done: '更改已撤销',
      doneIntro: '请现在设置新密码。我们已为此向您发送链接。',
    },
    account: {
      title: '此账号不是您开通的？',
      intro:
        '我们会结束所有会话并移除所有登录方式，使他人无法使用此账号。如果账号之前使用另一个邮箱，则会恢复到该邮箱。',
      button: '全部移除',
      done: '他人已无法登录',
      doneIntro: '请现在设置密码。我们已为此向您发送链接。',
      returned: '账号已恢复',
      returnedIntro: '账号已恢复到之前的邮箱。您的邮箱现已空闲，您可以开通自己的账号。',
    },
  },
};
