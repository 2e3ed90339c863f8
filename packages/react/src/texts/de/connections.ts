import type { ConnectionTexts } from '../en/connections.ts';

/** The German texts of an organization's single sign-on. */
export const texts: ConnectionTexts = {
  intro: 'Ihre Leute melden sich beim Identitätsanbieter Ihrer Firma an.',
  none: 'Es ist noch kein Identitätsanbieter verbunden.',
  states: { draft: 'Noch aus', active: 'An', disabled: 'Aus' },
  withOwners: 'Meldet alle Mitglieder an, auch Eigentümer.',
  withoutOwners: 'Eigentümer können sich damit erst anmelden, wenn ein Eigentümer sie freigibt.',
  stillRequired:
    'Ausgeschaltet, weil eine Änderung rückgängig gemacht wurde. Niemand meldet sich darüber an, bis Sie sie wieder einschalten, und Mitglieder brauchen sie weiterhin.',
  factors: 'Zählt als zwei Faktoren.',
  client: (id) => `Client-ID: ${id}`,
  signOn: (address) => `Anmeldeseite: ${address}`,
  certificate: (date) => `Zertifikat bis ${date}:`,
  metadata: (address) => `Wer ${address} betreibt, kann die Zertifikate täglich ersetzen.`,
  group: (group, roles) => `Wer in der Gruppe ${group} ist, wird ${roles}.`,
  approve: 'Freigeben',
  approveOne: (name) => `${name} freigeben`,
  approveTitle: (name) => `${name} freigeben?`,
  approveText: (address) => `Wer ${address} betreibt, bestimmt dann, wer sich anmeldet, auch als Eigentümer.`,
  approveSaml:
    'Wer die Schlüssel dieser Zertifikate hat, bestimmt dann, wer sich anmeldet, auch als Eigentümer.',
  approved: (name) => `${name} ist freigegeben.`,
  turnOn: 'Einschalten',
  turnOnOne: (name) => `${name} einschalten`,
  turnOnTitle: (name) => `${name} einschalten?`,
  turnedOn: (name) => `${name} ist an.`,
  turnOff: 'Ausschalten',
  turnOffOne: (name) => `${name} ausschalten`,
  turnOffTitle: (name) => `${name} ausschalten?`,
  turnOffText: 'Niemand kann sich mehr darüber anmelden. Die Sitzungen, die so begannen, enden.',
  turnedOff: (name) => `${name} ist aus.`,
  invite: 'Administrator einladen',
  inviteIntro:
    'Ein Link öffnet eine Anleitung für die Person, die Ihren Identitätsanbieter verwaltet: erst die Domain, dann die Verbindung. Öffnen Sie ihn selbst, wenn Sie das sind. Er braucht kein Konto: Jeder, der ihn hat, kann ihn nutzen.',
  make: 'Link erstellen',
  once: (date) => `Kopieren Sie den Link jetzt: Er wird nur einmal gezeigt. Er gilt bis ${date}.`,
  copy: 'Link kopieren',
  endLinks: 'Alle Links beenden',
  linksEnded: 'Alle Links sind beendet.',
};
