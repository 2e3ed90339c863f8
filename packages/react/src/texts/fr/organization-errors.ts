import type { OrganizationErrors } from '../en/organization-errors.ts';

/** The French texts of errors that only pages for organizations show. */
export const texts: OrganizationErrors = {
  organization_creation: 'Seuls les administrateurs créent des organisations ici.',
  member_not_found: 'Cette personne n’est plus membre.',
  slug_taken: 'Cette adresse est déjà prise. Choisissez-en une autre.',
  domain_taken: 'Une autre organisation a vérifié ce domaine.',
  domain_not_verified: 'Le DNS n’a pas encore l’enregistrement. Vérifiez-le, et réessayez dans un moment.',
  domain_not_found: 'Ce domaine n’existe plus.',
  role_taken: 'Un rôle porte déjà ce nom. Choisissez un autre nom.',
  role_not_found: 'Ce rôle n’existe plus.',
  role_in_use: 'Des membres ont encore ce rôle. Donnez-leur d’abord d’autres rôles.',
  own_roles_off: 'Les organisations ne peuvent pas définir leurs propres rôles ici.',
  invitation_not_found: 'Cette invitation n’est plus en attente.',
  portal_invalid: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  version_mismatch: 'Quelqu’un a modifié cette connexion entre-temps. Vérifiez-la à nouveau.',
};
