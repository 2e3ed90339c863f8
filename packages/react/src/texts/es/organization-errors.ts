import type { OrganizationErrors } from '../en/organization-errors.ts';

/** The Spanish texts of errors that only pages for organizations show. */
export const texts: OrganizationErrors = {
  organization_creation: 'Aquí solo los administradores crean organizaciones.',
  member_not_found: 'Esta persona ya no es miembro.',
  slug_taken: 'Esta dirección ya está en uso. Elija otra.',
  domain_taken: 'Otra organización ha verificado este dominio.',
  domain_not_verified:
    'El DNS aún no tiene el registro. Compruébelo y vuelva a intentarlo dentro de un rato.',
  domain_not_found: 'Este dominio ya no existe.',
  role_taken: 'Ya existe un rol con este nombre. Elija otro nombre.',
  role_not_found: 'Este rol ya no existe.',
  role_in_use: 'Hay miembros que aún tienen este rol. Deles antes otros roles.',
  own_roles_off: 'Aquí las organizaciones no pueden definir roles propios.',
  invitation_not_found: 'Esta invitación ya no está pendiente.',
  portal_invalid: 'Este enlace ya no es válido. Pida uno nuevo.',
  version_mismatch: 'Alguien ha cambiado entretanto este inicio de sesión. Revíselo de nuevo.',
};
