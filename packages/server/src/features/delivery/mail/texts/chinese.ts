import type { MailTexts } from './english.ts';

export const chinese: MailTexts = {
  language: 'zh',
  greeting: '{name}，您好：',
  greetingWithoutName: '您好：',

  codes: {
    signup: {
      codeSubject: '您的 {product} 注册验证码',
      codeHeading: '您的注册验证码',
      codeIntro: '请输入此验证码，以创建您的 {product} 账号。',
      linkSubject: '完成 {product} 注册',
      linkHeading: '完成注册',
      linkIntro: '请使用此链接创建您的 {product} 账号。',
      button: '继续注册',
      notYou: '如果您没有申请账号，请忽略此邮件：没有验证码不会创建账号。',
    },
    login: {
      codeSubject: '您的 {product} 登录验证码',
      codeHeading: '您的登录验证码',
      codeIntro: '请输入此验证码以登录 {product}。',
      linkSubject: '您的 {product} 登录链接',
      linkHeading: '登录 {product}',
      linkIntro: '请使用此链接登录 {product}。',
      button: '登录',
      notYou: '如果不是您本人操作，请忽略此邮件：没有验证码，任何人都无法登录。',
    },
    reset: {
      codeSubject: '您的 {product} 密码重置验证码',
      codeHeading: '您的密码重置验证码',
      codeIntro: '请输入此验证码，为 {product} 设置新密码。',
      linkSubject: '重置您的 {product} 密码',
      linkHeading: '重置您的密码',
      linkIntro: '请使用此链接为 {product} 设置新密码。',
      button: '设置新密码',
      notYou: '如果不是您本人操作，请忽略此邮件：您的密码不会改变。',
    },
    verify: {
      codeSubject: '您的 {product} 确认验证码',
      codeHeading: '您的确认验证码',
      codeIntro: '请输入此验证码，以确认您在 {product} 的邮箱地址。',
      linkSubject: '确认您在 {product} 的邮箱地址',
      linkHeading: '确认您的邮箱地址',
      linkIntro: '请使用此链接确认您在 {product} 的邮箱地址。',
      button: '确认邮箱',
      notYou: '如果不是您本人操作，请忽略此邮件：不会有任何变化。',
    },
  },
  codeValidity: '验证码只能使用一次，{minutes}内有效。',
  linkValidity: '链接和验证码只能使用一次，{minutes}内有效。',
  secrecy: '请勿将验证码告诉任何人，包括自称为 {product} 工作的人。',
  orButton: '或使用此链接代替验证码：',
  orCode: '或手动输入此验证码：',
  linkHint: '如果按钮无法使用，请在浏览器中打开此地址：',
  more: '另外 {count} 个',
  keptApplications: '在您于账号页面上取消关联之前，以下应用仍可访问您的账号：{applications}。',

  notices: {
    signup_notice: {
      subject: '您已有 {product} 账号',
      heading: '您已有账号',
      paragraphs: [
        '有人（可能是您本人）尝试使用此邮箱地址注册 {product}。该地址已有账号，因此未作任何更改。',
        '请照常登录。如果忘记密码，请在那里重置。',
      ],
      button: '前往 {product}',
      notYou: '如果不是您本人，您无需采取任何操作。',
    },
    invitation: {
      subject: '您受邀使用 {product}',
      heading: '您受邀使用 {product}',
      paragraphs: ['{product} 邀请您使用此邮箱地址开通账号。', '链接只能使用一次，有效期至 {until}。'],
      button: '开通您的账号',
      notYou: '如果您没有预期收到此邮件，请忽略：没有链接不会开通账号。',
    },
    organization_invitation: {
      subject: '您受邀加入 {product} 上的一个组织',
      heading: '您受邀加入一个组织',
      paragraphs: [
        '有人邀请您使用此邮箱地址加入 {product} 上的组织 {organization}。',
        '如果您有账号，请登录。如果没有，可以开通一个。链接只能使用一次，有效期至 {until}。',
      ],
      button: '接受邀请',
      notYou: '如果您没有预期收到此邮件，请忽略：没有链接您不会加入任何组织。',
    },
    password_changed: {
      subject: '您的 {product} 密码已更改',
      heading: '您的密码已更改',
      paragraphs: ['您的 {product} 账号的密码已更改。'],
      button: '',
      notYou: '如果不是您本人操作，请立即重置密码，并确保没有他人能读取您的邮件。',
    },
    email_changed: {
      subject: '您在 {product} 的邮箱地址已更改',
      heading: '您的邮箱地址已更改',
      paragraphs: ['您的 {product} 账号的邮箱地址现为 {newEmail}。与账号有关的邮件不再发送到此地址。'],
      button: '',
      notYou: '如果不是您本人操作，请立即联系 {product}：他人可能用新地址接管账号。',
    },
    email_change_asked: {
      subject: '您在 {product} 的邮箱地址即将更改',
      heading: '您的邮箱地址即将更改',
      paragraphs: [
        '有人（可能是您本人）想将您的 {product} 账号的邮箱地址改为 {newEmail}。该邮箱确认后，更改即生效。',
        '如要保留此地址，请使用链接。链接有效期至 {until}，更改之后也有效。',
      ],
      button: '保留此地址',
      notYou: '如果不是您本人操作，说明他人已登录您的账号：请保留此地址，然后重置密码，这会结束所有会话。',
    },
    email_change_made: {
      subject: '您在 {product} 的邮箱地址已更改',
      heading: '您的邮箱地址已更改',
      paragraphs: [
        '您的 {product} 账号的邮箱地址现为 {newEmail}。与账号有关的邮件不再发送到此地址。',
        '如要恢复此地址，请使用链接。链接有效期至 {until}。',
      ],
      button: '恢复此地址',
      notYou: '如果不是您本人操作，请恢复此地址，这会结束所有会话并使密码失效，然后重置密码。',
    },
    account_returned: {
      subject: '您的邮箱在 {product} 已可重新使用',
      heading: '您的邮箱已可重新使用',
      paragraphs: ['使用此邮箱的 {product} 账号已恢复到之前的邮箱。您的邮箱现已空闲，您可以开通自己的账号。'],
      button: '',
      notYou: '如果该账号属于您，请联系 {product}。',
    },
    account_back: {
      subject: '您的 {product} 账号已恢复为此邮箱',
      heading: '您的账号已恢复',
      paragraphs: [
        '您的 {product} 账号的邮箱曾被改为 {newEmail}。该邮箱的使用者表示账号不属于自己，因此账号已恢复为此邮箱。',
        '所有会话均已结束，密码已失效，此后添加的内容均已移除。另一封邮件中有设置新密码的链接。',
      ],
      button: '',
      notYou: '如果更改邮箱不是您本人操作，则曾有他人登录您的账号。现在已无他人登录。',
    },
    provider_linked: {
      subject: '登录 {product} 的新方式',
      heading: '新的登录方式',
      paragraphs: ['您现在可以使用 {provider} 登录您的 {product} 账号。'],
      button: '',
      notYou: '如果不是您本人操作，请立即更改密码，并在账号中取消关联 {provider}。',
    },
    factor_added: {
      subject: '您的 {product} 账号已添加第二重验证',
      heading: '已添加第二重验证',
      paragraphs: ['您的 {product} 账号现在使用{factor}作为第二重验证。'],
      button: '',
      notYou:
        '如果不是您本人操作，说明他人已登录您的账号。请立即更改密码（这会结束所有其他会话），并移除该验证方式。如果您已无法登录，请联系 {product}。',
    },
    factor_removed: {
      subject: '您的 {product} 账号的第二重验证已移除',
      heading: '第二重验证已移除',
      paragraphs: ['您的 {product} 账号的以下第二重验证已移除：{factor}。'],
      button: '',
      notYou:
        '如果不是您本人操作，说明他人已登录您的账号。请立即更改密码（这会结束所有其他会话），并重新添加该验证方式。',
    },
    deletion_requested: {
      subject: '您的 {product} 账号将被删除',
      heading: '您的账号将被删除',
      paragraphs: [
        '有人请求删除您的 {product} 账号。其所有会话已结束。所有内容将于 {until} 删除。',
        '如要保留账号，请在此之前登录。',
      ],
      button: '',
      notYou: '如果不是您本人操作，请立即登录并更改密码：账号将得以保留。',
    },
    deletion_cancelled: {
      subject: '您的 {product} 账号已保留',
      heading: '您的账号已保留',
      paragraphs: ['您已登录 {product}，因此您的账号不会被删除。'],
      button: '',
      notYou: '如果不是您本人操作，请立即更改密码：他人能够登录。',
    },
    deletion_prevented: {
      subject: '您的 {product} 账号未被删除',
      heading: '您的账号未被删除',
      paragraphs: [
        '您的 {product} 账号原定删除。由于没有其他人管理仍有其他成员的组织或服务本身，该账号将保留。',
      ],
      button: '',
      notYou: '您可以照常登录。请先移交您管理的内容，然后再次删除账号。',
    },
    account_deleted: {
      subject: '您的 {product} 账号已删除',
      heading: '您的账号已删除',
      paragraphs: ['您的 {product} 账号及其所有内容已删除。'],
      button: '',
      notYou: '如果不是您本人请求，请联系 {product}。',
    },
    organization_deleted: {
      subject: '{product} 上的 {organization} 已删除',
      heading: '您的组织已删除',
      paragraphs: [
        '您在 {product} 上拥有的组织 {organization} 已删除。其成员的账号保留。',
        '在 {until} 之前，{product} 的超级管理员可以恢复。',
      ],
      button: '',
      notYou: '如果您没有预期此事，请联系 {product}。',
    },
    certificate_expiring: {
      subject: '{product} 上 {organization} 的登录需要新证书',
      heading: '您的身份提供方的证书即将到期',
      paragraphs: [
        '您在 {product} 上拥有的组织 {organization} 通过其身份提供方（{connection}）登录。{product} 所知的最后一张证书将于 {until} 到期。',
        '请在此之前录入新证书。否则，任何人都无法通过它登录。',
      ],
      button: '',
      notYou: '如果您不再使用此登录，请删除该连接。',
    },
    trust_lost: {
      subject: '{product} 上 {organization} 的登录需要您批准',
      heading: '请重新批准连接',
      paragraphs: [
        '您在 {product} 上拥有的组织 {organization} 通过其身份提供方（{connection}）登录。批准此连接的人已失去相应的权限，或撤销了自己账号的更改，因此该连接可能已关闭，或者所有者和管理员可能无法再通过它登录。',
        '如果您信任此连接，请重新保存并启用它，或请 {product} 代为处理。',
      ],
      button: '',
      notYou: '如果您不再使用此登录，请删除该连接。',
    },
    domain_unproven: {
      subject: '需要重新证明 {product} 上 {organization} 的域名 {domain}',
      heading: '您的域名记录已不存在',
      paragraphs: [
        '您在 {product} 上拥有的组织 {organization} 曾通过 DNS 记录证明 {domain}。DNS 中已没有该记录。',
        '请在 {until} 之前重新添加记录。否则，{organization} 将失去该域名。其成员保留。',
      ],
      button: '',
      notYou: '如果该域名已不属于您，请将其从组织中移除。',
    },
    factors_reset: {
      subject: '您的 {product} 账号的所有第二重验证已移除',
      heading: '所有第二重验证已移除',
      paragraphs: [
        '{product} 的超级管理员移除了您账号的所有第二重验证和恢复代码，并结束了所有会话。',
        '您可以在没有第二重验证的情况下重新登录。之后请添加一个。',
      ],
      button: '',
      notYou: '如果不是您本人请求，请联系 {product}：可能有人以您的名义提出请求。请同时更改密码。',
    },
    key_created: {
      subject: '{product} 的新 API 密钥',
      heading: '已创建新的 API 密钥',
      paragraphs: [
        '您的 {product} 账号创建了 API 密钥 {key}。持有该密钥的人可以在其权限范围内管理 {product}。',
      ],
      button: '',
      notYou:
        '如果不是您本人操作，说明他人已登录您的账号。请立即更改密码（这会结束所有其他会话），并在控制台中吊销该密钥。',
    },
    recovery_codes_made: {
      subject: '您的 {product} 账号的新恢复代码',
      heading: '新恢复代码',
      paragraphs: ['您的 {product} 账号有了新的恢复代码。之前的代码已失效。'],
      button: '',
      notYou:
        '如果不是您本人操作，说明他人已登录您的账号。请立即更改密码（这会结束所有其他会话），并生成新的恢复代码。',
    },
    app_codes_guessed: {
      subject: '您的 {product} 账号有错误的验证码输入',
      heading: '有人输入了错误的验证码',
      paragraphs: [
        '有人（可能是您本人）在 {product} 输入正确的密码或完成其他第一步之后，三次输入了错误的身份验证器应用验证码。',
        '一天内错误十次后，{product} 将不再接受应用的验证码。通行密钥、恢复代码或新密码可使验证码恢复有效。',
      ],
      button: '',
      notYou: '如果不是您本人操作，说明有人知道您的密码或能读取您的邮件。请立即更改密码。',
    },
    recovery_code_used: {
      subject: '您的 {product} 账号使用了一个恢复代码',
      heading: '已使用一个恢复代码',
      paragraphs: [
        '有人（可能是您本人）使用了您的 {product} 账号的一个恢复代码。剩余代码：{left} 个。',
        '您可以随时生成新代码。如果您的第二重验证已丢失，请移除它并添加另一个。',
      ],
      button: '',
      notYou:
        '如果不是您本人操作，说明有人掌握了您的恢复代码和进入账号的另一种方式。请立即更改密码，并生成新的恢复代码。',
    },
    impersonated: {
      subject: '管理员正在使用您的 {product} 账号',
      heading: '管理员正在使用您的账号',
      paragraphs: [
        '{product} 的管理员现在可以查看和使用您的账号，最长一小时。给出的理由是：{reason}',
        '管理员无法更改您的密码、邮箱或第二重验证，也无法导出或删除账号。其每项操作都会被记录。',
      ],
      button: '',
      notYou: '如果您没有请求帮助，请联系 {product}。',
    },
    settings_test: {
      subject: '来自 {product} 的测试邮件',
      heading: '邮件功能正常',
      paragraphs: ['{product} 的超级管理员发送此邮件以测试邮件服务器的设置。'],
      button: '',
      notYou: '您无需采取任何操作。',
    },
    webhook_gone: {
      subject: '{product} 的一个 Webhook 已停用',
      heading: '一个 Webhook 已停用',
      paragraphs: ['Webhook {webhook} 的接收方回应其已不存在（410），因此 {product} 不再向其发送任何内容。'],
      button: '',
      notYou: '如果接收方应当存在，请修复它，重新启用 Webhook，并重发其错过的内容。',
    },
    webhook_failing: {
      subject: '{product} 的一个 Webhook 已停用',
      heading: '一个 Webhook 已停用',
      paragraphs: ['五天内没有一条发往 Webhook {webhook} 的消息成功，因此 {product} 不再向其发送任何内容。'],
      button: '',
      notYou: '请修复接收方，重新启用 Webhook，并重发其错过的内容。',
    },
    access_dropped: {
      subject: '之前登录 {product} 的方式已移除',
      heading: '之前的登录方式已移除',
      paragraphs: [
        '{provider} 首次向 {product} 证明此邮箱地址属于您。他人可能在此之前开通了账号，因此其密码、会话和其他关联的提供方已被移除。',
        '如果密码是您设置的，请重置密码以设置新的密码。',
      ],
      button: '',
      notYou: '如果不是您本人操作，请确保他人无法使用您的 {provider} 账号或阅读您的邮件。',
    },
    member_access_dropped: {
      subject: '之前登录 {product} 的方式已移除',
      heading: '之前的登录方式已移除',
      paragraphs: [
        '您已首次证实此邮箱地址属于您，您的账号是 {product} 上的组织 {organization} 的成员。他人可能在此之前开通了账号，因此其密码、会话和关联的提供方已被移除。',
        '如果密码是您设置的，请重置密码以设置新的密码。',
      ],
      button: '',
      notYou: '如果不是您本人操作，请确保没有他人能读取您的邮件。',
    },
    mailbox_proven: {
      subject: '您已确认在 {product} 的邮箱地址',
      heading: '您已确认邮箱地址',
      paragraphs: ['首次证实此邮箱属于 {product} 的账号。他人可能在此之前开通了该账号。'],
      button: '',
      notYou: '如果不是您本人操作，请确保没有他人能读取您的邮件。',
    },
    password_reset: {
      subject: '您的 {product} 密码已重置',
      heading: '您的密码已重置',
      paragraphs: [
        '您的 {product} 账号的密码已通过发送到此邮箱的验证码重置。',
        '以下提供方仍保持关联，仍可登录该账号：{providers}。请取消关联您不认识的提供方。',
      ],
      button: '',
      notYou: '如果不是您本人操作，请立即重置密码，并确保没有他人能读取您的邮件。',
    },
  },

  undo: {
    button: '这不是我本人操作',
    change:
      '如果不是您本人操作，说明他人已登录您的账号。请使用链接：它会撤销更改，并移除之前七天内及此后添加到账号的所有内容。所有会话都会结束，密码将失效。链接有效期至 {until}。',
    account:
      '如果账号不是您开通的，请使用链接：它会结束所有会话，并移除进入账号的所有途径。然后请设置您自己的密码。链接有效期至 {until}。',
    earlier:
      '如果不是您把账号移到此邮箱，请使用该链接：账号将恢复到之前的邮箱，您可以用此邮箱开通自己的账号。链接在 {until} 前有效。',
  },

  proven: {
    earlier: '该账号之前使用另一个邮箱，该邮箱在 {until} 前可以取回账号。',
    opened: '账号开通信息：{opening}。',
    openedAt: '{when}',
    openedBy: '名称 {name}',
    openedWith: '设备 {device}',
    openedFrom: 'IP 地址 {ipAddress}',
    password: '账号保留之前的密码。',
    sessions: '之前的会话仍保持登录：{sessions}。如果有您不认识的会话，可能是他人开通了账号。',
    session: '{when}，{ipAddress}',
    removed: '以下内容可能属于他人，因此已被移除：{removed}。',
    credentials: {
      password: '密码',
      sessions: '所有会话',
      links: '关联的提供方',
      factors: '第二重验证',
      phone: '手机号',
    },
  },

  factors: {
    totp: '身份验证器应用',
    passkey: '通行密钥',
  },
  when: '时间',
  ipAddress: 'IP 地址',
  footer: '此邮件由 {product} 自动发送。',
};
