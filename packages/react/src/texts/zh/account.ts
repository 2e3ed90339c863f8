import type { AccountTexts } from '../en/account.ts';

/** The Simplified Chinese texts of the parts of the account. */
export const texts: AccountTexts = {
  scopes: {
    openid: '知道您是谁',
    profile: '查看您的姓名、用户名和头像',
    email: '查看您的邮箱地址',
    phone: '查看您的手机号',
    address: '查看您的地址',
    offline_access: '在您退出登录后保持连接',
  },

  profile: {
    title: '个人资料',
    handle: '用户名',
    phone: '手机号',
    avatar: '头像地址',
    verified: '已验证',
    unverified: '未验证',
    verify: '验证邮箱',
    changeEmail: '更改邮箱',
    newEmail: '新邮箱',
    pending: (email) => `确认 ${email} 后即可使用。请打开我们发送到那里的邮件，或输入其中的验证码。`,
    verifySent: (email) => `我们已向 ${email} 发送验证码，十分钟内有效。`,
    confirm: '确认邮箱',
    emailSaved: '您的邮箱已更改。',
    emailVerified: '您的邮箱已验证。',
  },

  passwords: {
    title: '密码',
    intro: '新密码会结束所有其他会话。',
    change: '更改密码',
    save: '保存密码',
    saved: '新密码已保存。所有其他会话已结束。',
  },

  factors: {
    title: '第二步验证',
    intro: '启用第二步验证后，仅凭密码或邮箱无法登录。',
    required: '您的账号需要先设置第二步验证才能继续。请添加身份验证器应用或通行密钥。',
    app: '身份验证器应用',
    appOn: (date) => `自 ${date} 起启用。`,
    appOff: '由手机上的应用生成的六位数字。',
    addApp: '添加身份验证器应用',
    replaceApp: '更换',
    removeApp: '移除身份验证器应用？',
    removeAppText: '其验证码将不再有效。您可以再次添加。',
    scan: '请用身份验证器应用扫描。如果无法扫描，请在应用中输入密钥。',
    qr: '包含下方密钥的二维码',
    secret: '密钥',
    copySecret: '复制密钥',
    confirmApp: '然后输入它显示的六位数字。',
    appAdded: '已添加身份验证器应用。',
    appRemoved: '已移除身份验证器应用。',
    passkeys: '通行密钥',
    passkeysText: '使用指纹、面容或 PIN 登录，无需密码。',
    addPasskey: '添加通行密钥',
    passkeyAdded: '已添加通行密钥。',
    passkeyRemoved: '已移除通行密钥。',
    passkeyName: '通行密钥的名称',
    removePasskey: (name) => `移除通行密钥“${name}”？`,
    removePasskeyText: '它将不再用于登录。请同时在密码管理器中删除。',
    synced: '已同步',
    recovery: '恢复代码',
    recoveryLeft: (left) => `还剩 ${left} 个代码。`,
    recoveryText: '用于手机或通行密钥丢失时。每个代码只能使用一次。',
    renewCodes: '生成新代码',
    renewTitle: '生成新的恢复代码？',
    renewText: '您当前的代码将失效。',
    codesTitle: '保存您的恢复代码',
    codesText: '这些代码不会再次显示。请保存在没有手机也能取用的地方。',
    copyCodes: '复制代码',
    downloadCodes: '下载代码',
    codesFile: 'recovery-codes.txt',
    codesSaved: '我已保存',
  },

  links: {
    title: '关联账号',
    intro: '使用您在其他地方的账号登录。',
    connect: (label) => `关联 ${label}`,
    disconnect: (label) => `取消关联 ${label}`,
    since: (date) => `关联于 ${date}`,
    none: '未关联',
    disconnected: (label) => `已取消关联 ${label}。`,
  },

  applications: {
    title: '关联应用',
    intro: '这些应用可以按您允许的方式使用您的账号。',
    unused: '目前未使用',
    disconnect: '取消关联',
    disconnectOne: (name) => `取消关联 ${name}`,
    disconnectTitle: (name) => `取消关联 ${name}？`,
    disconnectText: '它会立即失去对您账号的所有访问权限。下次用它登录时会再次询问。',
    disconnected: (name) => `已取消关联 ${name}。`,
  },

  sessions: {
    title: '会话',
    intro: '您已登录的位置。如果有您不认识的会话，请结束它并更改密码。',
    current: '当前会话',
    device: (browser, system) => `${system} 上的 ${browser}`,
    unknown: '未知设备',
    end: '结束',
    endOne: (device) => `结束 ${device} 的会话`,
    ended: '会话已结束。',
    othersEnded: (count) => `已退出其他 ${count} 台设备。`,
    everywhereTitle: '在所有设备上退出登录？',
    everywhereText: '您将在所有设备上退出登录，包括此设备。',
    active: (time) => `上次活动：${time}`,
  },

  data: {
    title: '您的数据',
    export: '导出您的数据',
    exportText: '我们保存的有关您账号的所有数据，JSON 文件格式。',
    exportFile: 'account.json',
    delete: '删除账号',
    deleteText: '删除您的账号及其所有内容。',
    deleteTitle: (email) => `删除 ${email}？`,
    deleteAsk: (days) => {
      const ending = '您将在所有设备上退出登录。';
      const typing = '请输入您的邮箱以继续。';
      if (days === null) return `${ending}您的账号将被删除。${typing}`;
      if (days === 0) return `${ending}您的账号及其所有内容将立即删除，任何人都无法恢复。${typing}`;
      const kept = `您的账号将在 ${days} 天后删除。如果您在此之前登录，账号将保留。`;
      return `${ending}${kept}${typing}`;
    },
    deleteButton: '删除账号',
    gone: '您的账号已删除',
    goneText: '您已在所有设备上退出登录。',
    going: '您的账号将被删除',
    goingText: (date) => `您已在所有设备上退出登录。账号将于 ${date} 删除。如要保留，请在此之前登录。`,
  },
};
