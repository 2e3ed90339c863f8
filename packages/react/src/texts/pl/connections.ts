import type { ConnectionTexts } from '../en/connections.ts';

/** The Polish texts of an organization's single sign-on. */
export const texts: ConnectionTexts = {
  intro: 'Ludzie logują się przez dostawcę tożsamości Twojej firmy.',
  none: 'Żaden dostawca tożsamości nie jest jeszcze połączony.',
  states: { draft: 'Jeszcze niewłączone', active: 'Włączone', disabled: 'Wyłączone' },
  withOwners: 'Loguje wszystkich członków, także właścicieli.',
  withoutOwners: 'Właściciele nie mogą się przez nie logować, dopóki nie zatwierdzi go właściciel.',
  stillRequired:
    'Wyłączone, bo cofnięto zmianę. Nikt się przez to nie zaloguje, dopóki tego nie włączysz, a członkowie nadal tego potrzebują.',
  factors: 'Liczy się jako dwa składniki.',
  client: (id) => `Identyfikator klienta: ${id}`,
  signOn: (address) => `Strona logowania: ${address}`,
  certificate: (date) => `Certyfikat do ${date}:`,
  metadata: (address) => `Osoba, która zarządza ${address}, może codziennie wymienić certyfikaty.`,
  group: (group, roles) => `Osoby z grupy ${group} otrzymują rolę ${roles}.`,
  approve: 'Zatwierdź',
  approveOne: (name) => `Zatwierdź ${name}`,
  approveTitle: (name) => `Zatwierdzić ${name}?`,
  approveText: (address) =>
    `Osoba, która zarządza ${address}, decyduje wtedy, kto się loguje, także jako właściciel.`,
  approveSaml:
    'Osoba, która ma klucze tych certyfikatów, decyduje wtedy, kto się loguje, także jako właściciel.',
  approved: (name) => `Zatwierdzono ${name}.`,
  turnOn: 'Włącz',
  turnOnOne: (name) => `Włącz ${name}`,
  turnOnTitle: (name) => `Włączyć ${name}?`,
  turnedOn: (name) => `Włączono ${name}.`,
  turnOff: 'Wyłącz',
  turnOffOne: (name) => `Wyłącz ${name}`,
  turnOffTitle: (name) => `Wyłączyć ${name}?`,
  turnOffText: 'Nikt nie będzie mógł się przez nie zalogować. Sesje rozpoczęte w ten sposób się kończą.',
  turnedOff: (name) => `Wyłączono ${name}.`,
  invite: 'Zaproś swojego administratora',
  inviteIntro:
    'Link otwiera przewodnik dla osoby, która zarządza Twoim dostawcą tożsamości: najpierw domena, potem połączenie. Otwórz go samodzielnie, jeśli to Ty. Nie wymaga konta: może go użyć każdy, kto go ma.',
  make: 'Utwórz link',
  once: (date) => `Skopiuj link teraz: jest pokazywany tylko raz. Działa do ${date}.`,
  copy: 'Kopiuj link',
  endLinks: 'Zakończ wszystkie linki',
  linksEnded: 'Wszystkie linki są zakończone.',
};
