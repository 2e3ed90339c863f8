import type { UndoTexts } from '../en/undo.ts';

/** The Brazilian Portuguese texts of the page that undoes a change. */
export const texts: UndoTexts = {
  undo: {
    title: 'Manter seu endereço antigo?',
    intro:
      'Sua conta manterá o endereço antigo. Se ele já mudou, nós o restauramos, encerramos todas as sessões e desativamos a senha.',
    button: 'Manter o endereço antigo',
    done: 'Sua conta está com o endereço antigo',
    doneIntro: 'Se ele já tinha mudado, escolha agora uma nova senha.',
    change: {
      title: 'Não foi você?',
      intro:
        'Desfazemos a alteração e removemos tudo o que foi adicionado à sua conta desde então e nos sete dias anteriores. Todas as sessões terminam, e a senha deixa de valer.',
      button: 'Desfazer a alteração',
      done: 'A alteração foi desfeita',
      doneIntro: 'Escolha agora uma nova senha. Enviamos um link para isso.',
    },
    account: {
      title: 'Você não abriu esta conta?',
      intro:
        'Encerramos todas as sessões e removemos todas as formas de entrar, para que ninguém mais possa usar a conta. Se ela tinha antes outro e-mail, volta para ele.',
      button: 'Remover tudo',
      done: 'Ninguém mais pode entrar',
      doneIntro: 'Escolha agora uma senha. Enviamos um link para isso.',
      returned: 'A conta voltou',
      returnedIntro:
        'A conta voltou para o e-mail que tinha antes. O seu está livre; você pode abrir uma conta própria.',
    },
  },
};
