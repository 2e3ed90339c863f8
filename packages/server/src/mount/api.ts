import { HOST_ACTOR } from '../features/audit/actors/actor.ts';
import type { Services } from '../services/services.ts';
import { deleteAccount } from '../http/admin/accounts/delete-account.ts';
import { deleteLock } from '../http/admin/accounts/delete-lock.ts';
import { getAccounts } from '../http/admin/accounts/get-accounts.ts';
import { patchAccount } from '../http/admin/accounts/patch-account.ts';
import { postAccount } from '../http/admin/accounts/post-account.ts';
import { queryAccount } from '../http/admin/accounts/query-account.ts';
import { deleteApplication } from '../http/applications/delete-application.ts';
import { deleteApplicationSecret } from '../http/applications/delete-secret.ts';
import { getApplication } from '../http/applications/get-application.ts';
import { getApplications } from '../http/applications/get-applications.ts';
import { patchApplication } from '../http/applications/patch-application.ts';
import { postApplication } from '../http/applications/post-application.ts';
import { postApplicationSecret } from '../http/applications/post-secret.ts';
import { getCodes } from '../http/admin/codes/get-codes.ts';
import { deleteSessionByBody } from '../http/admin/sessions/delete-session.ts';
import { getSessions } from '../http/admin/sessions/get-sessions.ts';
import { getEvents } from '../http/events/get-events.ts';
import { deleteInvitation } from '../http/invitations/delete-invitation.ts';
import { getInvitations } from '../http/invitations/get-invitations.ts';
import { postInvitation } from '../http/invitations/post-invitation.ts';
import { postResend } from '../http/invitations/post-resend.ts';
import { deleteConnection } from '../http/connections/delete-connection.ts';
import { getConnection } from '../http/connections/get-connection.ts';
import { getConnections } from '../http/connections/get-connections.ts';
import { patchConnection } from '../http/connections/patch-connection.ts';
import { postConnection } from '../http/connections/post-connection.ts';
import { deleteDomain } from '../http/organizations/delete-domain.ts';
import { deleteInvitation as deleteOrganizationInvitation } from '../http/organizations/delete-invitation.ts';
import { deleteMember } from '../http/organizations/delete-member.ts';
import { deleteOrganization } from '../http/organizations/delete-organization.ts';
import { deleteRole } from '../http/organizations/delete-role.ts';
import { getDomains } from '../http/organizations/get-domains.ts';
import { getEvents as getOrganizationEvents } from '../http/organizations/get-events.ts';
import { getInvitations as getOrganizationInvitations } from '../http/organizations/get-invitations.ts';
import { getMember } from '../http/organizations/get-member.ts';
import { getMembers } from '../http/organizations/get-members.ts';
import { getOrganization } from '../http/organizations/get-organization.ts';
import { getOrganizations } from '../http/organizations/get-organizations.ts';
import { getRoles } from '../http/organizations/get-roles.ts';
import { patchDomain } from '../http/organizations/patch-domain.ts';
import { patchMember } from '../http/organizations/patch-member.ts';
import { patchOrganization } from '../http/organizations/patch-organization.ts';
import { patchRole } from '../http/organizations/patch-role.ts';
import { postDomainVerify } from '../http/organizations/post-domain-verify.ts';
import { postDomain } from '../http/organizations/post-domain.ts';
import { postInvitation as postOrganizationInvitation } from '../http/organizations/post-invitation.ts';
import { postMember } from '../http/organizations/post-member.ts';
import { postOrganization } from '../http/organizations/post-organization.ts';
import { postResend as postOrganizationResend } from '../http/organizations/post-resend.ts';
import { postRole } from '../http/organizations/post-role.ts';
import { postActivate, postRestore, postSuspend } from '../http/organizations/post-state.ts';
import { postTransfer } from '../http/organizations/post-transfer.ts';
import { callEndpoint } from '../http/wire/call-endpoint.ts';
import type { CallableEndpoint, OrganizationEndpoint } from '../http/wire/endpoint/endpoint.ts';

type Callable<Input, Output> = CallableEndpoint<Input, Output> | OrganizationEndpoint<Input, Output>;

export type KeywardApi = ReturnType<typeof createApi>;

/**
 * The administration for the host application. Each call takes one object with the fields of its route (of
 * body, query and path together), and resolves with the route's body. It runs the route's code, so it follows
 * the same rules. Its events name the actor `service`, `host application`.
 */
export function createApi(services: Services) {
  const call =
    <Input, Output>(endpoint: Callable<Input, Output>) =>
    (input: Input): Promise<Output> =>
      callEndpoint(services, endpoint, input, HOST_ACTOR);
  /** A call whose fields are all optional. */
  const list =
    <Input, Output>(endpoint: Callable<Input, Output>) =>
    (input: Partial<Input> = {}): Promise<Output> =>
      callEndpoint(services, endpoint, input, HOST_ACTOR);
  /** A call whose fields are optional, apart from the id of the organization. */
  const listIn =
    <Input extends { id: string }, Output>(endpoint: Callable<Input, Output>) =>
    (input: Partial<Input> & Pick<Input, 'id'>): Promise<Output> =>
      callEndpoint(services, endpoint, input, HOST_ACTOR);

  return {
    accounts: {
      list: list(getAccounts),
      query: call(queryAccount),
      create: call(postAccount),
      update: call(patchAccount),
      delete: call(deleteAccount),
      unlock: call(deleteLock),
    },
    invitations: {
      list: list(getInvitations),
      create: call(postInvitation),
      revoke: call(deleteInvitation),
      resend: call(postResend),
    },
    sessions: { list: list(getSessions), end: call(deleteSessionByBody) },
    codes: { list: list(getCodes) },
    events: { list: list(getEvents) },
    applications: {
      list: list(getApplications),
      get: call(getApplication),
      create: call(postApplication),
      update: call(patchApplication),
      delete: call(deleteApplication),
      addSecret: call(postApplicationSecret),
      removeSecret: call(deleteApplicationSecret),
    },
    organizations: {
      list: list(getOrganizations),
      get: call(getOrganization),
      create: call(postOrganization),
      update: call(patchOrganization),
      delete: call(deleteOrganization),
      restore: call(postRestore),
      suspend: call(postSuspend),
      activate: call(postActivate),
      transfer: call(postTransfer),
      members: {
        list: listIn(getMembers),
        get: call(getMember),
        add: call(postMember),
        update: call(patchMember),
        remove: call(deleteMember),
      },
      roles: {
        list: call(getRoles),
        create: call(postRole),
        update: call(patchRole),
        delete: call(deleteRole),
      },
      connections: {
        list: call(getConnections),
        get: call(getConnection),
        create: call(postConnection),
        update: call(patchConnection),
        delete: call(deleteConnection),
      },
      events: listIn(getOrganizationEvents),
      domains: {
        list: call(getDomains),
        add: call(postDomain),
        verify: call(postDomainVerify),
        update: call(patchDomain),
        remove: call(deleteDomain),
      },
      invitations: {
        list: listIn(getOrganizationInvitations),
        create: call(postOrganizationInvitation),
        resend: call(postOrganizationResend),
        revoke: call(deleteOrganizationInvitation),
      },
    },
  };
}
