import type { OrganizationErrors } from '../en/organization-errors.ts';

/** The Italian texts of errors that only pages for organizations show. */
export const texts: OrganizationErrors = {
  organization_creation: 'Qui solo gli amministratori creano organizzazioni.',
  member_not_found: 'Questa persona non è più membro.',
  slug_taken: 'Questo indirizzo è già in uso. Ne scelga un altro.',
  domain_taken: 'Un’altra organizzazione ha verificato questo dominio.',
  domain_not_verified: 'Il DNS non ha ancora il record. Lo controlli e riprovi tra poco.',
  domain_not_found: 'Questo dominio non esiste più.',
  role_taken: 'Esiste già un ruolo con questo nome. Scelga un altro nome.',
  role_not_found: 'Questo ruolo non esiste più.',
  role_in_use: 'Alcuni membri hanno ancora questo ruolo. Dia loro prima altri ruoli.',
  own_roles_off: 'Qui le organizzazioni non possono definire ruoli propri.',
  invitation_not_found: 'Questo invito non è più in attesa.',
  portal_invalid: 'Questo link non è più valido. Ne chieda uno nuovo.',
  version_mismatch: 'Qualcuno ha modificato questo accesso nel frattempo. Lo controlli di nuovo.',
};
