import type { AccountTexts } from '../en/account.ts';

/** The Japanese texts of the parts of the account. */
export const texts: AccountTexts = {
  scopes: {
    openid: 'あなたが誰かを知る',
    profile: '名前、ユーザー名、写真を見る',
    email: 'メールアドレスを見る',
    phone: '電話番号を見る',
    address: '住所を見る',
    offline_access: 'ログアウト中も接続を保つ',
  },

  profile: {
    title: 'プロフィール',
    handle: 'ユーザー名',
    phone: '電話番号',
    picture: '写真を変更',
    upload: '写真を選ぶ',
    unreadable: 'ブラウザーはこのファイルを画像として読み取れません。',
    cropText: '写真をドラッグするか、矢印キーで動かしてください。',
    zoom: '拡大',
    verified: '確認済み',
    unverified: '未確認',
    verify: 'メールアドレスを確認',
    changeEmail: 'メールアドレスを変更',
    newEmail: '新しいメールアドレス',
    pending: (email) =>
      `${email}を使うには確認が必要です。届いたメールを開くか、メールのコードを入力してください。`,
    verifySent: (email) => `${email}にコードを送信しました。10分間有効です。`,
    confirm: 'メールアドレスを確認',
    emailSaved: 'メールアドレスを変更しました。',
    emailVerified: 'メールアドレスを確認しました。',
  },

  passwords: {
    title: 'パスワード',
    intro: '新しいパスワードを設定すると、ほかのセッションはすべて終了します。',
    change: 'パスワードを変更',
    save: 'パスワードを保存',
    saved: '新しいパスワードを保存しました。ほかのセッションはすべて終了しました。',
  },

  factors: {
    title: '2段階目の認証',
    intro: '2段階目の認証があると、パスワードやメールだけではログインできなくなります。',
    required: '続けるには、2段階目の認証が必要です。認証アプリまたはパスキーを追加してください。',
    app: '認証アプリ',
    appOn: (date) => `${date}から有効です。`,
    appOff: 'スマートフォンのアプリに表示される6桁の数字です。',
    addApp: '認証アプリを追加',
    replaceApp: '置き換える',
    removeApp: '認証アプリを削除しますか？',
    removeAppText: 'そのコードはここでは使えなくなります。あとで再び追加できます。',
    scan: '認証アプリでこれをスキャンしてください。スキャンできない場合は、アプリにシークレットを入力してください。',
    qr: '下のシークレットを含むQRコード',
    secret: 'シークレット',
    copySecret: 'シークレットをコピー',
    confirmApp: '次に、表示される6桁の数字を入力してください。',
    appAdded: '認証アプリを追加しました。',
    appRemoved: '認証アプリを削除しました。',
    passkeys: 'パスキー',
    passkeysText: '指紋、顔、PINを使い、パスワードなしでログインできます。',
    addPasskey: 'パスキーを追加',
    passkeyAdded: 'パスキーを追加しました。',
    passkeyRemoved: 'パスキーを削除しました。',
    passkeyName: 'パスキーの名前',
    removePasskey: (name) => `パスキー「${name}」を削除しますか？`,
    removePasskeyText: 'ログインに使えなくなります。パスワードマネージャーからも削除してください。',
    synced: '同期済み',
    recovery: '復旧コード',
    recoveryLeft: (left) => `残り${left}個です。`,
    recoveryText: 'スマートフォンやパスキーを失ったときに使います。各コードは1回だけ使えます。',
    renewCodes: '新しいコードを作成',
    renewTitle: '新しい復旧コードを作成しますか？',
    renewText: '現在のコードは使えなくなります。',
    codesTitle: '復旧コードを保存してください',
    codesText: 'これらのコードは二度と表示されません。スマートフォンなしで取り出せる場所に保管してください。',
    copyCodes: 'コードをコピー',
    downloadCodes: 'コードをダウンロード',
    codesFile: 'recovery-codes.txt',
    codesSaved: '保存しました',
  },

  links: {
    title: '連携アカウント',
    intro: 'ほかのサービスのアカウントでログインできます。',
    connect: (label) => `${label}を連携`,
    disconnect: (label) => `${label}の連携を解除`,
    since: (date) => `連携日：${date}`,
    none: '未連携',
    disconnected: (label) => `${label}の連携を解除しました。`,
  },

  applications: {
    title: '連携アプリケーション',
    intro: 'これらのアプリケーションは、許可された範囲でアカウントを使えます。',
    unused: '現在は未使用',
    disconnect: '連携を解除',
    disconnectOne: (name) => `${name}の連携を解除`,
    disconnectTitle: (name) => `${name}の連携を解除しますか？`,
    disconnectText:
      'アカウントへのアクセスはすぐにすべて失われます。次にログインするときに、もう一度許可を求められます。',
    disconnected: (name) => `${name}の連携を解除しました。`,
  },

  sessions: {
    title: 'セッション',
    intro: 'ログインしている場所です。見覚えのないセッションがあれば、終了してパスワードを変更してください。',
    current: 'このデバイス',
    device: (browser, system) => `${system}の${browser}`,
    unknown: '不明なデバイス',
    acting: '管理者が代理で操作中',
    end: '終了',
    endOne: (device) => `${device}のセッションを終了`,
    ended: 'セッションを終了しました。',
    othersEnded: (count) => `ほかの${count}台のデバイスからログアウトしました。`,
    everywhereTitle: 'すべてのデバイスからログアウトしますか？',
    everywhereText: 'このデバイスを含む、すべてのデバイスからログアウトします。',
    active: (time) => `最終利用：${time}`,
  },

  data: {
    title: 'あなたのデータ',
    export: 'データを書き出す',
    exportText: 'アカウントについて保存しているすべてのデータをJSONファイルで取得します。',
    exportFile: 'account.json',
    delete: 'アカウントを削除',
    deleteText: 'アカウントと、それに属するすべてのデータを削除します。',
    deleteTitle: (email) => `${email}を削除しますか？`,
    deleteAsk: (days) => {
      const ending = 'すべてのデバイスからログアウトします。';
      const typing = '続けるには、メールアドレスを入力してください。';
      if (days === null) return `${ending}アカウントは削除されます。${typing}`;
      if (days === 0)
        return `${ending}アカウントと、それに属するすべてのデータはすぐに削除され、誰も元に戻せません。${typing}`;
      const kept = `アカウントは${days}日後に削除されます。それまでにログインすると、アカウントは残ります。`;
      return `${ending}${kept}${typing}`;
    },
    deleteButton: 'アカウントを削除',
    gone: 'アカウントを削除しました',
    goneText: 'すべてのデバイスからログアウトしました。',
    going: 'アカウントは削除されます',
    goingText: (date) =>
      `すべてのデバイスからログアウトしました。アカウントは${date}に削除されます。残すには、それまでにログインしてください。`,
  },
};
