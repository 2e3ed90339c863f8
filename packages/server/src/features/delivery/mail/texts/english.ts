/**
 * The texts of all mails. Braces hold the values to fill in: `{product}`, `{name}`, `{minutes}` ("10 minutes"),
 * `{newEmail}`, `{provider}`, `{until}`, and lists. A subject never holds a code, because lock screens show it.
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
  /** The end of a list. */
  more: '{count} more',
  /** In the mail about a new password. */
  keptApplications:
    'These applications keep access to your account, until you disconnect them on its page: {applications}.',

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
    invitation: {
      subject: 'You are invited to {product}',
      heading: 'You are invited to {product}',
      paragraphs: [
        '{product} invites you to open an account with this email address.',
        'The link works once, until {until}.',
      ],
      button: 'Open your account',
      notYou: 'If you did not expect this, ignore this mail: without the link no account is opened.',
    },
    organization_invitation: {
      subject: 'You are invited to join an organization at {product}',
      heading: 'You are invited to join an organization',
      paragraphs: [
        'Somebody invites you to join the organization {organization} at {product} with this email address.',
        'If you have an account, sign in with it. Otherwise, you can open one. The link works once, until {until}.',
      ],
      button: 'Accept the invitation',
      notYou: 'If you did not expect this, ignore this mail: you join nothing without the link.',
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
    email_change_asked: {
      subject: 'Your email address for {product} is about to change',
      heading: 'Your email address is about to change',
      paragraphs: [
        'Somebody, probably you, wants to use your account at {product} with the address {newEmail}. The change takes effect as soon as that mailbox has confirmed it.',
        'To keep this address, use the link. It works until {until}, also after the change.',
      ],
      button: 'Keep this address',
      notYou:
        'If it was not you, somebody else is signed in to your account: keep this address, and then ask for a password reset, which ends all sessions.',
    },
    email_change_made: {
      subject: 'Your email address for {product} was changed',
      heading: 'Your email address was changed',
      paragraphs: [
        'The email address of your account at {product} is now {newEmail}. Mail for the account no longer goes to this address.',
        'To bring this address back, use the link. It works until {until}.',
      ],
      button: 'Bring this address back',
      notYou:
        'If it was not you, bring this address back, which ends all sessions and removes the password, and then ask for a password reset.',
    },
    account_returned: {
      subject: 'Your address is free again at {product}',
      heading: 'Your address is free again',
      paragraphs: [
        'The account at {product} that had this address is back with the mailbox that it had before. Yours is free: you can open an account of your own.',
      ],
      button: '',
      notYou: 'If the account was yours, contact {product}.',
    },
    account_back: {
      subject: 'Your account at {product} is back with this address',
      heading: 'Your account is back',
      paragraphs: [
        'The address of your account at {product} had been changed to {newEmail}. The reader of that mailbox said that the account is not theirs, so it is back with this address.',
        'All sessions have ended, the password no longer works, and everything that was added since is removed. Another mail has a link for a new password.',
      ],
      button: '',
      notYou:
        'If you did not change the address, somebody else was signed in to your account. They no longer are.',
    },
    provider_linked: {
      subject: 'A new way to sign in to {product}',
      heading: 'A new way to sign in',
      paragraphs: ['You can now sign in to your account at {product} with {provider}.'],
      button: '',
      notYou: 'If it was not you, change your password at once and unlink {provider} in your account.',
    },
    factor_added: {
      subject: 'A second factor was added to your account at {product}',
      heading: 'A second factor was added',
      paragraphs: ['Your account at {product} now has {factor} as a second factor.'],
      button: '',
      notYou:
        'If it was not you, somebody else is signed in to your account. Change your password at once, which ends all other sessions, and remove the factor. If you can no longer sign in, contact {product}.',
    },
    factor_removed: {
      subject: 'A second factor was removed from your account at {product}',
      heading: 'A second factor was removed',
      paragraphs: ['This second factor of your account at {product} was removed: {factor}.'],
      button: '',
      notYou:
        'If it was not you, somebody else is signed in to your account. Change your password at once, which ends all other sessions, and add the factor again.',
    },
    deletion_requested: {
      subject: 'Your account at {product} will be deleted',
      heading: 'Your account will be deleted',
      paragraphs: [
        'Somebody asked to delete your account at {product}. All its sessions have ended. On {until} everything is deleted.',
        'To keep the account, sign in before then.',
      ],
      button: '',
      notYou: 'If it was not you, sign in now and change your password: the account then stays.',
    },
    deletion_cancelled: {
      subject: 'Your account at {product} stays',
      heading: 'Your account stays',
      paragraphs: ['You signed in to {product}, so your account is not deleted.'],
      button: '',
      notYou: 'If it was not you, change your password at once: somebody else can sign in.',
    },
    deletion_prevented: {
      subject: 'Your account at {product} was not deleted',
      heading: 'Your account was not deleted',
      paragraphs: [
        'Your account at {product} was to be deleted. It stays, because nobody else manages an organization with other members, or the service itself.',
      ],
      button: '',
      notYou: 'You can sign in as before. Hand over what you manage, then delete the account again.',
    },
    account_deleted: {
      subject: 'Your account at {product} was deleted',
      heading: 'Your account was deleted',
      paragraphs: ['Your account at {product} was deleted, with everything that belonged to it.'],
      button: '',
      notYou: 'If you did not ask for this, contact {product}.',
    },
    organization_deleted: {
      subject: '{organization} was deleted at {product}',
      heading: 'Your organization was deleted',
      paragraphs: [
        'The organization {organization} at {product}, which you own, was deleted. Its members keep their accounts.',
        'Until {until}, a superadmin of {product} can restore it.',
      ],
      button: '',
      notYou: 'If you did not expect this, contact {product}.',
    },
    certificate_expiring: {
      subject: 'The sign-in of {organization} at {product} needs a new certificate',
      heading: 'A certificate of your identity provider expires',
      paragraphs: [
        'The organization {organization} at {product}, which you own, signs people in with its identity provider ({connection}). The last certificate that {product} has for it expires on {until}.',
        'Enter the new certificate before then. Otherwise nobody can sign in with it.',
      ],
      button: '',
      notYou: 'If you do not use this sign-in any more, delete the connection.',
    },
    trust_lost: {
      subject: 'The sign-in of {organization} at {product} needs your approval',
      heading: 'Approve a connection again',
      paragraphs: [
        'The organization {organization} at {product}, which you own, signs people in with its identity provider ({connection}). The person who approved this connection has lost rights for that, or has undone changes to their account. So the connection may be off, or owners and admins may no longer be able to sign in with it.',
        'If you trust the connection, save it again and turn it on, or ask {product} to do so.',
      ],
      button: '',
      notYou: 'If you do not use this sign-in any more, delete the connection.',
    },
    domain_unproven: {
      subject: 'The domain {domain} of {organization} at {product} must be verified again',
      heading: 'The record of your domain is gone',
      paragraphs: [
        'The organization {organization} at {product}, which you own, has verified {domain} with a record in DNS. DNS no longer has it.',
        'Add the record again before {until}. Otherwise {organization} loses the domain. Its members stay.',
      ],
      button: '',
      notYou: 'If the domain is no longer yours, remove it from the organization.',
    },
    factors_reset: {
      subject: 'All second factors of your account at {product} were removed',
      heading: 'All second factors were removed',
      paragraphs: [
        'A superadmin of {product} removed all second factors and recovery codes of your account, and ended all its sessions.',
        'You can sign in again without a second factor. Then add one.',
      ],
      button: '',
      notYou:
        'If you did not ask for this, contact {product}: somebody may have asked in your name. Change your password, too.',
    },
    key_created: {
      subject: 'A new API key for {product}',
      heading: 'A new API key was created',
      paragraphs: [
        'Your account at {product} created the API key {key}. Anyone with the key can administer {product} within its scopes.',
      ],
      button: '',
      notYou:
        'If it was not you, somebody else is signed in to your account. Change your password at once, which ends all other sessions, and revoke the key in the console.',
    },
    recovery_codes_made: {
      subject: 'New recovery codes for your account at {product}',
      heading: 'New recovery codes',
      paragraphs: ['Your account at {product} has new recovery codes. The earlier ones no longer work.'],
      button: '',
      notYou:
        'If it was not you, somebody else is signed in to your account. Change your password at once, which ends all other sessions, and make new recovery codes.',
    },
    app_codes_guessed: {
      subject: 'Wrong codes for your account at {product}',
      heading: 'Somebody entered wrong codes',
      paragraphs: [
        'Somebody, perhaps you, entered three wrong codes of your authenticator app at {product}, after a right password or another first step.',
        'After ten wrong codes within a day, {product} no longer accepts codes of the app. A passkey, a recovery code or a new password makes the codes work again.',
      ],
      button: '',
      notYou:
        'If it was not you, somebody knows your password or reads your mail. Change your password at once.',
    },
    recovery_code_used: {
      subject: 'A recovery code of your account at {product} was used',
      heading: 'A recovery code was used',
      paragraphs: [
        'Somebody, probably you, used a recovery code of your account at {product}. Codes that are left: {left}.',
        'You can make new codes at any time. If you have lost your second factor, remove it and add another one.',
      ],
      button: '',
      notYou:
        'If it was not you, somebody has your recovery codes and another way into your account. Change your password at once, and make new recovery codes.',
    },
    impersonated: {
      subject: 'An administrator uses your account at {product}',
      heading: 'An administrator uses your account',
      paragraphs: [
        'An administrator of {product} sees and uses your account now, for an hour at most. They gave this reason: {reason}',
        'They cannot change your password, your email or your second factors, nor export or delete the account. Everything they do is recorded.',
      ],
      button: '',
      notYou: 'If you did not ask for help, contact {product}.',
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
        'The receiver of the webhook {webhook} answered that it is gone (410), so {product} no longer sends it anything.',
      ],
      button: '',
      notYou:
        'If the receiver should exist, repair it, enable the webhook again, and replay what it has missed.',
    },
    webhook_failing: {
      subject: 'A webhook of {product} was disabled',
      heading: 'A webhook was disabled',
      paragraphs: [
        'No message to the webhook {webhook} succeeded for five days, so {product} no longer sends it anything.',
      ],
      button: '',
      notYou: 'Repair the receiver, enable the webhook again, and replay what it has missed.',
    },
    access_dropped: {
      subject: 'Earlier ways to sign in to {product} were removed',
      heading: 'Earlier ways to sign in were removed',
      paragraphs: [
        '{provider} has shown {product} for the first time that this email address is yours. Somebody else could have opened the account earlier, so its password, its sessions and other linked providers were removed.',
        'If the password was yours, ask for a password reset to set a new one.',
      ],
      button: '',
      notYou:
        'If it was not you, make sure that nobody else can use your account at {provider} or read your mail.',
    },
    member_access_dropped: {
      subject: 'Earlier ways to sign in to {product} were removed',
      heading: 'Earlier ways to sign in were removed',
      paragraphs: [
        'You have shown for the first time that this email address is yours, and your account is a member of {organization} at {product}. Somebody else could have opened the account earlier, so its password, its sessions and linked providers were removed.',
        'If the password was yours, ask for a password reset to set a new one.',
      ],
      button: '',
      notYou: 'If it was not you, make sure that nobody else reads your mail.',
    },
    mailbox_proven: {
      subject: 'You confirmed your email address for {product}',
      heading: 'You confirmed your email address',
      paragraphs: [
        'For the first time, this mailbox is proven to be the one of the account at {product}. Somebody else could have opened the account earlier.',
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
  /** The link that undoes a change. */
  undo: {
    button: 'This was not me',
    change:
      'If it was not you, somebody else is signed in to your account. Use the link: it undoes the change, and removes everything that was added to the account in the seven days before and since. All sessions end, and the password stops working. The link works until {until}.',
    account:
      'If it was not you who opened the account, use the link: it ends all sessions and removes every way to sign in to the account. Then set a password of your own. The link works until {until}.',
    earlier:
      'If you did not move the account to this address, use the link: the account goes back to the mailbox that it had before, and yours is free for an account of your own. The link works until {until}.',
  },
  /** The results of a first proof, one paragraph each. */
  proven: {
    /** `{until}` ends the link of the earlier mailbox. */
    earlier: 'The account had another mailbox before, which can take it back until {until}.',
    /** The parts below, with commas between them. */
    opened: 'The account was opened {opening}.',
    openedAt: 'on {when}',
    openedBy: 'under the name {name}',
    openedWith: 'with {device}',
    openedFrom: 'from {ipAddress}',
    password: 'The account keeps its earlier password.',
    sessions:
      'Earlier sessions stay signed in: {sessions}. If you do not recognise one, somebody else may have opened the account.',
    /** One session of the list. */
    session: '{when} from {ipAddress}',
    removed: 'These were removed, because they could have been somebody else’s: {removed}.',
    credentials: {
      password: 'the password',
      sessions: 'all sessions',
      links: 'linked providers',
      factors: 'second factors',
      phone: 'the phone number',
    },
  },
  /** Within a sentence, and after a colon. */
  factors: { totp: 'an authenticator app', passkey: 'a passkey' },
  when: 'When',
  ipAddress: 'IP address',
  footer: 'This mail was sent automatically by {product}.',
};

/** The texts that every language must have. */
export type MailTexts = typeof english;
