import type { PortalRolesTexts } from '../en/portal-roles.ts';

export const texts: PortalRolesTexts = {
  portalRoles: {
    intro: 'Schreiben Sie jede Gruppe so, wie Ihr Identitätsanbieter sie sendet; der Test zeigt es.',
    none: (role) => `Noch gibt keine Gruppe eine Rolle: Alle bekommen die Rolle ${role}.`,
    others: (role) => `Alle anderen bekommen die Rolle ${role}.`,
    group: 'Gruppe',
    twice: 'Diese Gruppe steht schon in der Liste.',
    missing: 'Wählen Sie mindestens eine Rolle.',
    add: 'Gruppe hinzufügen',
    follow: 'Rollen folgen den Gruppen bei jeder Anmeldung',
    followText: 'Sonst legt nur die erste Anmeldung sie fest.',
  },
};
