/** The English texts of the page that undoes a change. */
export const texts = {
  undo: {
    title: 'Keep your old address?',
    intro:
      'Your account will keep its old address. If it has already changed, we restore it, end all sessions, and turn off the password.',
    button: 'Keep the old address',
    done: 'Your account has its old address',
    doneIntro: 'If it had changed already, choose a new password now.',
    /** The texts of a link that undoes another change. */
    change: {
      title: 'Wasn’t this you?',
      intro:
        'We undo the change, and remove everything that was added to your account since then and in the seven days before. All sessions end, and the password stops working.',
      button: 'Undo the change',
      done: 'The change is undone',
      doneIntro: 'Choose a new password now. We have sent you a link for it.',
    },
    account: {
      title: 'Didn’t you open this account?',
      intro:
        'We end all sessions and remove every way to sign in, so that nobody else can use the account. If it had another mailbox before, it goes back there.',
      button: 'Remove everything',
      done: 'Nobody else can sign in',
      doneIntro: 'Choose a password now. We have sent you a link for it.',
      returned: 'The account is back',
      returnedIntro:
        'The account is back with the mailbox that it had before. Yours is free; you can open an account of your own.',
    },
  },
};

export type UndoTexts = typeof texts;
