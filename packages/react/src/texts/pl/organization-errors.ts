import type { OrganizationErrors } from '../en/organization-errors.ts';

/** The Polish texts of errors that only pages for organizations show. */
export const texts: OrganizationErrors = {
  organization_creation: 'Organizacje tworzą tu tylko administratorzy.',
  member_not_found: 'Ta osoba już nie jest członkiem.',
  slug_taken: 'Ten adres jest zajęty. Wybierz inny.',
  domain_taken: 'Tę domenę potwierdziła inna organizacja.',
  domain_not_verified: 'DNS nie ma jeszcze rekordu. Sprawdź go i spróbuj ponownie za jakiś czas.',
  domain_not_found: 'Tej domeny już nie ma.',
  role_taken: 'Rola o tej nazwie już istnieje. Wybierz inną nazwę.',
  role_not_found: 'Tej roli już nie ma.',
  role_in_use: 'Członkowie nadal mają tę rolę. Najpierw nadaj im inne role.',
  own_roles_off: 'Organizacje nie mogą tu definiować własnych ról.',
  invitation_not_found: 'To zaproszenie nie jest już otwarte.',
  portal_invalid: 'Ten link nie jest już ważny. Poproś o nowy.',
  version_mismatch: 'Ktoś w międzyczasie zmienił to logowanie. Sprawdź je ponownie.',
};
