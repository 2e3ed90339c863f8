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
import { callEndpoint } from '../http/wire/call-endpoint.ts';
import type { CallableEndpoint } from '../http/wire/endpoint/endpoint.ts';

export type KeywardApi = ReturnType<typeof createApi>;

/**
 * The administration for the host application. Each call takes one object with the fields of its route (of
 * body, query and path together), and resolves with the route's body. It runs the route's code, so it follows
 * the same rules. Its events name the actor `service`, `host application`.
 */
export function createApi(services: Services) {
  const call =
    <Input, Output>(endpoint: CallableEndpoint<Input, Output>) =>
    (input: Input): Promise<Output> =>
      callEndpoint(services, endpoint, input, HOST_ACTOR);
  /** A call whose fields are all optional. */
  const list =
    <Input, Output>(endpoint: CallableEndpoint<Input, Output>) =>
    (input: Partial<Input> = {}): Promise<Output> =>
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
  };
}
