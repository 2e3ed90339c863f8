import type { OAuthTexts } from '../en/oauth.ts';

/** The Japanese texts of what applications ask for. */
export const texts: OAuthTexts = {
  asked: {
    may: (name) => `${name}は次のことができるようになります：`,
    nothing: 'アカウントには何もしません',
    at: (names) => `対象：${names}`,
    switch: '別のアカウントを使用',
    homepage: 'ウェブサイト',
    policy: 'プライバシー',
    terms: '利用規約',
  },

  consent: {
    title: (name) => `${name}にログインしますか？`,
    over: 'このリクエストは終了しました',
    leads: (host) => `${host}に移動します`,
    opens: (scheme) => `このデバイスのプログラムを開きます（${scheme}）`,
    anybody: (name) =>
      `このデバイスのどのプログラムも${name}と名乗れます。たった今ご自身で起動した場合だけ許可してください。`,
    lacksFactor: (name) =>
      `${name}は2段階目の認証を求めていますが、このアカウントにはありません。追加してから、アプリケーションでやり直してください。`,
    allow: '許可',
    deny: '拒否',
    undo: 'アカウントのページで、いつでもアプリケーションの連携を解除できます。',
    back: (name) => `${name}に戻る`,
    close: 'アプリケーションが続行します。このページを閉じてかまいません。',
    open: (name) => `${name}を開く`,
  },

  device: {
    title: 'デバイスを接続',
    intro: 'デバイスまたはプログラムに表示されているコードを入力してください。',
    same: 'デバイスにこのコードが表示されていますか？表示されている場合だけ続けてください。',
    hint: '8文字の英字です。大文字と小文字は区別しません。',
    wrong:
      'このコードを待っているデバイスはありません。コードを確認するか、デバイスで新しいコードを取得してください。',
    askTitle: (name) => `別のデバイスで${name}にログインしますか？`,
    from: (address) => `${address}からのリクエスト`,
    fromWith: (address, program) => `${program}による${address}からのリクエスト`,
    warning:
      '手元にあるデバイスで、ご自身が始めた場合だけ続けてください。誰かからこのコードやリンクが送られてきた場合、その人はあなたのアカウントに入ろうとしています。「拒否」を選んでください。',
    allowed: 'デバイスがログインしました',
    allowedText: (name) => `${name}は自動的に続行します。このページを閉じてかまいません。`,
    denied: 'デバイスを拒否しました',
    deniedText: 'デバイスはアカウントに入っていません。このページを閉じてかまいません。',
  },
};
