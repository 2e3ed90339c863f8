import type { LinkedTexts } from '../en/linked.ts';

/** The Brazilian Portuguese texts of the page that undoes a change. */
export const texts: LinkedTexts = {
  signUp: {
    title: 'Criar uma conta',
    titleAt: (name) => `Criar uma conta em ${name}`,
    button: 'Criar conta',
    emailCode: 'Receber um código por e-mail',
    prove: (email) => `Para confirmar que este e-mail é seu, digite o código que enviamos para ${email}.`,
    code: (email) => `Enviamos um código para ${email}. Ele vale por dez minutos.`,
    fromLink: (email) => `Para ${email}. Escolha um nome e uma senha.`,
    haveAccount: 'Já tem uma conta?',
    signIn: 'Entrar',
    closedTitle: 'Não é possível abrir uma conta aqui',
    invite: 'Você precisa de um convite. Se alguém convidou você, abra o link do e-mail.',
    closed: 'Peça uma conta a um administrador.',
  },
  reset: {
    title: 'Escolha uma nova senha',
    ask: 'Digite o e-mail da sua conta, e enviaremos um código.',
    button: 'Receber um código por e-mail',
    sent: (email) =>
      `Se ${email} tiver uma conta aqui, enviamos um código. Digite-o e escolha uma nova senha.`,
    for: (email) => `Para a conta de ${email}.`,
    save: 'Salvar senha',
    done: 'A nova senha foi salva',
    doneIntro: 'Você entrou aqui e saiu de todos os outros dispositivos.',
    saved: 'A nova senha foi salva. Falta uma etapa para entrar.',
  },
  invitation: {
    title: 'Abra sua conta',
    over: 'Este convite não vale',
    by: (name) => `${name} convida você.`,
    for: (email) => `Este convite é para ${email}.`,
    choose: 'Escolha uma senha e o nome que os outros verão.',
    unproven:
      'Existe uma conta com este e-mail que ninguém confirmou. Ela passa a ser sua, e a sua senha substitui a anterior.',
    button: 'Abrir conta',
    join: {
      title: (name) => `Participar de ${name}`,
      signIn: (name) => `Entre para participar de ${name}.`,
      intro: (email) => `Você entrou como ${email} e aceita o convite com esta conta.`,
      other: (email) => `Você entrou como ${email}. Saia para usar a conta convidada.`,
      button: 'Participar',
      later: 'Agora não',
    },
  },
  undo: {
    title: 'Manter seu endereço antigo?',
    intro:
      'Sua conta manterá o endereço antigo. Se ele já mudou, nós o restauramos, encerramos todas as sessões e desativamos a senha.',
    button: 'Manter o endereço antigo',
    done: 'Sua conta está com o endereço antigo',
    doneIntro: 'Abra o e-mail que acabamos de enviar: o link dele permite escolher uma nova senha.',
    organizations:
      'Se você faz parte de organizações, veja a atividade delas e remova as pessoas que você não deixou entrar.',
    change: {
      title: 'Não foi você?',
      intro:
        'Desfazemos a alteração e removemos tudo o que foi adicionado à sua conta desde então e nos sete dias anteriores. Todas as sessões terminam, e a senha deixa de valer.',
      button: 'Desfazer a alteração',
      done: 'A alteração foi desfeita',
    },
    account: {
      title: 'Você não abriu esta conta?',
      intro:
        'Encerramos todas as sessões e removemos todas as formas de entrar, para que ninguém mais possa usar a conta. Se ela tinha antes outro e-mail, volta para ele.',
      button: 'Remover tudo',
      done: 'Ninguém mais pode entrar',
      returned: 'A conta voltou',
      returnedIntro:
        'A conta voltou para o e-mail que tinha antes. O seu está livre; você pode abrir uma conta própria.',
    },
  },
};
