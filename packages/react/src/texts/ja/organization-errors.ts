import type { OrganizationErrors } from '../en/organization-errors.ts';

/** The Japanese texts of errors that only pages for organizations show. */
export const texts: OrganizationErrors = {
  organization_creation: 'ここでは管理者だけが組織を作成できます。',
  member_not_found: 'この人はもうメンバーではありません。',
  slug_taken: 'このアドレスはすでに使われています。別のものを選んでください。',
  domain_taken: '別の組織がこのドメインを確認しています。',
  domain_not_verified: 'DNSにまだレコードがありません。確認して、しばらくしてからもう一度お試しください。',
  domain_not_found: 'このドメインはもうありません。',
  role_taken: 'この名前のロールはすでに存在します。別の名前を選んでください。',
  role_not_found: 'このロールはもうありません。',
  role_in_use: 'まだこのロールを持つメンバーがいます。先に別のロールを割り当ててください。',
  own_roles_off: 'ここでは組織が独自のロールを定義できません。',
  invitation_not_found: 'この招待はもう有効ではありません。',
  portal_invalid: 'このリンクは無効になりました。新しいリンクを依頼してください。',
  version_mismatch: 'このログインはその間に変更されました。もう一度確認してください。',
};
