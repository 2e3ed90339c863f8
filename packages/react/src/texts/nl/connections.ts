import type { ConnectionTexts } from '../en/connections.ts';

/** The Dutch texts of an organization's single sign-on. */
export const texts: ConnectionTexts = {
  intro: 'Mensen loggen in met de identiteitsprovider van uw bedrijf.',
  none: 'Er is nog geen identiteitsprovider gekoppeld.',
  states: { draft: 'Nog niet ingeschakeld', active: 'Aan', disabled: 'Uit' },
  withOwners: 'Logt alle leden in, ook eigenaren.',
  withoutOwners: 'Eigenaren kunnen er pas mee inloggen als een eigenaar hem goedkeurt.',
  stillRequired:
    'Uitgezet omdat een wijziging ongedaan is gemaakt. Niemand logt ermee in totdat u het weer inschakelt, en leden hebben het nog nodig.',
  factors: 'Telt als twee factoren.',
  client: (id) => `Client-ID: ${id}`,
  signOn: (address) => `Inlogpagina: ${address}`,
  certificate: (date) => `Certificaat tot ${date}:`,
  group: (group, roles) => `Mensen in de groep ${group} worden ${roles}.`,
  approve: 'Goedkeuren',
  approveOne: (name) => `${name} goedkeuren`,
  approveTitle: (name) => `${name} goedkeuren?`,
  approveText: (address) => `Wie ${address} beheert, bepaalt dan wie inlogt, ook als eigenaar.`,
  approveSaml: 'Wie de sleutels van deze certificaten heeft, bepaalt dan wie inlogt, ook als eigenaar.',
  approved: (name) => `${name} is goedgekeurd: eigenaren kunnen ermee inloggen.`,
  turnOn: 'Inschakelen',
  turnOnOne: (name) => `${name} inschakelen`,
  turnedOn: (name) => `${name} is aan.`,
  turnOff: 'Uitschakelen',
  turnOffOne: (name) => `${name} uitschakelen`,
  turnOffTitle: (name) => `${name} uitschakelen?`,
  turnOffText: 'Niemand kan er dan nog mee inloggen. De sessies die ermee begonnen, eindigen.',
  turnedOff: (name) => `${name} is uit.`,
  invite: 'Uw beheerder uitnodigen',
  inviteIntro:
    'Een link opent een handleiding voor wie uw identiteitsprovider beheert: eerst het domein, dan de verbinding. Open hem zelf als u dat bent. Er is geen account voor nodig: iedereen die de link heeft, kan hem gebruiken.',
  make: 'Link maken',
  once: (date) => `Kopieer de link nu: hij wordt maar één keer getoond. Hij werkt tot ${date}.`,
  copy: 'Link kopiëren',
  endLinks: 'Alle links beëindigen',
  linksEnded: 'Alle links zijn beëindigd.',
};
