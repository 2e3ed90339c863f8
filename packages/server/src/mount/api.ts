import type { TSchema } from 'typebox';
import { type FieldError, invalidFields } from '../errors.ts';
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
import type { CallableEndpoint } from '../http/wire/endpoint/endpoint.ts';
import { asKeywardError } from '../http/wire/error-response.ts';
import { asAnswered, problemsOf } from '../http/wire/schema-compilers.ts';
import { validationFields } from '../http/wire/validation.ts';

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
      run(services, endpoint, input);
  /** A call whose fields are all optional. */
  const list =
    <Input, Output>(endpoint: CallableEndpoint<Input, Output>) =>
    (input: Partial<Input> = {}): Promise<Output> =>
      run(services, endpoint, input);

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

/** @throws KeywardError those of the route, and `ValidationError` for a field that it does not have */
async function run<Output>(
  services: Services,
  endpoint: CallableEndpoint<unknown, Output>,
  input: unknown,
): Promise<Output> {
  try {
    const { body, query, params } = partsOf(endpoint, input);
    const answer = await endpoint.handle({
      services,
      body,
      query,
      params,
      client: HOST_ACTOR.client,
      origin: undefined,
      signal: new AbortController().signal,
      actor: HOST_ACTOR,
    });
    const [schema] = Object.values(endpoint.response);
    if (schema === undefined) throw new Error('an endpoint without an answer');
    // The type comes from the schema.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return asAnswered(schema, answer) as Output;
  } catch (thrown) {
    const error = asKeywardError(thrown);
    if (error.kind === 'InternalError') services.report(thrown, 'api');
    throw error;
  }
}

type Part = 'params' | 'body' | 'query';
const PARTS: readonly Part[] = ['params', 'body', 'query'];

/** Distributes the fields of a call to the parts of a request. @throws KeywardError `ValidationError` */
function partsOf(endpoint: CallableEndpoint, input: unknown): Record<Part, unknown> {
  if (typeof input !== 'object' || input === null)
    throw invalidFields({ path: 'input', message: 'must be an object with the fields of the call' });
  // A copy as HTTP would carry it, without undefined fields.
  const given = new Map<string, unknown>(Object.entries(JSON.parse(JSON.stringify(input))));
  const parts: Record<Part, unknown> = { params: undefined, body: undefined, query: undefined };
  const problems: FieldError[] = [];
  for (const part of PARTS) {
    const schema = endpoint[part];
    if (schema === undefined) continue;
    const fields = namesOf(schema).filter((name) => given.has(name));
    const value = Object.fromEntries(fields.map((name) => [name, given.get(name)]));
    for (const name of fields) given.delete(name);
    problems.push(...validationFields(problemsOf(schema, value)));
    parts[part] = value;
  }
  for (const path of given.keys())
    problems.push({ path, message: 'is not a field of this call; leave it out' });
  if (problems.length > 0) throw invalidFields(...problems);
  return parts;
}

function namesOf(schema: TSchema): string[] {
  return 'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
    ? Object.keys(schema.properties)
    : [];
}
