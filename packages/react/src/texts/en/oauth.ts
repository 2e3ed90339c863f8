/** The English texts of what applications ask for. Only their pages load them. */
export const texts = {
  asked: {
    may: (name: string) => `${name} will be able to:`,
    nothing: 'Nothing in your account',
    at: (names: string) => `At: ${names}`,
    switch: 'Use another account',
    homepage: 'Website',
    policy: 'Privacy',
    terms: 'Terms',
  },
  consent: {
    title: (name: string) => `Sign in to ${name}?`,
    over: 'This request is over',
    leads: (host: string) => `Takes you to ${host}`,
    opens: (scheme: string) => `Opens a program on this device (${scheme})`,
    anybody: (name: string) =>
      `Any program on this device can call itself ${name}. Allow it only if you have just started it yourself.`,
    lacksFactor: (name: string) =>
      `${name} asks for a second step, and your account has none. Add one, then start again in the application.`,
    allow: 'Allow',
    deny: 'Deny',
    undo: 'You can disconnect the application on the page of your account at any time.',
    back: (name: string) => `Back to ${name}`,
    close: 'The application continues. You can close this page.',
    open: (name: string) => `Open ${name}`,
  },
  device: {
    title: 'Connect a device',
    intro: 'Enter the code that the device or the program shows.',
    same: 'Does your device show this code? Continue only if it does.',
    hint: 'Eight letters, in upper or lower case.',
    wrong: 'No device is waiting for this code. Check it, or get a new one on the device.',
    askTitle: (name: string) => `Sign in to ${name} on another device?`,
    from: (address: string) => `Requested from ${address}`,
    fromWith: (address: string, program: string) => `Requested from ${address} with ${program}`,
    warning:
      'Continue only if you started this yourself, on a device that is with you. If somebody sent you this code or link, they want to get into your account: choose Deny.',
    allowed: 'The device is signed in',
    allowedText: (name: string) => `${name} will continue on its own. You can close this page.`,
    denied: 'The device was refused',
    deniedText: 'It has no access to your account. You can close this page.',
  },
};

export type OAuthTexts = typeof texts;
