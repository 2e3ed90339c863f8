import type { TestTexts } from './test-texts.ts';

export const texts: TestTexts = {
  passed: 'テストに成功しました',
  failed: 'テストに失敗しました',
  passedText: 'この接続でログインできます。このテストでは誰もログインしていません。',
  failures: {
    oidc_discovery: '発行者が設定情報を返しません。発行者を確認してください。',
    oidc_denied:
      'IDプロバイダーがログインを拒否しました。この人がアプリケーションを使えるか確認してください。',
    oidc_authorization:
      'IDプロバイダーがリクエストを受け付けませんでした。クライアントIDとリダイレクト先のアドレスを確認してください。',
    oidc_token:
      'IDプロバイダーがクライアントを拒否しました。クライアントIDとクライアントシークレットを確認してください。',
    oidc_id_token: 'IDトークンを検証できませんでした。発行者とクライアントIDを確認してください。',
    oidc_userinfo: 'IDプロバイダーがこの人のプロフィールを返しません。',
    saml_status: 'IDプロバイダーがエラーを返しました。この人がアプリケーションを使えるか確認してください。',
    saml_signature:
      '署名が既知の証明書のものではありません。アサーションに署名し、メタデータを読み込み直してください。',
    saml_algorithm: 'IDプロバイダーが古いアルゴリズムを使っています。RSA-SHA256とSHA-256を選んでください。',
    saml_encryption: '暗号化が一致しません。アサーションの暗号化の設定を確認してください。',
    saml_issuer: '別のIDプロバイダーが応答しました。メタデータを読み込み直してください。',
    saml_destination: '応答の宛先が別のアドレスです。ログイン先のアドレス（ACS URL）を確認してください。',
    saml_recipient: '応答の受信者が別です。ログイン先のアドレス（ACS URL）を確認してください。',
    saml_audience: '応答は別のサービス宛てです。エンティティID（audience）を確認してください。',
    saml_confirmation: '応答に、対象者と有効期限がありません。',
    saml_request:
      '応答がリクエストに対応していません。プロバイダーからではなく、このテストから始めてください。',
    saml_time: '応答の期限が切れているか、まだ有効ではありません。IDプロバイダーの時計を確認してください。',
    saml_name_id: 'NameIDを使用できません。永続的なものか、メールアドレスを選んでください。',
    email_missing:
      'IDプロバイダーがメールアドレスを返しません。emailという名前の属性またはクレームを追加してください。',
  },
  otherFailure: '応答が標準で定められた形式ではありません。',
  detail: '詳しい理由：',
  close: 'このウィンドウは閉じてかまいません。結果はテストを始めた場所にも表示されます。',
  verified: '確認できたこと',
  rules: {
    discovery: 'IDプロバイダーの設定情報を読み取りました',
    code: 'IDプロバイダーがクライアントを受け付けました',
    encryption: 'アサーションは暗号化されています',
    signature: '署名はIDプロバイダーのものです',
    issuer: '発行者は想定どおりです',
    audience: '応答はこのサービス宛てです',
    recipient: '応答はこのアドレス宛てです',
    request: '応答はこのリクエストに対応しています',
    time: '時刻は正しいです',
  },
  attributes: 'IDプロバイダーが返した情報',
  fields: { subject: 'ID', email: 'メールアドレス', name: '名前', groups: 'グループ' },
  roles: 'ロール',
  outsideDomain:
    'このメールアドレスのドメインは未確認です。このようなアドレスの人は、アカウントをまだ持っていない場合にのみログインできます。',
  received: '届いたままの応答（署名を除く）',
};
