import type { ConnectionTexts } from '../en/connections.ts';

/** The Japanese texts of an organization's single sign-on. */
export const texts: ConnectionTexts = {
  intro: '会社のIDプロバイダーでログインします。',
  none: '接続されたIDプロバイダーはまだありません。',
  states: { draft: '未有効', active: '有効', disabled: '無効' },
  withOwners: '所有者を含む全メンバーがログインできます。',
  withoutOwners: '所有者が承認するまで、所有者はこれでログインできません。',
  stillRequired:
    '変更の取り消しにより無効になりました。再び有効にするまで誰もログインできませんが、メンバーには引き続き必要です。',
  factors: '2要素として扱われます。',
  client: (id) => `クライアントID：${id}`,
  signOn: (address) => `ログインページ：${address}`,
  certificate: (date) => `証明書（${date}まで）：`,
  group: (group, roles) => `グループ${group}の人は${roles}になります。`,
  approve: '承認する',
  approveOne: (name) => `${name}を承認`,
  approveTitle: (name) => `${name}を承認しますか？`,
  approveText: (address) => `${address}の管理者が、所有者を含め、誰がログインするかを決めることになります。`,
  approveSaml: 'これらの証明書の鍵を持つ人が、所有者を含め、誰がログインするかを決めることになります。',
  approved: (name) => `${name}を承認しました。所有者もこれでログインできます。`,
  turnOn: '有効にする',
  turnOnOne: (name) => `${name}を有効にする`,
  turnedOn: (name) => `${name}は有効です。`,
  turnOff: '無効にする',
  turnOffOne: (name) => `${name}を無効にする`,
  turnOffTitle: (name) => `${name}を無効にしますか？`,
  turnOffText: '誰もこれでログインできなくなります。これで始まったセッションは終了します。',
  turnedOff: (name) => `${name}は無効です。`,
  invite: '管理者を招待',
  inviteIntro:
    'リンクは、IDプロバイダーの管理者向けの案内を開きます。まずドメイン、次に接続を設定します。ご自身が管理者の場合は、ご自身で開いてください。アカウントは不要で、リンクを持つ人は誰でも使えます。',
  make: 'リンクを作成',
  once: (date) => `今すぐリンクをコピーしてください。表示は一度だけです。${date}まで使えます。`,
  copy: 'リンクをコピー',
  endLinks: 'すべてのリンクを終了',
  linksEnded: 'すべてのリンクが終了しました。',
};
