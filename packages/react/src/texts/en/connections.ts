/** The English texts of an organization's single sign-on. Only their tab loads them. */
export const texts = {
  intro: 'People sign in with the identity provider of your company.',
  none: 'No identity provider is connected yet.',
  states: { draft: 'Not turned on', active: 'On', disabled: 'Off' },
  withOwners: 'Signs in every member, owners too.',
  withoutOwners: 'Owners cannot sign in with it until an owner approves it.',
  stillRequired:
    'Turned off when a change was undone. Nobody signs in with it until you turn it on again, and members still need it.',
  factors: 'Counts as two factors.',
  client: (id: string) => `Client ID: ${id}`,
  signOn: (address: string) => `Sign-in page: ${address}`,
  certificate: (date: string) => `Certificate until ${date}:`,
  group: (group: string, roles: string) => `People in the group ${group} become ${roles}.`,
  approve: 'Approve',
  approveOne: (name: string) => `Approve ${name}`,
  approveTitle: (name: string) => `Approve ${name}?`,
  approveText: (address: string) => `Whoever runs ${address} then decides who signs in, also as an owner.`,
  approveSaml: 'Whoever holds the keys of these certificates then decides who signs in, also as an owner.',
  approved: (name: string) => `${name} is approved: owners can sign in with it.`,
  turnOn: 'Turn on',
  turnOnOne: (name: string) => `Turn on ${name}`,
  turnedOn: (name: string) => `${name} is on.`,
  turnOff: 'Turn off',
  turnOffOne: (name: string) => `Turn off ${name}`,
  turnOffTitle: (name: string) => `Turn off ${name}?`,
  turnOffText: 'Nobody can sign in with it. The sessions that it began end.',
  turnedOff: (name: string) => `${name} is off.`,
  invite: 'Invite your administrator',
  inviteIntro:
    'A link opens a guide for whoever manages your identity provider: first your domain, then the connection. Open it yourself if that is you. It needs no account: anybody who has it can use it.',
  make: 'Make a link',
  once: (date: string) => `Copy the link now: it is shown only once. It works until ${date}.`,
  copy: 'Copy link',
  endLinks: 'End all links',
  linksEnded: 'All links have ended.',
};

export type ConnectionTexts = typeof texts;
