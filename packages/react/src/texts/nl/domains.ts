import type { DomainTexts } from '../en/domains.ts';

/** The Dutch texts of an organization's domains. */
export const texts: DomainTexts = {
  intro:
    'Bewijs dat een e-maildomein van u is. Dan kunnen de mensen ervan zelf lid worden, als u dat toestaat.',
  none: 'Er is nog geen domein.',
  domain: 'Domein',
  add: 'Domein toevoegen',
  added: 'Het domein is toegevoegd. Zet het record in de DNS en bevestig het dan.',
  states: {
    pending: 'Nog niet bevestigd',
    verified: 'Bevestigd',
    lost: 'Verloren: de DNS heeft het record niet meer',
  },
  record: (type) => `Voeg dit ${type}-record toe aan de DNS. Het kan een uur duren voordat het zichtbaar is.`,
  copyName: 'Naam kopiëren',
  copy: 'Waarde kopiëren',
  verify: 'Bevestigen',
  verifyOne: (domain) => `${domain} bevestigen`,
  verified: (domain) => `${domain} is bevestigd.`,
  joiningOf: (domain) => `Mensen met een e-mailadres van ${domain}`,
  joining: {
    none: 'hebben een uitnodiging nodig',
    suggest: 'krijgen aangeboden lid te worden',
    join: 'worden zelf lid',
    require: 'moeten single sign-on gebruiken',
  },
  require: 'Verplichten',
  requireTitle: (domain) => `Single sign-on verplichten voor ${domain}?`,
  requireText:
    'Leden met zo’n e-mailadres kunnen dan alleen nog inloggen met de identiteitsprovider van uw bedrijf: wachtwoorden, gemailde codes en alle andere manieren werken niet meer voor hen. Sessies die anders zijn begonnen, verliezen de toegang tot deze organisatie. Eigenaren houden een andere manier, tenzij deze dienst dat niet toestaat. Zolang single sign-on uit staat, verandert er niets.',
  removeOne: (domain) => `${domain} verwijderen`,
  removeTitle: (domain) => `${domain} verwijderen?`,
  removeText: 'Niemand kan er vanaf dan nog lid mee worden. Leden blijven.',
  removed: (domain) => `${domain} is verwijderd.`,
};
