import { plural } from '../../lib/plural.ts';
import type { AccountTexts } from '../en/account.ts';

const inForm = plural('pt');

/** The Brazilian Portuguese texts of the parts of the account. */
export const texts: AccountTexts = {
  scopes: {
    openid: 'Saber quem você é aqui',
    profile: 'Ver seu nome, nome de usuário e foto',
    email: 'Ver seu endereço de e-mail',
    phone: 'Ver seu número de telefone',
    address: 'Ver seu endereço',
    offline_access: 'Continuar conectado enquanto você está fora da conta',
  },

  profile: {
    title: 'Perfil',
    handle: 'Nome de usuário',
    phone: 'Telefone',
    picture: 'Mudar a foto',
    upload: 'Escolher uma foto',
    unreadable: 'Seu navegador não consegue ler este arquivo como imagem.',
    cropText: 'Arraste a foto ou mova-a com as setas.',
    zoom: 'Zoom',
    verified: 'Verificado',
    unverified: 'Não verificado',
    verify: 'Verificar e-mail',
    changeEmail: 'Alterar e-mail',
    newEmail: 'Novo e-mail',
    pending: (email) =>
      `Confirme ${email} para usá-lo. Abra o e-mail que enviamos para lá ou digite o código dele.`,
    verifySent: (email) => `Enviamos um código para ${email}. Ele vale por dez minutos.`,
    confirm: 'Confirmar e-mail',
    emailSaved: 'Seu e-mail foi alterado.',
    emailVerified: 'Seu e-mail foi verificado.',
  },

  passwords: {
    title: 'Senha',
    intro: 'Uma nova senha encerra todas as outras sessões.',
    change: 'Alterar senha',
    save: 'Salvar senha',
    saved: 'A nova senha foi salva. Todas as outras sessões terminaram.',
  },

  factors: {
    title: 'Segunda etapa',
    intro: 'Com uma segunda etapa, só a senha ou só o e-mail não bastam para entrar.',
    required:
      'Sua conta precisa de uma segunda etapa antes de continuar. Adicione um aplicativo autenticador ou uma chave de acesso.',
    app: 'Aplicativo autenticador',
    appOn: (date) => `Ativo desde ${date}.`,
    appOff: 'Seis dígitos de um aplicativo no seu telefone.',
    addApp: 'Adicionar um aplicativo autenticador',
    replaceApp: 'Substituir',
    removeApp: 'Remover o aplicativo autenticador?',
    removeAppText: 'Os códigos dele deixam de valer aqui. Você pode adicionar um novamente.',
    scan: 'Escaneie isto com seu aplicativo autenticador. Se não for possível, digite nele o segredo.',
    qr: 'Código QR com o segredo abaixo',
    secret: 'Segredo',
    copySecret: 'Copiar segredo',
    confirmApp: 'Depois, digite os seis dígitos que ele mostra.',
    appAdded: 'O aplicativo autenticador foi adicionado.',
    appRemoved: 'O aplicativo autenticador foi removido.',
    passkeys: 'Chaves de acesso',
    passkeysText: 'Entre com impressão digital, rosto ou PIN, sem senha.',
    addPasskey: 'Adicionar uma chave de acesso',
    passkeyAdded: 'A chave de acesso foi adicionada.',
    passkeyRemoved: 'A chave de acesso foi removida.',
    passkeyName: 'Nome da chave de acesso',
    removePasskey: (name) => `Remover a chave de acesso “${name}”?`,
    removePasskeyText: 'Ela não serve mais para entrar. Exclua-a também no seu gerenciador de senhas.',
    synced: 'sincronizada',
    recovery: 'Códigos de recuperação',
    recoveryLeft: (left) => inForm(left, { one: `Resta ${left} código.`, other: `Restam ${left} códigos.` }),
    recoveryText: 'Para quando você perder o telefone ou a chave de acesso. Cada um vale uma vez.',
    renewCodes: 'Gerar novos códigos',
    renewTitle: 'Gerar novos códigos de recuperação?',
    renewText: 'Seus códigos atuais deixarão de valer.',
    codesTitle: 'Guarde seus códigos de recuperação',
    codesText: 'Você não verá estes códigos novamente. Guarde-os onde possa acessar sem o telefone.',
    copyCodes: 'Copiar códigos',
    downloadCodes: 'Baixar códigos',
    codesFile: 'codigos-de-recuperacao.txt',
    codesSaved: 'Já guardei',
  },

  links: {
    title: 'Contas conectadas',
    intro: 'Entre com uma conta que você tem em outro lugar.',
    connect: (label) => `Conectar ${label}`,
    disconnect: (label) => `Desconectar ${label}`,
    since: (date) => `Conectada em ${date}`,
    none: 'Não conectada',
    disconnected: (label) => `${label} foi desconectado.`,
  },

  applications: {
    title: 'Aplicativos conectados',
    intro: 'Estes aplicativos podem usar sua conta como você permitiu.',
    unused: 'sem uso agora',
    disconnect: 'Desconectar',
    disconnectOne: (name) => `Desconectar ${name}`,
    disconnectTitle: (name) => `Desconectar ${name}?`,
    disconnectText:
      'Perde na hora todo o acesso à sua conta. Vai pedir novamente na próxima vez que você entrar com ele.',
    disconnected: (name) => `${name} foi desconectado.`,
  },

  sessions: {
    title: 'Sessões',
    intro: 'Onde você entrou. Se não reconhecer uma sessão, encerre-a e altere sua senha.',
    current: 'Esta',
    device: (browser, system) => `${browser} no ${system}`,
    unknown: 'Dispositivo desconhecido',
    acting: 'Um administrador age por você',
    end: 'Encerrar',
    endOne: (device) => `Encerrar a sessão de ${device}`,
    ended: 'A sessão foi encerrada.',
    othersEnded: (count) =>
      inForm(count, {
        one: `${count} outro dispositivo saiu da conta.`,
        other: `${count} outros dispositivos saíram da conta.`,
      }),
    everywhereTitle: 'Sair de todos os dispositivos?',
    everywhereText: 'Você sairá de todos os dispositivos, inclusive deste.',
    active: (time) => `Ativa ${time}`,
  },

  data: {
    title: 'Seus dados',
    export: 'Exportar seus dados',
    exportText: 'Tudo o que guardamos sobre sua conta, em um arquivo JSON.',
    exportFile: 'conta.json',
    delete: 'Excluir conta',
    deleteText: 'Exclui sua conta e tudo o que pertence a ela.',
    deleteTitle: (email) => `Excluir ${email}?`,
    deleteAsk: (days) => {
      const ending = 'Você sai de todos os dispositivos.';
      const typing = 'Digite seu e-mail para continuar.';
      if (days === null) return `${ending} Sua conta é excluída. ${typing}`;
      if (days === 0)
        return `${ending} Sua conta e tudo o que pertence a ela são excluídos na hora, e ninguém pode restaurá-los. ${typing}`;
      const kept = inForm(days, {
        one: `Sua conta é excluída em ${days} dia. Se entrar antes disso, você a mantém.`,
        other: `Sua conta é excluída em ${days} dias. Se entrar antes disso, você a mantém.`,
      });
      return `${ending} ${kept} ${typing}`;
    },
    deleteButton: 'Excluir conta',
    gone: 'Sua conta foi excluída',
    goneText: 'Você saiu de todos os dispositivos.',
    going: 'Sua conta será excluída',
    goingText: (date) =>
      `Você saiu de todos os dispositivos. A conta será excluída em ${date}. Entre antes disso para mantê-la.`,
  },
};
