/**
 * The texts of all mails. Braces hold the values to fill in: `{product}`, `{name}`, `{minutes}` ("10 minutes"),
 * `{newEmail}`, `{provider}`, and lists. A subject never holds a code, because lock screens show it.
 */
export const english = {
  /** A BCP 47 tag in lower case. */
  language: 'en',
  greeting: 'Hello {name},',
  greetingWithoutName: 'Hello,',

  codes: {
    signup: {
      codeSubject: 'Your sign-up code for {product}',
      codeHeading: 'Your sign-up code',
      codeIntro: 'Enter this code to create your account at {product}.',
      linkSubject: 'Finish signing up for {product}',
      linkHeading: 'Finish signing up',
      linkIntro: 'Use this link to create your account at {product}.',
      button: 'Continue signing up',
      notYou: 'If you did not ask for an account, ignore this mail: without the code no account is created.',
    },
    login: {
      codeSubject: 'Your sign-in code for {product}',
      codeHeading: 'Your sign-in code',
      codeIntro: 'Enter this code to sign in to {product}.',
      linkSubject: 'Your sign-in link for {product}',
      linkHeading: 'Sign in to {product}',
      linkIntro: 'Use this link to sign in to {product}.',
      button: 'Sign in',
      notYou: 'If you did not ask for this, ignore this mail: nobody can sign in without the code.',
    },
    reset: {
      codeSubject: 'Your password reset code for {product}',
      codeHeading: 'Your password reset code',
      codeIntro: 'Enter this code to choose a new password for {product}.',
      linkSubject: 'Reset your password for {product}',
      linkHeading: 'Reset your password',
      linkIntro: 'Use this link to choose a new password for {product}.',
      button: 'Choose a new password',
      notYou: 'If you did not ask for this, ignore this mail: your password stays as it is.',
    },
    verify: {
      codeSubject: 'Your confirmation code for {product}',
      codeHeading: 'Your confirmation code',
      codeIntro: 'Enter this code to confirm your email address at {product}.',
      linkSubject: 'Confirm your email address for {product}',
      linkHeading: 'Confirm your email address',
      linkIntro: 'Use this link to confirm your email address at {product}.',
      button: 'Confirm address',
      notYou: 'If you did not ask for this, ignore this mail: nothing changes.',
    },
  },
  codeValidity: 'The code works once, for {minutes}.',
  linkValidity: 'Link and code work once, for {minutes}.',
  secrecy: 'Do not share the code with anybody, not even with people who say that they work for {product}.',
  orButton: 'Or use this link instead of the code:',
  orCode: 'Or enter this code by hand:',
  linkHint: 'If the button does not work, open this address in your browser:',

  notices: {
    signup_notice: {
      subject: 'You already have an account at {product}',
      heading: 'You already have an account',
      paragraphs: [
        'Somebody, probably you, tried to sign up at {product} with this email address. The address already has an account, so nothing was changed.',
        'Sign in as before. If you have forgotten the password, ask for a password reset there.',
      ],
      button: 'Go to {product}',
      notYou: 'If it was not you, you do not need to do anything.',
    },
    password_changed: {
      subject: 'Your password for {product} was changed',
      heading: 'Your password was changed',
      paragraphs: ['The password of your account at {product} was changed.'],
      button: '',
      notYou:
        'If it was not you, ask for a password reset at once, and make sure that nobody else reads your mail.',
    },
    email_changed: {
      subject: 'Your email address for {product} was changed',
      heading: 'Your email address was changed',
      paragraphs: [
        'The email address of your account at {product} is now {newEmail}. Mail for the account no longer goes to this address.',
      ],
      button: '',
      notYou:
        'If it was not you, contact {product} at once: somebody can use the new address to take over the account.',
    },
    provider_linked: {
      subject: 'A new way to sign in to {product}',
      heading: 'A new way to sign in',
      paragraphs: ['You can now sign in to your account at {product} with {provider}.'],
      button: '',
      notYou: 'If it was not you, change your password at once and unlink {provider} in your account.',
    },
    settings_test: {
      subject: 'Test mail from {product}',
      heading: 'Mail works',
      paragraphs: ['A superadmin of {product} sent this mail to test the settings of the mail server.'],
      button: '',
      notYou: 'You do not need to do anything.',
    },
    webhook_gone: {
      subject: 'A webhook of {product} was disabled',
      heading: 'A webhook was disabled',
      paragraphs: [
        'The receiver of the webhook {webhook} answered that it is gone (410), so {product} sends it nothing any more.',
      ],
      button: '',
      notYou:
        'If the receiver should exist, repair it, enable the webhook again, and replay what it has missed.',
    },
    webhook_failing: {
      subject: 'A webhook of {product} was disabled',
      heading: 'A webhook was disabled',
      paragraphs: [
        'No message to the webhook {webhook} succeeded for five days, so {product} sends it nothing any more.',
      ],
      button: '',
      notYou: 'Repair the receiver, enable the webhook again, and replay what it has missed.',
    },
    access_dropped: {
      subject: 'Earlier ways to sign in to {product} were removed',
      heading: 'Earlier ways to sign in were removed',
      paragraphs: [
        'You signed in to {product} with {provider}, which proved for the first time that this email address is yours. Somebody else could have opened the account earlier, so its password, its sessions and other linked providers were removed.',
        'If the password was yours, ask for a password reset to set a new one.',
      ],
      button: '',
      notYou: 'If it was not you, make sure that nobody else can use your account at {provider}.',
    },
    mailbox_proven: {
      subject: 'You confirmed your email address for {product}',
      heading: 'You confirmed your email address',
      paragraphs: [
        'A code from this mailbox proved for the first time that the account at {product} is yours. Somebody else could have opened it earlier.',
      ],
      button: '',
      notYou: 'If it was not you, make sure that nobody else reads your mail.',
    },
    password_reset: {
      subject: 'Your password for {product} was reset',
      heading: 'Your password was reset',
      paragraphs: [
        'The password of your account at {product} was reset with a code from this mailbox.',
        'These providers stay linked and can still sign in to the account: {providers}. Unlink any that you do not recognise.',
      ],
      button: '',
      notYou:
        'If it was not you, ask for a password reset at once, and make sure that nobody else reads your mail.',
    },
  },
  /** The findings of a first proof, one paragraph each. */
  proven: {
    password:
      'The account keeps its earlier password. If you did not choose it, ask {product} for a password reset: the new password replaces it and ends all sessions.',
    sessions:
      'Earlier sessions stay signed in: {sessions}. If you do not recognise one, ask for a password reset, which ends them all.',
    /** One session of the list. */
    session: '{when} from {ipAddress}',
    moreSessions: '{count} more',
    removed: 'These were removed, because they could have been somebody else’s: {removed}.',
    credentials: {
      password: 'the password',
      sessions: 'all sessions',
      links: 'linked providers',
      factors: 'second factors',
    },
  },
  when: 'When',
  ipAddress: 'IP address',
  footer: 'This mail was sent automatically by {product}.',
};

/** The texts that every language must have. */
export type MailTexts = typeof english;
