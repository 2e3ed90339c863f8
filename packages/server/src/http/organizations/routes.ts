import { deleteMember } from './delete-member.ts';
import { deleteOrganization } from './delete-organization.ts';
import { deleteRole } from './delete-role.ts';
import { getMember } from './get-member.ts';
import { getMembers } from './get-members.ts';
import { getOrganization } from './get-organization.ts';
import { getOrganizations } from './get-organizations.ts';
import { getRoles } from './get-roles.ts';
import { patchMember } from './patch-member.ts';
import { patchOrganization } from './patch-organization.ts';
import { patchRole } from './patch-role.ts';
import { postLeave } from './post-leave.ts';
import { postMember } from './post-member.ts';
import { postOrganization } from './post-organization.ts';
import { postRole } from './post-role.ts';
import { postActivate, postRestore, postSuspend } from './post-state.ts';
import { postTransfer } from './post-transfer.ts';
import type { Route } from '../wire/endpoint/endpoint.ts';
import { OWN } from '../wire/endpoint/limits.ts';

/**
 * What a member needs, or a key. Superadmins need neither. Whoever acts for the owner of an account neither leaves nor
 * deletes an organization for them, nor decides about its members.
 */
export const organizationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/organization',
    access: 'organization',
    permission: 'account',
    scope: 'organizations:read',
    impersonated: 'allowed',
    endpoint: getOrganizations,
  },
  {
    method: 'POST',
    path: '/organization',
    access: 'organization',
    permission: 'account',
    scope: 'organizations:write',
    stepUp: 'never',
    act: OWN,
    guesses: [],
    impersonated: 'allowed',
    endpoint: postOrganization,
  },
  {
    method: 'GET',
    path: '/organization/:id',
    access: 'organization',
    permission: 'org:read',
    scope: 'organizations:read',
    impersonated: 'allowed',
    endpoint: getOrganization,
  },
  {
    method: 'PATCH',
    path: '/organization/:id',
    access: 'organization',
    permission: 'org:write',
    scope: 'organizations:write',
    stepUp: 'never',
    act: OWN,
    guesses: [],
    impersonated: 'allowed',
    endpoint: patchOrganization,
  },
  {
    method: 'DELETE',
    path: '/organization/:id',
    access: 'organization',
    permission: 'org:delete',
    scope: 'organizations:write',
    stepUp: 'never',
    act: OWN,
    guesses: [],
    impersonated: 'refused',
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
    access: 'organization',
    permission: 'org:owner',
    scope: 'organizations:write',
    stepUp: 'always',
    act: OWN,
    guesses: [],
    impersonated: 'refused',
    endpoint: postTransfer,
  },
  {
    method: 'GET',
    path: '/organization/:id/member',
    access: 'organization',
    permission: 'org:members:read',
    scope: 'organizations:read',
    impersonated: 'allowed',
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
    access: 'organization',
    permission: 'org:members:read',
    scope: 'organizations:read',
    impersonated: 'allowed',
    endpoint: getMember,
  },
  {
    method: 'PATCH',
    path: '/organization/:id/member/:account_id',
    access: 'organization',
    permission: 'org:members:write',
    scope: 'organizations:write',
    stepUp: 'by act',
    act: OWN,
    guesses: [],
    impersonated: 'refused',
    endpoint: patchMember,
  },
  {
    method: 'DELETE',
    path: '/organization/:id/member/:account_id',
    access: 'organization',
    permission: 'org:members:write',
    scope: 'organizations:write',
    stepUp: 'by act',
    act: OWN,
    guesses: [],
    impersonated: 'refused',
    endpoint: deleteMember,
  },
  {
    method: 'GET',
    path: '/organization/:id/role',
    access: 'organization',
    permission: 'member',
    scope: 'organizations:read',
    impersonated: 'allowed',
    endpoint: getRoles,
  },
  {
    method: 'POST',
    path: '/organization/:id/role',
    access: 'organization',
    permission: 'org:roles:write',
    scope: 'organizations:write',
    stepUp: 'never',
    act: OWN,
    guesses: [],
    impersonated: 'refused',
    endpoint: postRole,
  },
  {
    method: 'PATCH',
    path: '/organization/:id/role/:name',
    access: 'organization',
    permission: 'org:roles:write',
    scope: 'organizations:write',
    stepUp: 'never',
    act: OWN,
    guesses: [],
    impersonated: 'refused',
    endpoint: patchRole,
  },
  {
    method: 'DELETE',
    path: '/organization/:id/role/:name',
    access: 'organization',
    permission: 'org:roles:write',
    scope: 'organizations:write',
    stepUp: 'never',
    act: OWN,
    guesses: [],
    impersonated: 'refused',
    endpoint: deleteRole,
  },
];
