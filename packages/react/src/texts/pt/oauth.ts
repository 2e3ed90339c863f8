import type { OAuthTexts } from '../en/oauth.ts';

/** The Brazilian Portuguese texts of what applications ask for. */
export const texts: OAuthTexts = {
  asked: {
    may: (name) => `${name} poderá:`,
    nothing: 'Nada com sua conta',
    at: (names) => `Em: ${names}`,
    switch: 'Usar outra conta',
    homepage: 'Site',
    policy: 'Privacidade',
    terms: 'Termos',
  },

  consent: {
    title: (name) => `Entrar em ${name}?`,
    over: 'Este pedido não vale mais',
    leads: (host) => `Leva você a ${host}`,
    opens: (scheme) => `Abre um programa neste dispositivo (${scheme})`,
    anybody: (name) =>
      `Qualquer programa neste dispositivo pode se chamar ${name}. Permita somente se você mesmo acabou de iniciá-lo.`,
    lacksFactor: (name) =>
      `${name} pede uma segunda etapa, e sua conta não tem nenhuma. Adicione uma e recomece no aplicativo.`,
    allow: 'Permitir',
    deny: 'Recusar',
    undo: 'Você pode desconectar o aplicativo a qualquer momento na página da sua conta.',
    back: (name) => `Voltar para ${name}`,
    close: 'O aplicativo continua. Você pode fechar esta página.',
    open: (name) => `Abrir ${name}`,
  },

  device: {
    title: 'Conectar um dispositivo',
    intro: 'Digite o código mostrado no dispositivo ou no programa.',
    same: 'Seu dispositivo mostra este código? Continue somente se mostrar.',
    hint: 'Oito letras, maiúsculas ou minúsculas.',
    wrong: 'Nenhum dispositivo espera este código. Confira-o ou obtenha um novo no dispositivo.',
    askTitle: (name) => `Entrar em ${name} em outro dispositivo?`,
    from: (address) => `Solicitado de ${address}`,
    fromWith: (address, program) => `Solicitado de ${address} com ${program}`,
    warning:
      'Continue somente se você mesmo começou isto, em um dispositivo que está com você. Se alguém enviou este código ou link a você, essa pessoa quer entrar na sua conta: escolha Recusar.',
    allowed: 'O dispositivo entrou',
    allowedText: (name) => `${name} continua sozinho. Você pode fechar esta página.`,
    denied: 'O dispositivo foi recusado',
    deniedText: 'Ele não entrou na sua conta. Você pode fechar esta página.',
  },
};
