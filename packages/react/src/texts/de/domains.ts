import type { DomainTexts } from '../en/domains.ts';

/** The German texts of an organization's domains. */
export const texts: DomainTexts = {
  intro:
    'Zeigen Sie, dass eine E-Mail-Domain Ihnen gehört. Dann können ihre Leute selbst beitreten, wenn Sie es erlauben.',
  none: 'Es gibt noch keine Domain.',
  domain: 'Domain',
  add: 'Domain hinzufügen',
  added: 'Die Domain ist hinzugefügt. Tragen Sie ihren Eintrag in DNS ein, und bestätigen Sie sie dann.',
  states: {
    pending: 'Noch nicht bestätigt',
    verified: 'Bestätigt',
    lost: 'Verloren: Der Eintrag fehlt in DNS',
  },
  record: (type) =>
    `Tragen Sie diesen ${type}-Eintrag in DNS ein. Es kann eine Stunde dauern, bis er zu sehen ist.`,
  copyName: 'Namen kopieren',
  copy: 'Wert kopieren',
  verify: 'Bestätigen',
  verifyOne: (domain) => `Bestätigen: ${domain}`,
  verified: (domain) => `${domain} ist bestätigt.`,
  joiningOf: (domain) => `Wer eine E-Mail-Adresse von ${domain} hat,`,
  joining: {
    none: 'braucht eine Einladung',
    suggest: 'bekommt den Beitritt angeboten',
    join: 'tritt selbst bei',
    require: 'muss Single Sign-on benutzen',
  },
  require: 'Verlangen',
  requireTitle: (domain) => `Single Sign-on für ${domain} verlangen?`,
  requireText:
    'Mitglieder mit einer solchen E-Mail melden sich dann nur noch beim Identitätsanbieter Ihrer Firma an: Passwörter, Codes per E-Mail und alle anderen Wege gelten für sie nicht mehr. Sitzungen, die anders begonnen haben, verlieren den Zugang zu dieser Organisation. Eigentümer behalten einen anderen Weg, außer dieser Dienst erlaubt das nicht. Solange Single Sign-on aus ist, ändert sich nichts.',
  removeOne: (domain) => `Entfernen: ${domain}`,
  removeTitle: (domain) => `${domain} entfernen?`,
  removeText: 'Niemand tritt mehr über sie bei. Die Mitglieder bleiben.',
  removed: (domain) => `${domain} ist entfernt.`,
};
