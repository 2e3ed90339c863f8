import type { DomainTexts } from '../en/domains.ts';

/** The Japanese texts of an organization's domains. */
export const texts: DomainTexts = {
  intro: 'メールドメインを所有していることを証明すると、許可した場合、そのドメインの人が自分で参加できます。',
  none: 'ドメインはまだありません。',
  domain: 'ドメイン',
  add: 'ドメインを追加',
  added: 'ドメインを追加しました。DNSにレコードを追加してから、確認してください。',
  states: {
    pending: '未確認',
    verified: '確認済み',
    lost: '失効：DNSにレコードがありません',
  },
  record: (type) => `この${type}レコードをDNSに追加してください。反映まで1時間ほどかかることがあります。`,
  copyName: '名前をコピー',
  copy: '値をコピー',
  verify: '確認',
  verifyOne: (domain) => `${domain}を確認`,
  verified: (domain) => `${domain}を確認しました。`,
  joiningOf: (domain) => `${domain}のメールアドレスを持つ人`,
  joining: {
    none: '招待が必要',
    suggest: '参加を提案する',
    join: '自分で参加する',
    require: 'シングルサインオンが必須',
  },
  require: '必須にする',
  requireTitle: (domain) => `${domain}にシングルサインオンを必須にしますか？`,
  requireText:
    'このドメインのメールアドレスを持つメンバーは、会社のIDプロバイダーでのみログインできるようになります。パスワード、メールのコード、その他の方法は使えなくなります。別の方法で始めたセッションは、この組織にアクセスできなくなります。所有者は、このサービスが禁止していない限り、別の方法でもログインできます。シングルサインオンが無効の間は何も変わりません。',
  removeOne: (domain) => `${domain}を削除`,
  removeTitle: (domain) => `${domain}を削除しますか？`,
  removeText: '以後、このドメインでは参加できなくなります。メンバーはそのまま残ります。',
  removed: (domain) => `${domain}を削除しました。`,
};
