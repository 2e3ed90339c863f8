import type { OrganizationErrors } from '../en/organization-errors.ts';

/** The Brazilian Portuguese texts of errors that only pages for organizations show. */
export const texts: OrganizationErrors = {
  organization_creation: 'Só administradores criam organizações aqui.',
  member_not_found: 'Esta pessoa não é mais membro.',
  slug_taken: 'Este endereço já está em uso. Escolha outro.',
  domain_taken: 'Outra organização verificou este domínio.',
  domain_not_verified: 'O DNS ainda não tem o registro. Confira-o e tente novamente daqui a pouco.',
  domain_not_found: 'Este domínio não existe mais.',
  role_taken: 'Já existe uma função com este nome. Escolha outro nome.',
  role_not_found: 'Esta função não existe mais.',
  role_in_use: 'Há membros que ainda têm esta função. Dê a eles outras funções primeiro.',
  own_roles_off: 'As organizações não podem definir funções próprias aqui.',
  invitation_not_found: 'Este convite não está mais em aberto.',
  portal_invalid: 'Este link não vale mais. Peça um novo.',
  version_mismatch: 'Alguém alterou esta entrada nesse meio-tempo. Confira-a novamente.',
};
