import type { DomainTexts } from '../en/domains.ts';

/** The Chinese texts of an organization's domains. */
export const texts: DomainTexts = {
  intro: '证明某个邮箱域名属于您。之后，如果您允许，该域名的用户可以自行加入。',
  none: '尚无域名。',
  domain: '域名',
  add: '添加域名',
  added: '已添加域名。请将其记录添加到 DNS，然后验证。',
  states: {
    pending: '尚未验证',
    verified: '已验证',
    lost: '已丢失：DNS 中已没有该记录',
  },
  record: (type) => `请将此 ${type} 记录添加到 DNS。可能需要一小时才能生效。`,
  copyName: '复制名称',
  copy: '复制值',
  verify: '验证',
  verifyOne: (domain) => `验证 ${domain}`,
  verified: (domain) => `${domain} 已验证。`,
  joiningOf: (domain) => `使用 ${domain} 邮箱的人`,
  joining: {
    none: '需要邀请',
    suggest: '会收到加入建议',
    join: '可自行加入',
    require: '必须使用单点登录',
  },
  require: '要求',
  requireTitle: (domain) => `要求 ${domain} 使用单点登录？`,
  requireText:
    '此后，使用此类邮箱的成员只能通过贵公司的身份提供商登录：密码、邮件验证码及其他方式对他们都不再有效。以其他方式开始的会话将无法访问此组织。所有者仍可用其他方式登录，除非此服务不允许。单点登录停用期间，一切照旧。',
  removeOne: (domain) => `移除 ${domain}`,
  removeTitle: (domain) => `移除 ${domain}？`,
  removeText: '此后无人能凭它加入。现有成员保留。',
  removed: (domain) => `${domain} 已移除。`,
};
