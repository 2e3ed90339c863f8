import type { PortalRolesTexts } from '../en/portal-roles.ts';

export const texts: PortalRolesTexts = {
  portalRoles: {
    intro: 'グループは、IDプロバイダーが送るとおりに入力してください。テストで確認できます。',
    none: (role) => `ロールを与えるグループはまだありません。全員が「${role}」のロールになります。`,
    others: (role) => `それ以外の人は「${role}」のロールになります。`,
    group: 'グループ',
    twice: 'このグループはすでに一覧にあります。',
    missing: 'ロールを1つ以上選んでください。',
    add: 'グループを追加',
    follow: 'ログインのたびにロールをグループに合わせる',
    followText: 'オフの場合、最初のログインでのみ決まります。',
  },
};
