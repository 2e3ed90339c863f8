import type { TSchema } from 'typebox';
import { type FieldError, invalidFields } from '../../errors.ts';
import type { Actor } from '../../features/audit/actors/actor.ts';
import type { Services } from '../../services/services.ts';
import { actorAsks } from '../../features/organizations/access.ts';
import type { CallableEndpoint, Contract, OrganizationEndpoint } from './endpoint/endpoint.ts';
import { asKeywardError } from './error-response.ts';
import { asAnswered, problemsOf } from './schema-compilers.ts';
import { validationFields } from './validation.ts';

/**
 * Runs an endpoint without a request, by the same rules.
 * @param input the fields of its body, query and path together
 * @throws KeywardError those of the route, and `ValidationError` for a field that it does not have
 */
export async function callEndpoint<Input, Output>(
  services: Services,
  endpoint: CallableEndpoint<Input, Output> | OrganizationEndpoint<Input, Output>,
  input: unknown,
  actor: Actor,
): Promise<Output> {
  try {
    const { body, query, params } = partsOf(endpoint, input);
    endpoint.assertExists?.(services, params);
    const answer = await endpoint.handle({
      services,
      body,
      query,
      params,
      client: actor.client,
      origin: undefined,
      signal: actor.signal ?? new AbortController().signal,
      actor,
      asker: actorAsks(actor),
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
function partsOf(endpoint: Contract, input: unknown): Record<Part, unknown> {
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
