import type { PortalRolesTexts } from '../en/portal-roles.ts';

export const texts: PortalRolesTexts = {
  portalRoles: {
    intro: 'Schrijf elke groep zoals uw identiteitsprovider die stuurt; de test laat dat zien.',
    none: (role) => `Nog geen groep geeft een rol: iedereen krijgt de rol ${role}.`,
    others: (role) => `Alle anderen krijgen de rol ${role}.`,
    group: 'Groep',
    twice: 'Deze groep staat al in de lijst.',
    missing: 'Kies minstens één rol.',
    add: 'Groep toevoegen',
    follow: 'Rollen volgen de groepen bij elke keer inloggen',
    followText: 'Anders worden ze alleen de eerste keer bepaald.',
  },
};
