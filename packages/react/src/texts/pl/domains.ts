import type { DomainTexts } from '../en/domains.ts';

/** The Polish texts of an organization's domains. */
export const texts: DomainTexts = {
  intro:
    'Udowodnij, że domena e-mail należy do Ciebie. Wtedy jej użytkownicy mogą dołączać sami, jeśli na to pozwolisz.',
  none: 'Nie ma jeszcze domeny.',
  domain: 'Domena',
  add: 'Dodaj domenę',
  added: 'Domena jest dodana. Umieść jej rekord w DNS, a potem ją potwierdź.',
  states: {
    pending: 'Jeszcze niepotwierdzona',
    verified: 'Potwierdzona',
    lost: 'Utracona: DNS nie ma już rekordu',
  },
  record: (type) => `Dodaj ten rekord ${type} do DNS. Może być widoczny dopiero po godzinie.`,
  copyName: 'Kopiuj nazwę',
  copy: 'Kopiuj wartość',
  verify: 'Potwierdź',
  verifyOne: (domain) => `Potwierdź ${domain}`,
  verified: (domain) => `Domena ${domain} jest potwierdzona.`,
  joiningOf: (domain) => `Osoby z adresem w domenie ${domain}`,
  joining: {
    none: 'potrzebują zaproszenia',
    suggest: 'otrzymują propozycję dołączenia',
    join: 'dołączają same',
    require: 'muszą używać logowania jednokrotnego',
  },
  require: 'Wymagaj',
  requireTitle: (domain) => `Wymagać logowania jednokrotnego dla ${domain}?`,
  requireText:
    'Członkowie z takim adresem będą mogli logować się tylko przez dostawcę tożsamości Twojej firmy: hasła, kody z e-maili i wszystkie inne sposoby przestaną dla nich działać. Sesje rozpoczęte inaczej utracą dostęp do tej organizacji. Właściciele zachowują inny sposób, chyba że ta usługa na to nie pozwala. Dopóki logowanie jednokrotne jest wyłączone, nic się nie zmienia.',
  removeOne: (domain) => `Usuń ${domain}`,
  removeTitle: (domain) => `Usunąć ${domain}?`,
  removeText: 'Odtąd nikt nie może dzięki niej dołączyć. Członkowie pozostają.',
  removed: (domain) => `Usunięto: ${domain}.`,
};
