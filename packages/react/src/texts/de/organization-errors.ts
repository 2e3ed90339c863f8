import type { OrganizationErrors } from '../en/organization-errors.ts';

/** The German texts of errors that only pages for organizations show. */
export const texts: OrganizationErrors = {
  organization_creation: 'Nur die Verwaltung legt hier Organisationen an.',
  member_not_found: 'Diese Person ist kein Mitglied mehr.',
  slug_taken: 'Diese Adresse ist vergeben. Wählen Sie eine andere.',
  domain_taken: 'Eine andere Organisation hat diese Domain bestätigt.',
  domain_not_verified:
    'Der Eintrag ist noch nicht in DNS. Prüfen Sie ihn, und versuchen Sie es später noch einmal.',
  domain_not_found: 'Diese Domain gibt es nicht mehr.',
  role_taken: 'Eine Rolle dieses Namens gibt es schon. Wählen Sie einen anderen Namen.',
  role_not_found: 'Diese Rolle gibt es nicht mehr.',
  role_in_use: 'Mitglieder haben diese Rolle noch. Geben Sie ihnen zuerst andere Rollen.',
  own_roles_off: 'Organisationen können hier keine eigenen Rollen festlegen.',
  invitation_not_found: 'Diese Einladung ist nicht mehr offen.',
  portal_invalid: 'Dieser Link ist beendet. Bitten Sie um einen neuen.',
  version_mismatch: 'Jemand hat diese Anmeldung inzwischen geändert. Sehen Sie sie noch einmal an.',
};
