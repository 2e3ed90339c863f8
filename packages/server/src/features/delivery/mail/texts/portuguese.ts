import type { MailTexts } from './english.ts';

export const portuguese: MailTexts = {
  language: 'pt',
  greeting: 'Olá, {name},',
  greetingWithoutName: 'Olá,',

  codes: {
    signup: {
      codeSubject: 'Seu código de cadastro em {product}',
      codeHeading: 'Seu código de cadastro',
      codeIntro: 'Digite este código para criar sua conta em {product}.',
      linkSubject: 'Conclua seu cadastro em {product}',
      linkHeading: 'Conclua seu cadastro',
      linkIntro: 'Use este link para criar sua conta em {product}.',
      button: 'Continuar o cadastro',
      notYou: 'Se você não pediu uma conta, ignore este e-mail: sem o código, nenhuma conta é criada.',
    },
    login: {
      codeSubject: 'Seu código para entrar em {product}',
      codeHeading: 'Seu código para entrar',
      codeIntro: 'Digite este código para entrar em {product}.',
      linkSubject: 'Seu link para entrar em {product}',
      linkHeading: 'Entrar em {product}',
      linkIntro: 'Use este link para entrar em {product}.',
      button: 'Entrar',
      notYou: 'Se você não pediu isto, ignore este e-mail: ninguém pode entrar sem o código.',
    },
    reset: {
      codeSubject: 'Seu código para redefinir a senha de {product}',
      codeHeading: 'Seu código para redefinir a senha',
      codeIntro: 'Digite este código para escolher uma nova senha em {product}.',
      linkSubject: 'Redefina sua senha de {product}',
      linkHeading: 'Redefina sua senha',
      linkIntro: 'Use este link para escolher uma nova senha em {product}.',
      button: 'Escolher uma nova senha',
      notYou: 'Se você não pediu isto, ignore este e-mail: sua senha continua a mesma.',
    },
    verify: {
      codeSubject: 'Seu código de confirmação para {product}',
      codeHeading: 'Seu código de confirmação',
      codeIntro: 'Digite este código para confirmar seu endereço de e-mail em {product}.',
      linkSubject: 'Confirme seu endereço de e-mail para {product}',
      linkHeading: 'Confirme seu endereço de e-mail',
      linkIntro: 'Use este link para confirmar seu endereço de e-mail em {product}.',
      button: 'Confirmar endereço',
      notYou: 'Se você não pediu isto, ignore este e-mail: nada muda.',
    },
  },
  codeValidity: 'O código vale uma vez, por {minutes}.',
  linkValidity: 'O link e o código valem uma vez, por {minutes}.',
  secrecy: 'Não compartilhe o código com ninguém, nem com quem diga que trabalha para {product}.',
  orButton: 'Ou use este link em vez do código:',
  orCode: 'Ou digite este código manualmente:',
  linkHint: 'Se o botão não funcionar, abra este endereço no seu navegador:',
  more: 'mais {count}',
  keptApplications:
    'Estes aplicativos mantêm o acesso à sua conta, até que você os desconecte na página dela: {applications}.',

  notices: {
    signup_notice: {
      subject: 'Você já tem uma conta em {product}',
      heading: 'Você já tem uma conta',
      paragraphs: [
        'Alguém, provavelmente você, tentou se cadastrar em {product} com este endereço de e-mail. O endereço já tem uma conta, então nada foi alterado.',
        'Entre como antes. Se esqueceu a senha, peça lá para redefini-la.',
      ],
      button: 'Ir para {product}',
      notYou: 'Se não foi você, não precisa fazer nada.',
    },
    invitation: {
      subject: 'Você recebeu um convite para {product}',
      heading: 'Você recebeu um convite para {product}',
      paragraphs: [
        '{product} convida você a abrir uma conta com este endereço de e-mail.',
        'O link vale uma vez, até {until}.',
      ],
      button: 'Abrir sua conta',
      notYou: 'Se não esperava por isto, ignore este e-mail: sem o link, nenhuma conta é aberta.',
    },
    organization_invitation: {
      subject: 'Você recebeu um convite para uma organização em {product}',
      heading: 'Você recebeu um convite para uma organização',
      paragraphs: [
        'Alguém convida você a participar da organização {organization} em {product} com este endereço de e-mail.',
        'Se tiver uma conta, entre com ela. Se não, pode abrir uma. O link vale uma vez, até {until}.',
      ],
      button: 'Aceitar o convite',
      notYou: 'Se não esperava por isto, ignore este e-mail: sem o link, você não participa de nada.',
    },
    password_changed: {
      subject: 'Sua senha de {product} foi alterada',
      heading: 'Sua senha foi alterada',
      paragraphs: ['A senha da sua conta em {product} foi alterada.'],
      button: '',
      notYou:
        'Se não foi você, peça imediatamente para redefinir a senha e garanta que ninguém mais leia seus e-mails.',
    },
    email_changed: {
      subject: 'Seu endereço de e-mail de {product} foi alterado',
      heading: 'Seu endereço de e-mail foi alterado',
      paragraphs: [
        'O endereço de e-mail da sua conta em {product} agora é {newEmail}. Os e-mails da conta não chegam mais a este endereço.',
      ],
      button: '',
      notYou:
        'Se não foi você, fale imediatamente com {product}: com o novo endereço, alguém pode tomar a conta.',
    },
    email_change_asked: {
      subject: 'Seu endereço de e-mail de {product} vai mudar',
      heading: 'Seu endereço de e-mail vai mudar',
      paragraphs: [
        'Alguém, provavelmente você, quer usar sua conta em {product} com o endereço {newEmail}. A alteração vale assim que esse e-mail for confirmado.',
        'Para manter este endereço, use o link. Ele vale até {until}, também depois da alteração.',
      ],
      button: 'Manter este endereço',
      notYou:
        'Se não foi você, outra pessoa entrou na sua conta: mantenha este endereço e depois peça para redefinir a senha, o que encerra todas as sessões.',
    },
    email_change_made: {
      subject: 'Seu endereço de e-mail de {product} foi alterado',
      heading: 'Seu endereço de e-mail foi alterado',
      paragraphs: [
        'O endereço de e-mail da sua conta em {product} agora é {newEmail}. Os e-mails da conta não chegam mais a este endereço.',
        'Para trazer este endereço de volta, use o link. Ele vale até {until}.',
      ],
      button: 'Trazer este endereço de volta',
      notYou:
        'Se não foi você, traga este endereço de volta, o que encerra todas as sessões e anula a senha, e depois peça para redefini-la.',
    },
    account_returned: {
      subject: 'Seu e-mail está livre de novo em {product}',
      heading: 'Seu e-mail está livre de novo',
      paragraphs: [
        'A conta em {product} que tinha este e-mail voltou para o que ela tinha antes. O seu está livre: você pode abrir uma conta própria.',
      ],
      button: '',
      notYou: 'Se a conta era sua, fale com {product}.',
    },
    account_back: {
      subject: 'Sua conta em {product} voltou a ter este e-mail',
      heading: 'Sua conta voltou',
      paragraphs: [
        'O e-mail da sua conta em {product} tinha sido mudado para {newEmail}. Quem lê aquele e-mail disse que a conta não é sua, por isso ela voltou a ter este.',
        'Todas as sessões terminaram, a senha não funciona mais e tudo o que foi adicionado desde então foi removido. Outra mensagem tem um link para uma nova senha.',
      ],
      button: '',
      notYou: 'Se você não mudou o e-mail, outra pessoa tinha entrado na sua conta. Isso acabou.',
    },
    provider_linked: {
      subject: 'Uma nova forma de entrar em {product}',
      heading: 'Uma nova forma de entrar',
      paragraphs: ['Agora você pode entrar na sua conta em {product} com {provider}.'],
      button: '',
      notYou: 'Se não foi você, altere sua senha imediatamente e desconecte {provider} na sua conta.',
    },
    factor_added: {
      subject: 'Um segundo fator foi adicionado à sua conta em {product}',
      heading: 'Um segundo fator foi adicionado',
      paragraphs: ['Sua conta em {product} agora tem {factor} como segundo fator.'],
      button: '',
      notYou:
        'Se não foi você, outra pessoa entrou na sua conta. Altere sua senha imediatamente, o que encerra todas as outras sessões, e remova o fator. Se não conseguir mais entrar, fale com {product}.',
    },
    factor_removed: {
      subject: 'Um segundo fator foi removido da sua conta em {product}',
      heading: 'Um segundo fator foi removido',
      paragraphs: ['Este segundo fator da sua conta em {product} foi removido: {factor}.'],
      button: '',
      notYou:
        'Se não foi você, outra pessoa entrou na sua conta. Altere sua senha imediatamente, o que encerra todas as outras sessões, e adicione o fator novamente.',
    },
    deletion_requested: {
      subject: 'Sua conta em {product} será excluída',
      heading: 'Sua conta será excluída',
      paragraphs: [
        'Alguém pediu para excluir sua conta em {product}. Todas as sessões dela terminaram. Em {until}, tudo será excluído.',
        'Para manter a conta, entre antes disso.',
      ],
      button: '',
      notYou: 'Se não foi você, entre agora e altere sua senha: assim a conta continua.',
    },
    deletion_cancelled: {
      subject: 'Sua conta em {product} continua',
      heading: 'Sua conta continua',
      paragraphs: ['Você entrou em {product}, então sua conta não será excluída.'],
      button: '',
      notYou: 'Se não foi você, altere sua senha imediatamente: outra pessoa consegue entrar.',
    },
    deletion_prevented: {
      subject: 'Sua conta em {product} não foi excluída',
      heading: 'Sua conta não foi excluída',
      paragraphs: [
        'Sua conta em {product} seria excluída. Ela continua, porque ninguém mais gerencia uma organização com outros membros ou o próprio serviço.',
      ],
      button: '',
      notYou: 'Você pode entrar como antes. Transfira o que você gerencia e exclua a conta novamente.',
    },
    account_deleted: {
      subject: 'Sua conta em {product} foi excluída',
      heading: 'Sua conta foi excluída',
      paragraphs: ['Sua conta em {product} não existe mais, nem nada do que pertencia a ela.'],
      button: '',
      notYou: 'Se você não pediu isto, fale com {product}.',
    },
    organization_deleted: {
      subject: '{organization} foi excluída em {product}',
      heading: 'Sua organização foi excluída',
      paragraphs: [
        'A organização {organization} em {product}, da qual você é proprietário, foi excluída. Os membros mantêm suas contas.',
        'Até {until}, um superadministrador de {product} pode restaurá-la.',
      ],
      button: '',
      notYou: 'Se não esperava por isto, fale com {product}.',
    },
    certificate_expiring: {
      subject: 'A entrada de {organization} em {product} precisa de um novo certificado',
      heading: 'Um certificado do seu provedor de identidade termina',
      paragraphs: [
        'A organização {organization} em {product}, da qual você é proprietário, usa seu provedor de identidade ({connection}) para a entrada. O último certificado dele que {product} conhece termina em {until}.',
        'Informe o novo certificado antes. Caso contrário, ninguém poderá entrar por ele.',
      ],
      button: '',
      notYou: 'Se não usa mais esta entrada, exclua a conexão.',
    },
    trust_lost: {
      subject: 'A entrada de {organization} em {product} precisa da sua aprovação',
      heading: 'Aprove uma conexão novamente',
      paragraphs: [
        'A organização {organization} em {product}, da qual você é proprietário, usa seu provedor de identidade ({connection}) para a entrada. A pessoa que aprovou esta conexão perdeu direitos para isso ou desfez alterações na própria conta. Por isso, a conexão talvez esteja desativada, ou proprietários e administradores talvez não consigam mais entrar por ela.',
        'Se confia na conexão, salve-a novamente e ative-a, ou peça a {product} que faça isso.',
      ],
      button: '',
      notYou: 'Se não usa mais esta entrada, exclua a conexão.',
    },
    domain_unproven: {
      subject: 'O domínio {domain} de {organization} em {product} precisa ser provado novamente',
      heading: 'O registro do seu domínio desapareceu',
      paragraphs: [
        'A organização {organization} em {product}, da qual você é proprietário, provou {domain} com um registro no DNS. O DNS não o tem mais.',
        'Adicione o registro novamente antes de {until}. Caso contrário, {organization} perde o domínio. Os membros continuam.',
      ],
      button: '',
      notYou: 'Se o domínio não é mais seu, remova-o da organização.',
    },
    factors_reset: {
      subject: 'Todos os segundos fatores da sua conta em {product} foram removidos',
      heading: 'Todos os segundos fatores foram removidos',
      paragraphs: [
        'Um superadministrador de {product} removeu todos os segundos fatores e códigos de recuperação da sua conta e encerrou todas as sessões dela.',
        'Você pode entrar novamente sem um segundo fator. Depois, adicione um.',
      ],
      button: '',
      notYou:
        'Se você não pediu isto, fale com {product}: alguém pode ter pedido em seu nome. Altere também sua senha.',
    },
    key_created: {
      subject: 'Nova chave de API para {product}',
      heading: 'Uma nova chave de API foi criada',
      paragraphs: [
        'Sua conta em {product} criou a chave de API {key}. Quem a tiver pode administrar {product} dentro das permissões dela.',
      ],
      button: '',
      notYou:
        'Se não foi você, outra pessoa entrou na sua conta. Altere sua senha imediatamente, o que encerra todas as outras sessões, e revogue a chave no console.',
    },
    recovery_codes_made: {
      subject: 'Novos códigos de recuperação para sua conta em {product}',
      heading: 'Novos códigos de recuperação',
      paragraphs: ['Sua conta em {product} tem novos códigos de recuperação. Os anteriores não valem mais.'],
      button: '',
      notYou:
        'Se não foi você, outra pessoa entrou na sua conta. Altere sua senha imediatamente, o que encerra todas as outras sessões, e gere novos códigos de recuperação.',
    },
    app_codes_guessed: {
      subject: 'Códigos incorretos para sua conta em {product}',
      heading: 'Alguém digitou códigos incorretos',
      paragraphs: [
        'Alguém, talvez você, digitou três códigos incorretos do seu aplicativo autenticador em {product}, depois de uma senha correta ou de outra primeira etapa.',
        'Depois de dez códigos incorretos em um dia, {product} não aceita mais códigos do aplicativo. Uma chave de acesso, um código de recuperação ou uma nova senha faz os códigos valerem novamente.',
      ],
      button: '',
      notYou: 'Se não foi você, alguém conhece sua senha ou lê seus e-mails. Altere sua senha imediatamente.',
    },
    recovery_code_used: {
      subject: 'Um código de recuperação da sua conta em {product} foi usado',
      heading: 'Um código de recuperação foi usado',
      paragraphs: [
        'Alguém, provavelmente você, usou um código de recuperação da sua conta em {product}. Códigos restantes: {left}.',
        'Você pode gerar novos códigos a qualquer momento. Se perdeu seu segundo fator, remova-o e adicione outro.',
      ],
      button: '',
      notYou:
        'Se não foi você, alguém tem seus códigos de recuperação e outra forma de entrar na sua conta. Altere sua senha imediatamente e gere novos códigos de recuperação.',
    },
    impersonated: {
      subject: 'Um administrador usa sua conta em {product}',
      heading: 'Um administrador usa sua conta',
      paragraphs: [
        'Um administrador de {product} vê e usa sua conta agora, por no máximo uma hora. Ele deu este motivo: {reason}',
        'Ele não pode alterar sua senha, seu e-mail ou seus segundos fatores, nem exportar ou excluir a conta. Tudo o que ele faz fica registrado.',
      ],
      button: '',
      notYou: 'Se você não pediu ajuda, fale com {product}.',
    },
    settings_test: {
      subject: 'E-mail de teste de {product}',
      heading: 'O e-mail funciona',
      paragraphs: [
        'Um superadministrador de {product} enviou este e-mail para testar as configurações do servidor de e-mail.',
      ],
      button: '',
      notYou: 'Você não precisa fazer nada.',
    },
    webhook_gone: {
      subject: 'Um webhook de {product} foi desativado',
      heading: 'Um webhook foi desativado',
      paragraphs: [
        'O destinatário do webhook {webhook} respondeu que não existe mais (410), então {product} não envia mais nada a ele.',
      ],
      button: '',
      notYou:
        'Se o destinatário deve existir, conserte-o, ative o webhook novamente e reenvie o que ele perdeu.',
    },
    webhook_failing: {
      subject: 'Um webhook de {product} foi desativado',
      heading: 'Um webhook foi desativado',
      paragraphs: [
        'Nenhuma mensagem ao webhook {webhook} teve sucesso em cinco dias, então {product} não envia mais nada a ele.',
      ],
      button: '',
      notYou: 'Conserte o destinatário, ative o webhook novamente e reenvie o que ele perdeu.',
    },
    access_dropped: {
      subject: 'Formas anteriores de entrar em {product} foram removidas',
      heading: 'Formas anteriores de entrar foram removidas',
      paragraphs: [
        '{provider} provou a {product} pela primeira vez que este endereço de e-mail é seu. Outra pessoa pode ter aberto a conta antes, por isso a senha, as sessões e os outros provedores conectados foram removidos.',
        'Se a senha era sua, peça para redefini-la e defina uma nova.',
      ],
      button: '',
      notYou:
        'Se não foi você, garanta que ninguém mais possa usar sua conta em {provider} nem ler seus e-mails.',
    },
    member_access_dropped: {
      subject: 'Formas anteriores de entrar em {product} foram removidas',
      heading: 'Formas anteriores de entrar foram removidas',
      paragraphs: [
        'Você provou pela primeira vez que este endereço de e-mail é seu, e sua conta é membro de {organization} em {product}. Outra pessoa pode ter aberto a conta antes, por isso a senha, as sessões e os provedores conectados foram removidos.',
        'Se a senha era sua, peça para redefini-la e defina uma nova.',
      ],
      button: '',
      notYou: 'Se não foi você, garanta que ninguém mais leia seus e-mails.',
    },
    mailbox_proven: {
      subject: 'Você confirmou seu endereço de e-mail em {product}',
      heading: 'Você confirmou seu endereço de e-mail',
      paragraphs: [
        'Pela primeira vez, está provado que este e-mail é o da conta em {product}. Outra pessoa pode ter aberto a conta antes.',
      ],
      button: '',
      notYou: 'Se não foi você, garanta que ninguém mais leia seus e-mails.',
    },
    password_reset: {
      subject: 'Sua senha de {product} foi redefinida',
      heading: 'Sua senha foi redefinida',
      paragraphs: [
        'A senha da sua conta em {product} foi redefinida com um código deste e-mail.',
        'Estes provedores continuam conectados e ainda podem entrar na conta: {providers}. Desconecte os que não reconhecer.',
      ],
      button: '',
      notYou:
        'Se não foi você, peça imediatamente para redefinir a senha e garanta que ninguém mais leia seus e-mails.',
    },
  },

  undo: {
    button: 'Não fui eu',
    change:
      'Se não foi você, outra pessoa entrou na sua conta. Use o link: ele desfaz a alteração e remove tudo o que foi adicionado à conta nos sete dias anteriores e desde então. Todas as sessões terminam, e a senha deixa de valer. O link vale até {until}.',
    account:
      'Se não foi você quem abriu a conta, use o link: ele encerra todas as sessões e remove tudo o que dá acesso à conta. Depois, defina sua própria senha. O link vale até {until}.',
    earlier:
      'Se você não mudou a conta para este e-mail, use o link: a conta volta para o e-mail que ela tinha antes, e o seu fica livre para uma conta própria. O link funciona até {until}.',
  },

  proven: {
    earlier: 'A conta tinha antes outro e-mail, que pode recuperá-la até {until}.',
    opened: 'A conta foi aberta {opening}.',
    openedAt: 'em {when}',
    openedBy: 'com o nome {name}',
    openedWith: 'com {device}',
    openedFrom: 'de {ipAddress}',
    password: 'A conta mantém a senha anterior.',
    sessions:
      'Sessões anteriores continuam abertas: {sessions}. Se não reconhecer alguma, outra pessoa pode ter aberto a conta.',
    session: '{when} de {ipAddress}',
    removed: 'Estes itens foram removidos, porque podiam ser de outra pessoa: {removed}.',
    credentials: {
      password: 'a senha',
      sessions: 'todas as sessões',
      links: 'os provedores conectados',
      factors: 'os segundos fatores',
      phone: 'o número de telefone',
    },
  },

  factors: {
    totp: 'um aplicativo autenticador',
    passkey: 'uma chave de acesso',
  },
  when: 'Data',
  ipAddress: 'Endereço IP',
  footer: 'Este e-mail foi enviado automaticamente por {product}.',
};
