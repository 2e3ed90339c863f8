import type { MailTexts } from './english.ts';

export const japanese: MailTexts = {
  language: 'ja',
  greeting: '{name}様',
  greetingWithoutName: 'こんにちは。',

  codes: {
    signup: {
      codeSubject: '{product}の登録コード',
      codeHeading: '登録コード',
      codeIntro: '{product}のアカウントを作成するには、このコードを入力してください。',
      linkSubject: '{product}の登録を完了してください',
      linkHeading: '登録を完了してください',
      linkIntro: '{product}のアカウントを作成するには、このリンクを使用してください。',
      button: '登録を続ける',
      notYou:
        'アカウントを依頼していない場合は、このメールを無視してください。コードがなければアカウントは作成されません。',
    },
    login: {
      codeSubject: '{product}のログインコード',
      codeHeading: 'ログインコード',
      codeIntro: '{product}にログインするには、このコードを入力してください。',
      linkSubject: '{product}のログインリンク',
      linkHeading: '{product}にログイン',
      linkIntro: '{product}にログインするには、このリンクを使用してください。',
      button: 'ログイン',
      notYou: '心当たりがない場合は、このメールを無視してください。コードがなければ誰もログインできません。',
    },
    reset: {
      codeSubject: '{product}のパスワード再設定コード',
      codeHeading: 'パスワード再設定コード',
      codeIntro: '{product}の新しいパスワードを設定するには、このコードを入力してください。',
      linkSubject: '{product}のパスワードを再設定してください',
      linkHeading: 'パスワードを再設定してください',
      linkIntro: '{product}の新しいパスワードを設定するには、このリンクを使用してください。',
      button: '新しいパスワードを設定',
      notYou: '心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    },
    verify: {
      codeSubject: '{product}の確認コード',
      codeHeading: '確認コード',
      codeIntro: '{product}のメールアドレスを確認するには、このコードを入力してください。',
      linkSubject: '{product}のメールアドレスを確認してください',
      linkHeading: 'メールアドレスを確認してください',
      linkIntro: '{product}のメールアドレスを確認するには、このリンクを使用してください。',
      button: 'メールアドレスを確認',
      notYou: '心当たりがない場合は、このメールを無視してください。何も変わりません。',
    },
  },
  codeValidity: 'コードは{minutes}有効で、1回だけ使えます。',
  linkValidity: 'リンクとコードは{minutes}有効で、1回だけ使えます。',
  secrecy: '{product}の関係者を名乗る人も含め、誰にもコードを教えないでください。',
  orButton: 'または、コードの代わりにこのリンクを使用してください：',
  orCode: 'または、このコードを入力してください：',
  linkHint: 'ボタンが機能しない場合は、次のアドレスをブラウザーで開いてください：',
  more: 'ほか{count}件',
  keptApplications:
    '次のアプリケーションは、アカウントのページで連携を解除するまで、アカウントにアクセスできます：{applications}',

  notices: {
    signup_notice: {
      subject: '{product}のアカウントをすでにお持ちです',
      heading: 'アカウントをすでにお持ちです',
      paragraphs: [
        'どなたか（おそらくご本人）が、このメールアドレスで{product}に登録しようとしました。このメールアドレスにはすでにアカウントがあるため、何も変更していません。',
        'これまでどおりログインしてください。パスワードを忘れた場合は、ログイン画面で再設定してください。',
      ],
      button: '{product}へ進む',
      notYou: '心当たりがない場合も、何もする必要はありません。',
    },
    invitation: {
      subject: '{product}への招待',
      heading: '{product}への招待',
      paragraphs: [
        '{product}から、このメールアドレスでのアカウント開設に招待されています。',
        'リンクは1回だけ使え、{until}まで有効です。',
      ],
      button: 'アカウントを開設',
      notYou:
        '心当たりがない場合は、このメールを無視してください。リンクがなければアカウントは開設されません。',
    },
    organization_invitation: {
      subject: '{product}の組織への招待',
      heading: '組織への招待',
      paragraphs: [
        '{product}の組織「{organization}」に、このメールアドレスで招待されています。',
        'アカウントをお持ちの場合は、ログインしてください。お持ちでない場合は、開設できます。リンクは1回だけ使え、{until}まで有効です。',
      ],
      button: '招待を承諾',
      notYou:
        '心当たりがない場合は、このメールを無視してください。リンクがなければ参加することはありません。',
    },
    password_changed: {
      subject: '{product}のパスワードが変更されました',
      heading: 'パスワードが変更されました',
      paragraphs: ['{product}のアカウントのパスワードが変更されました。'],
      button: '',
      notYou:
        '心当たりがない場合は、すぐにパスワードを再設定し、ほかの人にメールを読まれていないか確認してください。',
    },
    email_changed: {
      subject: '{product}のメールアドレスが変更されました',
      heading: 'メールアドレスが変更されました',
      paragraphs: [
        '{product}のアカウントのメールアドレスは{newEmail}になりました。アカウントに関するメールは、このメールアドレスには届かなくなります。',
      ],
      button: '',
      notYou:
        '心当たりがない場合は、すぐに{product}にご連絡ください。新しいメールアドレスでアカウントを乗っ取られるおそれがあります。',
    },
    email_change_asked: {
      subject: '{product}のメールアドレスが変更されようとしています',
      heading: 'メールアドレスが変更されようとしています',
      paragraphs: [
        'どなたか（おそらくご本人）が、{product}のアカウントをメールアドレス{newEmail}で使おうとしています。そのメールアドレスで確認されると、変更が有効になります。',
        '現在のメールアドレスを使い続けるには、リンクを使用してください。変更後も{until}まで有効です。',
      ],
      button: 'このメールアドレスを使い続ける',
      notYou:
        '心当たりがない場合は、ほかの人がアカウントにログインしています。このメールアドレスを使い続けることを選び、その後パスワードを再設定してください。すべてのセッションが終了します。',
    },
    email_change_made: {
      subject: '{product}のメールアドレスが変更されました',
      heading: 'メールアドレスが変更されました',
      paragraphs: [
        '{product}のアカウントのメールアドレスは{newEmail}になりました。アカウントに関するメールは、このメールアドレスには届かなくなります。',
        'このメールアドレスに戻すには、リンクを使用してください。{until}まで有効です。',
      ],
      button: 'このメールアドレスに戻す',
      notYou:
        '心当たりがない場合は、このメールアドレスに戻してください。すべてのセッションが終了し、パスワードが無効になります。その後、パスワードを再設定してください。',
    },
    account_returned: {
      subject: '{product}でこのメールアドレスが再び使えます',
      heading: 'メールアドレスが再び使えます',
      paragraphs: [
        'このメールアドレスを使っていた{product}のアカウントは、以前のメールアドレスに戻りました。このメールアドレスは空いているので、ご自身のアカウントを開設できます。',
      ],
      button: '',
      notYou: 'ご自身のアカウントだった場合は、{product}にお問い合わせください。',
    },
    account_back: {
      subject: '{product}のアカウントがこのメールアドレスに戻りました',
      heading: 'アカウントが戻りました',
      paragraphs: [
        '{product}のアカウントのメールアドレスは{newEmail}に変更されていました。そのメールを読む人が自分のアカウントではないと回答したため、このメールアドレスに戻りました。',
        'すべてのセッションは終了し、パスワードは無効になり、それ以降に追加されたものは削除されました。新しいパスワードのためのリンクは別のメールでお送りします。',
      ],
      button: '',
      notYou:
        'メールアドレスを変更した心当たりがない場合は、ほかの人がアカウントにログインしていました。現在はログインしていません。',
    },
    provider_linked: {
      subject: '{product}の新しいログイン方法',
      heading: '新しいログイン方法',
      paragraphs: ['{provider}で{product}のアカウントにログインできるようになりました。'],
      button: '',
      notYou:
        '心当たりがない場合は、すぐにパスワードを変更し、アカウントで{provider}の連携を解除してください。',
    },
    factor_added: {
      subject: '{product}のアカウントに2要素認証が追加されました',
      heading: '2要素認証が追加されました',
      paragraphs: ['{product}のアカウントに次の2要素認証が追加されました：{factor}'],
      button: '',
      notYou:
        '心当たりがない場合は、ほかの人がアカウントにログインしています。すぐにパスワードを変更し（ほかのセッションはすべて終了します）、この認証方法を削除してください。ログインできない場合は、{product}にご連絡ください。',
    },
    factor_removed: {
      subject: '{product}のアカウントから2要素認証が削除されました',
      heading: '2要素認証が削除されました',
      paragraphs: ['{product}のアカウントから次の2要素認証が削除されました：{factor}'],
      button: '',
      notYou:
        '心当たりがない場合は、ほかの人がアカウントにログインしています。すぐにパスワードを変更し（ほかのセッションはすべて終了します）、この認証方法をもう一度追加してください。',
    },
    deletion_requested: {
      subject: '{product}のアカウントは削除されます',
      heading: 'アカウントは削除されます',
      paragraphs: [
        '{product}のアカウントの削除が依頼されました。すべてのセッションは終了しました。{until}にすべて削除されます。',
        'アカウントを残すには、それまでにログインしてください。',
      ],
      button: '',
      notYou: '心当たりがない場合は、今すぐログインしてパスワードを変更してください。アカウントは残ります。',
    },
    deletion_cancelled: {
      subject: '{product}のアカウントは残ります',
      heading: 'アカウントは残ります',
      paragraphs: ['{product}にログインしたため、アカウントは削除されません。'],
      button: '',
      notYou: '心当たりがない場合は、すぐにパスワードを変更してください。ほかの人がログインできる状態です。',
    },
    deletion_prevented: {
      subject: '{product}のアカウントは削除されませんでした',
      heading: 'アカウントは削除されませんでした',
      paragraphs: [
        '{product}のアカウントは削除される予定でしたが、ほかのメンバーがいる組織、またはサービス自体を管理できる人がほかにいないため、残ります。',
      ],
      button: '',
      notYou:
        'これまでどおりログインできます。管理しているものを引き継いでから、もう一度アカウントを削除してください。',
    },
    account_deleted: {
      subject: '{product}のアカウントは削除されました',
      heading: 'アカウントは削除されました',
      paragraphs: ['{product}のアカウントと、それに属するすべてのデータは削除されました。'],
      button: '',
      notYou: '心当たりがない場合は、{product}にご連絡ください。',
    },
    organization_deleted: {
      subject: '{product}の{organization}は削除されました',
      heading: '組織は削除されました',
      paragraphs: [
        '所有している{product}の組織「{organization}」は削除されました。メンバーのアカウントは残ります。',
        '{until}までは、{product}のスーパー管理者が復元できます。',
      ],
      button: '',
      notYou: '心当たりがない場合は、{product}にご連絡ください。',
    },
    certificate_expiring: {
      subject: '{product}の{organization}のログインには新しい証明書が必要です',
      heading: 'IDプロバイダーの証明書の期限が切れます',
      paragraphs: [
        '所有している{product}の組織「{organization}」は、IDプロバイダー（{connection}）でログインしています。{product}に登録されている最後の証明書は、{until}に期限が切れます。',
        'それまでに新しい証明書を登録してください。登録しないと、誰もログインできなくなります。',
      ],
      button: '',
      notYou: 'このログインを使わない場合は、接続を削除してください。',
    },
    trust_lost: {
      subject: '{product}の{organization}のログインには承認が必要です',
      heading: '接続をもう一度承認してください',
      paragraphs: [
        '所有している{product}の組織「{organization}」は、IDプロバイダー（{connection}）でログインしています。この接続を承認した人が、そのための権限を失ったか、自分のアカウントの変更を取り消しました。そのため、接続が無効になっているか、所有者と管理者がこの接続でログインできなくなっている可能性があります。',
        'この接続を信頼する場合は、もう一度保存して有効にするか、{product}に依頼してください。',
      ],
      button: '',
      notYou: 'このログインを使わない場合は、接続を削除してください。',
    },
    domain_unproven: {
      subject: '{product}の{organization}のドメイン{domain}をもう一度証明してください',
      heading: 'ドメインのレコードがなくなりました',
      paragraphs: [
        '所有している{product}の組織「{organization}」は、DNSのレコードで{domain}を証明していましたが、DNSにレコードがなくなりました。',
        '{until}までにレコードをもう一度追加してください。追加しないと、{organization}はドメインを失います。メンバーはそのまま残ります。',
      ],
      button: '',
      notYou: 'このドメインを所有していない場合は、組織から削除してください。',
    },
    factors_reset: {
      subject: '{product}のアカウントの2要素認証がすべて削除されました',
      heading: '2要素認証がすべて削除されました',
      paragraphs: [
        '{product}のスーパー管理者が、アカウントのすべての2要素認証と復旧コードを削除し、すべてのセッションを終了しました。',
        '2要素認証なしで再びログインできます。その後、追加してください。',
      ],
      button: '',
      notYou:
        '心当たりがない場合は、{product}にご連絡ください。誰かがあなたの名前で依頼した可能性があります。パスワードも変更してください。',
    },
    key_created: {
      subject: '{product}の新しいAPIキー',
      heading: '新しいAPIキーが作成されました',
      paragraphs: [
        '{product}のアカウントがAPIキー「{key}」を作成しました。このキーを持つ人は、その権限の範囲で{product}を管理できます。',
      ],
      button: '',
      notYou:
        '心当たりがない場合は、ほかの人がアカウントにログインしています。すぐにパスワードを変更し（ほかのセッションはすべて終了します）、コンソールでキーを無効にしてください。',
    },
    recovery_codes_made: {
      subject: '{product}のアカウントの新しい復旧コード',
      heading: '新しい復旧コード',
      paragraphs: ['{product}のアカウントの復旧コードが新しくなりました。以前のコードは使えません。'],
      button: '',
      notYou:
        '心当たりがない場合は、ほかの人がアカウントにログインしています。すぐにパスワードを変更し（ほかのセッションはすべて終了します）、新しい復旧コードを作成してください。',
    },
    app_codes_guessed: {
      subject: '{product}のアカウントで間違ったコードが入力されました',
      heading: '間違ったコードが入力されました',
      paragraphs: [
        'どなたか（おそらくご本人）が、{product}で正しいパスワードなどの最初の手順の後に、認証アプリの間違ったコードを3回入力しました。',
        '1日に10回間違えると、{product}はアプリのコードを受け付けなくなります。パスキー、復旧コード、または新しいパスワードを使うと、再び使えるようになります。',
      ],
      button: '',
      notYou:
        '心当たりがない場合は、パスワードを知られているか、メールを読まれています。すぐにパスワードを変更してください。',
    },
    recovery_code_used: {
      subject: '{product}のアカウントの復旧コードが使用されました',
      heading: '復旧コードが使用されました',
      paragraphs: [
        'どなたか（おそらくご本人）が、{product}のアカウントの復旧コードを使用しました。残りのコード：{left}個',
        '新しいコードはいつでも作成できます。2要素認証の手段を失った場合は、削除して別のものを追加してください。',
      ],
      button: '',
      notYou:
        '心当たりがない場合は、復旧コードと別のログイン手段を知られています。すぐにパスワードを変更し、新しい復旧コードを作成してください。',
    },
    impersonated: {
      subject: '管理者が{product}のアカウントを使用しています',
      heading: '管理者がアカウントを使用しています',
      paragraphs: [
        '{product}の管理者が、最長1時間、あなたのアカウントを表示し、使用します。理由：{reason}',
        '管理者は、パスワード、メールアドレス、2要素認証の変更や、アカウントの書き出しと削除はできません。すべての操作は記録されます。',
      ],
      button: '',
      notYou: 'サポートを依頼していない場合は、{product}にご連絡ください。',
    },
    settings_test: {
      subject: '{product}からのテストメール',
      heading: 'メールは正常に動作しています',
      paragraphs: [
        '{product}のスーパー管理者が、メールサーバーの設定を確認するためにこのメールを送信しました。',
      ],
      button: '',
      notYou: '何もする必要はありません。',
    },
    webhook_gone: {
      subject: '{product}のWebhookが無効になりました',
      heading: 'Webhookが無効になりました',
      paragraphs: [
        'Webhook {webhook} の受信側が、存在しないと応答したため（410）、{product}は送信を停止しました。',
      ],
      button: '',
      notYou: '受信側が必要な場合は、修復してWebhookを再び有効にし、届かなかったものを再送信してください。',
    },
    webhook_failing: {
      subject: '{product}のWebhookが無効になりました',
      heading: 'Webhookが無効になりました',
      paragraphs: ['Webhook {webhook} への送信が5日間成功しなかったため、{product}は送信を停止しました。'],
      button: '',
      notYou: '受信側を修復してWebhookを再び有効にし、届かなかったものを再送信してください。',
    },
    access_dropped: {
      subject: '{product}の以前のログイン方法が削除されました',
      heading: '以前のログイン方法が削除されました',
      paragraphs: [
        '{provider}によって、このメールアドレスの所有者であることが{product}で初めて確認されました。それ以前にほかの人がアカウントを開設した可能性があるため、パスワード、セッション、ほかの連携プロバイダーを削除しました。',
        'ご自身が設定したパスワードだった場合は、パスワードを再設定してください。',
      ],
      button: '',
      notYou:
        '心当たりがない場合は、ほかの人が{provider}のアカウントを使ったり、あなたのメールを読んだりできないようにしてください。',
    },
    member_access_dropped: {
      subject: '{product}の以前のログイン方法が削除されました',
      heading: '以前のログイン方法が削除されました',
      paragraphs: [
        'このメールアドレスの所有者であることが初めて確認されました。アカウントは{product}の組織「{organization}」のメンバーです。それ以前にほかの人がアカウントを開設した可能性があるため、パスワード、セッション、連携プロバイダーを削除しました。',
        'ご自身が設定したパスワードだった場合は、パスワードを再設定してください。',
      ],
      button: '',
      notYou: '心当たりがない場合は、ほかの人にメールを読まれていないか確認してください。',
    },
    mailbox_proven: {
      subject: '{product}のメールアドレスを確認しました',
      heading: 'メールアドレスを確認しました',
      paragraphs: [
        'このメールアドレスが{product}のアカウントのものであることが、初めて確認されました。それ以前にほかの人がアカウントを開設した可能性があります。',
      ],
      button: '',
      notYou: '心当たりがない場合は、ほかの人にメールを読まれていないか確認してください。',
    },
    password_reset: {
      subject: '{product}のパスワードが再設定されました',
      heading: 'パスワードが再設定されました',
      paragraphs: [
        '{product}のアカウントのパスワードが、このメールアドレスに届いたコードで再設定されました。',
        '次のプロバイダーは連携されたままで、引き続きアカウントにログインできます：{providers}。心当たりのないものは連携を解除してください。',
      ],
      button: '',
      notYou:
        '心当たりがない場合は、すぐにパスワードを再設定し、ほかの人にメールを読まれていないか確認してください。',
    },
  },

  undo: {
    button: '心当たりがありません',
    change:
      '心当たりがない場合は、ほかの人がアカウントにログインしています。リンクを使用してください。変更を取り消し、その前の7日間とそれ以降にアカウントに追加されたものをすべて削除します。すべてのセッションが終了し、パスワードは使えなくなります。リンクは{until}まで有効です。',
    account:
      'アカウントの開設に心当たりがない場合は、リンクを使用してください。すべてのセッションを終了し、アカウントへのログイン手段をすべて削除します。その後、ご自身のパスワードを設定してください。リンクは{until}まで有効です。',
    earlier:
      'アカウントをこのメールアドレスに移した心当たりがない場合は、リンクを使ってください。アカウントは以前のメールアドレスに戻り、このメールアドレスでご自身のアカウントを開設できます。リンクは{until}まで有効です。',
  },

  proven: {
    earlier:
      'このアカウントには以前、別のメールアドレスがありました。そのメールアドレスからは{until}までアカウントを取り戻せます。',
    opened: 'アカウントが開設されたときの情報：{opening}',
    openedAt: '{when}',
    openedBy: '名前：{name}',
    openedWith: 'デバイス：{device}',
    openedFrom: 'IPアドレス：{ipAddress}',
    password: 'アカウントの以前のパスワードはそのままです。',
    sessions:
      '以前のセッションはログインしたままです：{sessions}。見覚えのないものがあれば、ほかの人がアカウントを開設した可能性があります。',
    session: '{when}（{ipAddress}）',
    removed: 'ほかの人のものである可能性があるため、次のものを削除しました：{removed}',
    credentials: {
      password: 'パスワード',
      sessions: 'すべてのセッション',
      links: '連携プロバイダー',
      factors: '2要素認証',
      phone: '電話番号',
    },
  },

  factors: {
    totp: '認証アプリ',
    passkey: 'パスキー',
  },
  when: '日時',
  ipAddress: 'IPアドレス',
  footer: 'このメールは{product}から自動送信されました。',
};
