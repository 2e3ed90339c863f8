import { deleteDomain } from './delete-domain.ts';
import { deleteInvitation } from './delete-invitation.ts';
import { deleteMember } from './delete-member.ts';
import { deleteOrganization } from './delete-organization.ts';
import { deleteRole } from './delete-role.ts';
import { getDomains } from './get-domains.ts';
import { getEvents } from './get-events.ts';
import { getInvitations } from './get-invitations.ts';
import { getMember } from './get-member.ts';
import { getMembers } from './get-members.ts';
import { getOrganization } from './get-organization.ts';
import { getOrganizations } from './get-organizations.ts';
import { getRoles } from './get-roles.ts';
import { patchDomain } from './patch-domain.ts';
import { patchMember } from './patch-member.ts';
import { patchOrganization } from './patch-organization.ts';
import { patchRole } from './patch-role.ts';
import { postDomainVerify } from './post-domain-verify.ts';
import { postDomain } from './post-domain.ts';
import { postInvitation } from './post-invitation.ts';
import { postLeave } from './post-leave.ts';
import { postMember } from './post-member.ts';
import { postOrganization } from './post-organization.ts';
import { postResend } from './post-resend.ts';
import { postRole } from './post-role.ts';
import { postActivate, postRestore, postSuspend } from './post-state.ts';
import { postTransfer } from './post-transfer.ts';
import type { Route } from '../wire/endpoint/route.ts';
import { OWN } from '../wire/endpoint/limits.ts';

const READ = {
  access: 'organization',
  scope: 'organizations:read',
  impersonated: 'allowed',
} as const;

/** An act on people or rights. */
const ACT = {
  access: 'organization',
  scope: 'organizations:write',
  act: OWN,
  guesses: [],
  impersonated: 'refused',
} as const;

/**
 * Each row has the permission that a member needs, and the scope that a key needs. Superadmins need neither. A
 * superadmin who acts for an account can neither leave nor delete an organization for its owner, nor change its
 * members.
 */
export const organizationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/organization',
    ...READ,
    permission: 'account',
    endpoint: getOrganizations,
  },
  {
    method: 'POST',
    path: '/organization',
    access: 'organization',
    permission: 'account',
    scope: 'organizations:write',
    stepUp: 'by act',
    act: OWN,
    guesses: [],
    impersonated: 'allowed',
    endpoint: postOrganization,
  },
  {
    method: 'GET',
    path: '/organization/:id',
    ...READ,
    permission: 'org:read',
    endpoint: getOrganization,
  },
  {
    method: 'PATCH',
    path: '/organization/:id',
    access: 'organization',
    permission: 'org:write',
    scope: 'organizations:write',
    stepUp: 'by act',
    act: OWN,
    guesses: [],
    impersonated: 'allowed',
    endpoint: patchOrganization,
  },
  {
    method: 'DELETE',
    path: '/organization/:id',
    ...ACT,
    permission: 'org:delete',
    stepUp: 'never',
    endpoint: deleteOrganization,
  },
  {
    method: 'POST',
    path: '/organization/:id/restore',
    access: 'superadmin',
    scope: 'organizations:write',
    stepUp: 'never',
    endpoint: postRestore,
  },
  {
    method: 'POST',
    path: '/organization/:id/suspend',
    access: 'superadmin',
    scope: 'organizations:write',
    stepUp: 'never',
    endpoint: postSuspend,
  },
  {
    method: 'POST',
    path: '/organization/:id/activate',
    access: 'superadmin',
    scope: 'organizations:write',
    stepUp: 'never',
    endpoint: postActivate,
  },
  {
    method: 'POST',
    path: '/organization/:id/leave',
    access: 'organization',
    permission: 'member',
    scope: null,
    stepUp: 'never',
    act: OWN,
    guesses: [],
    impersonated: 'refused',
    endpoint: postLeave,
  },
  {
    method: 'POST',
    path: '/organization/:id/transfer',
    ...ACT,
    permission: 'org:owner',
    stepUp: 'always',
    endpoint: postTransfer,
  },
  {
    method: 'GET',
    path: '/organization/:id/member',
    ...READ,
    permission: 'org:members:read',
    endpoint: getMembers,
  },
  {
    method: 'POST',
    path: '/organization/:id/member',
    access: 'superadmin',
    scope: 'organizations:write',
    stepUp: 'by act',
    endpoint: postMember,
  },
  {
    method: 'GET',
    path: '/organization/:id/member/:account_id',
    ...READ,
    permission: 'org:members:read',
    endpoint: getMember,
  },
  {
    method: 'PATCH',
    path: '/organization/:id/member/:account_id',
    ...ACT,
    permission: 'org:members:write',
    stepUp: 'by act',
    endpoint: patchMember,
  },
  {
    method: 'DELETE',
    path: '/organization/:id/member/:account_id',
    ...ACT,
    permission: 'org:members:write',
    stepUp: 'by act',
    endpoint: deleteMember,
  },
  {
    method: 'GET',
    path: '/organization/:id/invitation',
    ...READ,
    permission: 'org:invitations:write',
    endpoint: getInvitations,
  },
  {
    method: 'POST',
    path: '/organization/:id/invitation',
    ...ACT,
    permission: 'org:invitations:write',
    stepUp: 'by act',
    endpoint: postInvitation,
  },
  {
    method: 'POST',
    path: '/organization/:id/invitation/:invitation_id/resend',
    ...ACT,
    permission: 'org:invitations:write',
    stepUp: 'by act',
    endpoint: postResend,
  },
  {
    method: 'DELETE',
    path: '/organization/:id/invitation/:invitation_id',
    ...ACT,
    permission: 'org:invitations:write',
    stepUp: 'never',
    endpoint: deleteInvitation,
  },
  {
    method: 'GET',
    path: '/organization/:id/event',
    ...READ,
    permission: 'org:audit:read',
    endpoint: getEvents,
  },
  {
    method: 'GET',
    path: '/organization/:id/role',
    ...READ,
    permission: 'member',
    endpoint: getRoles,
  },
  {
    method: 'POST',
    path: '/organization/:id/role',
    ...ACT,
    permission: 'org:roles:write',
    stepUp: 'by act',
    endpoint: postRole,
  },
  {
    method: 'PATCH',
    path: '/organization/:id/role/:name',
    ...ACT,
    permission: 'org:roles:write',
    stepUp: 'by act',
    endpoint: patchRole,
  },
  {
    method: 'DELETE',
    path: '/organization/:id/role/:name',
    ...ACT,
    permission: 'org:roles:write',
    stepUp: 'never',
    endpoint: deleteRole,
  },
  {
    method: 'GET',
    path: '/organization/:id/domain',
    ...READ,
    portal: ['domains'],
    permission: 'member',
    endpoint: getDomains,
  },
  {
    method: 'POST',
    path: '/organization/:id/domain',
    ...ACT,
    portal: ['domains'],
    permission: 'org:domains:write',
    stepUp: 'by act',
    endpoint: postDomain,
  },
  {
    method: 'POST',
    path: '/organization/:id/domain/:domain/verify',
    ...ACT,
    portal: ['domains'],
    permission: 'org:domains:write',
    stepUp: 'by act',
    endpoint: postDomainVerify,
  },
  {
    method: 'PATCH',
    path: '/organization/:id/domain/:domain',
    ...ACT,
    portal: ['domains'],
    permission: 'org:domains:write',
    stepUp: 'by act',
    endpoint: patchDomain,
  },
  {
    method: 'DELETE',
    path: '/organization/:id/domain/:domain',
    ...ACT,
    portal: ['domains'],
    permission: 'org:domains:write',
    stepUp: 'by act',
    endpoint: deleteDomain,
  },
];
