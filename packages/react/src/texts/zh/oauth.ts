import type { OAuthTexts } from '../en/oauth.ts';

/** The Simplified Chinese texts of what applications ask for. */
export const texts: OAuthTexts = {
  asked: {
    may: (name) => `${name} 将可以：`,
    nothing: '不使用您的账号',
    at: (names) => `位于：${names}`,
    switch: '使用其他账号',
    homepage: '网站',
    policy: '隐私政策',
    terms: '条款',
  },

  consent: {
    title: (name) => `登录 ${name}？`,
    over: '此请求已失效',
    leads: (host) => `将带您前往 ${host}`,
    opens: (scheme) => `将打开此设备上的程序（${scheme}）`,
    anybody: (name) => `此设备上的任何程序都可以自称 ${name}。只有在您刚刚亲自启动它时才允许。`,
    lacksFactor: (name) => `${name} 要求第二步验证，而您的账号没有。请先添加，然后在应用中重新开始。`,
    allow: '允许',
    deny: '拒绝',
    undo: '您可以随时在账号页面上取消关联该应用。',
    back: (name) => `返回 ${name}`,
    close: '应用将继续。您可以关闭此页面。',
    open: (name) => `打开 ${name}`,
  },

  device: {
    title: '连接设备',
    intro: '请输入设备或程序显示的代码。',
    same: '您的设备是否显示此代码？只有显示时才继续。',
    hint: '八个字母，大小写均可。',
    wrong: '没有设备在等待此代码。请检查代码，或在设备上获取新的代码。',
    askTitle: (name) => `在另一台设备上登录 ${name}？`,
    from: (address) => `请求来自 ${address}`,
    fromWith: (address, program) => `请求来自 ${address}，使用 ${program}`,
    warning:
      '只有在您自己于身边的设备上发起时才继续。如果有人向您发送此代码或链接，说明对方想进入您的账号：请选择“拒绝”。',
    allowed: '设备已登录',
    allowedText: (name) => `${name} 会自行继续。您可以关闭此页面。`,
    denied: '已拒绝该设备',
    deniedText: '它未能进入您的账号。您可以关闭此页面。',
  },
};
