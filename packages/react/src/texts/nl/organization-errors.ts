import type { OrganizationErrors } from '../en/organization-errors.ts';

/** The Dutch texts of errors that only pages for organizations show. */
export const texts: OrganizationErrors = {
  organization_creation: 'Alleen beheerders maken hier organisaties.',
  member_not_found: 'Deze persoon is geen lid meer.',
  slug_taken: 'Dit adres is al in gebruik. Kies een ander.',
  domain_taken: 'Een andere organisatie heeft dit domein bevestigd.',
  domain_not_verified: 'De DNS heeft het record nog niet. Controleer het en probeer het later opnieuw.',
  domain_not_found: 'Dit domein is er niet meer.',
  role_taken: 'Er bestaat al een rol met deze naam. Kies een andere naam.',
  role_not_found: 'Deze rol is er niet meer.',
  role_in_use: 'Leden hebben deze rol nog. Geef ze eerst andere rollen.',
  own_roles_off: 'Organisaties kunnen hier geen eigen rollen maken.',
  invitation_not_found: 'Deze uitnodiging staat niet meer open.',
  portal_invalid: 'Deze link is niet meer geldig. Vraag een nieuwe aan.',
  version_mismatch: 'Iemand heeft deze login intussen gewijzigd. Bekijk deze opnieuw.',
};
