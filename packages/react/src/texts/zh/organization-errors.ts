import type { OrganizationErrors } from '../en/organization-errors.ts';

/** The Simplified Chinese texts of errors that only pages for organizations show. */
export const texts: OrganizationErrors = {
  organization_creation: '这里只有管理员可以创建组织。',
  member_not_found: '此人已不再是成员。',
  slug_taken: '此地址已被占用。请选择其他地址。',
  domain_taken: '另一个组织已验证此域名。',
  domain_not_verified: 'DNS 中尚无该记录。请检查并稍后重试。',
  domain_not_found: '此域名已不存在。',
  role_taken: '同名角色已存在。请选择其他名称。',
  role_not_found: '此角色已不存在。',
  role_in_use: '仍有成员拥有此角色。请先为他们分配其他角色。',
  own_roles_off: '组织无法在此定义自己的角色。',
  invitation_not_found: '此邀请已失效。',
  portal_invalid: '此链接已失效。请申请新的链接。',
  version_mismatch: '此登录在此期间已被他人更改。请重新查看。',
};
