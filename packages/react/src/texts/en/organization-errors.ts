/** The English texts of errors that only pages for organizations show. */
export const texts = {
  organization_creation: 'Only administrators create organizations here.',
  member_not_found: 'This person is no longer a member.',
  slug_taken: 'This address is taken. Choose another.',
  domain_taken: 'Another organization has verified this domain.',
  domain_not_verified: 'DNS does not have the record yet. Check it, and try again in a while.',
  domain_not_found: 'This domain has been removed.',
  role_taken: 'A role with this name already exists. Choose another name.',
  role_not_found: 'This role has been removed.',
  role_in_use: 'Members still have this role. Give them other roles first.',
  own_roles_off: 'Organizations cannot define roles of their own here.',
  invitation_not_found: 'This invitation is no longer open.',
  portal_invalid: 'This link is no longer valid. Ask for a new one.',
  version_mismatch: 'Somebody has changed this sign-in meanwhile. Look at it again.',
};

export type OrganizationErrors = typeof texts;
