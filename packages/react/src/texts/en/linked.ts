/** The English texts of the pages that mailed links open. */
export const texts = {
  signUp: {
    title: 'Create an account',
    titleAt: (name: string) => `Create an account at ${name}`,
    button: 'Create the account',
    emailCode: 'Email me a code',
    prove: (email: string) => `To confirm that this mailbox is yours, enter the code we sent to ${email}.`,
    code: (email: string) => `We sent a code to ${email}. It works for ten minutes.`,
    fromLink: (email: string) => `For ${email}. Choose a name and a password.`,
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    closedTitle: 'You cannot open an account here',
    invite: 'You need an invitation. If somebody invited you, open the link in the mail.',
    closed: 'Ask an administrator for an account.',
  },
  reset: {
    title: 'Choose a new password',
    ask: 'Enter the email of your account, and we’ll send you a code.',
    button: 'Email me a code',
    sent: (email: string) =>
      `We sent a code to ${email} if it has an account here. Type it, and choose a new password.`,
    for: (email: string) => `For the account of ${email}.`,
    save: 'Save the password',
    done: 'The new password is saved',
    doneIntro: 'You are signed in here, and signed out on all other devices.',
    saved: 'Your new password is saved. One more step and you’re signed in.',
  },
  invitation: {
    title: 'Open your account',
    over: 'This invitation does not work',
    by: (name: string) => `${name} invites you.`,
    for: (email: string) => `This invitation is for ${email}.`,
    choose: 'Choose a password and the name that others see.',
    unproven:
      'There is an account with this email that nobody has confirmed. It becomes yours, and your password replaces its old one.',
    button: 'Open the account',
    join: {
      title: (name: string) => `Join ${name}`,
      signIn: (name: string) => `Sign in to join ${name}.`,
      intro: (email: string) => `You’re signed in as ${email}, so this account will join.`,
      other: (email: string) => `You’re signed in as ${email}. Sign out to use the invited account.`,
      button: 'Join',
      later: 'Not now',
    },
  },
  undo: {
    title: 'Keep your old address?',
    intro:
      'Your account will keep its old address. If it has already changed, we restore it, end all sessions, and turn off the password.',
    button: 'Keep the old address',
    done: 'Your account has its old address',
    doneIntro: 'Open the mail that we have just sent you: its link lets you choose a new password.',
    /** After any undo, where there are organizations. */
    organizations:
      'If you belong to organizations, look at their activity: remove people whom you did not let in.',
    /** The texts of a link that undoes another change. */
    change: {
      title: 'Wasn’t this you?',
      intro:
        'We undo the change, and remove everything that was added to your account since then and in the seven days before. All sessions end, and the password stops working.',
      button: 'Undo the change',
      done: 'The change is undone',
    },
    account: {
      title: 'Didn’t you open this account?',
      intro:
        'We end all sessions and remove every way to sign in, so that nobody else can use the account. If it had another mailbox before, it goes back there.',
      button: 'Remove everything',
      done: 'Nobody else can sign in',
      returned: 'The account is back',
      returnedIntro:
        'The account is back with the mailbox that it had before. Yours is free; you can open an account of your own.',
    },
  },
};

export type LinkedTexts = typeof texts;
