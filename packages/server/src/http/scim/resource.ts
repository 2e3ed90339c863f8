import { type Static, Type } from 'typebox';
import type { ErrorKind } from '../../errors.ts';
import type { ListRequest } from '../../features/provisioning/list.ts';
import type { ShownList, View } from '../../features/provisioning/lists.ts';
import { ScimError, type ScimErrorCode } from '../../features/provisioning/scim-error.ts';
import { etagOf, type Part } from '../../features/provisioning/resources.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import type { ProviderContext } from '../wire/endpoint/endpoint.ts';
import { SCIM } from '../wire/json-body.ts';

/** Shared parts of the SCIM routes: parameters, bodies and answers. */

const CONNECTION = Type.String({ maxLength: 64, examples: ['con_4Yb1Qm0cW2nS8tJx6Kd3Vg'] });
export const ScimParams = Type.Object({ connection_id: CONNECTION });
export const ResourceParams = Type.Object({
  connection_id: CONNECTION,
  id: Type.String({ maxLength: 256, examples: ['5f0c2f4e-6f0b-4f43-9f0e-0d6a3c1f9b7e'] }),
});

/** A document of the protocol, whose form `/Schemas` describes. */
export const ScimDocument = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  contentMediaType: SCIM,
  description: 'See `/Schemas`, and RFC 7643',
});

/** The largest body: a group with its members. */
export const MOST_BYTES = 1_048_576;

const Names = (description: string) =>
  Type.Optional(Type.String({ maxLength: 4_096, description, examples: ['userName,emails'] }));

const PART = {
  attributes: Names('What is shown, separated by commas; `id` always is'),
  excludedAttributes: Names('The attributes to leave out, separated by commas'),
};

export const PartQuery = Type.Object(PART);

const SAFE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

export const ListQuery = Type.Object({
  ...PART,
  filter: Type.Optional(
    Type.String({
      maxLength: 4_096,
      description: 'RFC 7644 §3.4.2.2, at most 1,000 characters',
      examples: ['userName eq "ada@acme.example"'],
    }),
  ),
  sortBy: Type.Optional(Type.String({ maxLength: 256, examples: ['userName'] })),
  sortOrder: Type.Optional(Type.String({ maxLength: 32, examples: ['ascending'] })),
  startIndex: Type.Optional(Type.Integer({ ...SAFE, description: 'From 1', examples: [1] })),
  count: Type.Optional(Type.Integer({ ...SAFE, description: 'At most 200', examples: [100] })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 4_096,
      description: 'The `nextCursor` of the last answer; empty: from the beginning (RFC 9865)',
      examples: [''],
    }),
  ),
});

type PartFields = Static<typeof PartQuery>;

/** The part that a query selects. @throws ScimError `invalidValue` for both forms at once (RFC 7644 §3.9) */
export function partIn({ attributes = '', excludedAttributes = '' }: PartFields): Part {
  const split = (names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  return partOf(split(attributes), split(excludedAttributes));
}

function partOf(attributes: readonly string[], excluded: readonly string[]): Part {
  if (attributes.length > 0 && excluded.length > 0)
    throw new ScimError('invalidValue', 'Ask by attributes or by excludedAttributes, not by both.');
  return { attributes, excluded };
}

export async function viewOf(
  { services, asking }: Pick<ProviderContext, 'services' | 'asking'>,
  part: Part,
): Promise<View> {
  return { address: (await services.provisioning()).addressOf(asking.connection.uid), part };
}

/** The parameters in the body of a search (RFC 7644 §3.4.3). @throws ScimError `invalidValue` */
export function searchIn(body: Record<string, unknown>): { request: ListRequest; part: Part } {
  const text = (name: string) => {
    const value = body[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') throw new ScimError('invalidValue', `${name} must be a text.`);
    return value;
  };
  const number = (name: string) => {
    const value = body[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      throw new ScimError('invalidValue', `${name} must be a whole number.`);
    return value;
  };
  const names = (name: string) => {
    const value: unknown = body[name] ?? [];
    const isNames = (all: unknown): all is string[] =>
      Array.isArray(all) && all.every((one) => typeof one === 'string');
    if (!isNames(value)) throw new ScimError('invalidValue', `${name} must be an array of names.`);
    return value;
  };
  return {
    request: {
      filter: text('filter'),
      sortBy: text('sortBy'),
      sortOrder: text('sortOrder'),
      startIndex: number('startIndex'),
      count: number('count'),
      cursor: text('cursor'),
    },
    part: partOf(names('attributes'), names('excludedAttributes')),
  };
}

/** RFC 7644 §3.4.2, RFC 9865 §2. */
export function presentList({ total, startIndex, nextCursor, resources }: ShownList) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    itemsPerPage: resources.length,
    ...(startIndex !== undefined && { startIndex }),
    ...(nextCursor !== undefined && { nextCursor }),
    Resources: resources,
  };
}

type Reply = Pick<ProviderContext, 'reply'>;

/** Answers with a document. */
export function answer<Document extends object>({ reply }: Reply, document: Document): Document {
  reply.header('content-type', SCIM);
  return document;
}

/** Answers with a resource and its version. */
export function answerResource(
  context: Reply,
  { row, resource }: { row: { version: number }; resource: object },
): object {
  context.reply.header('etag', etagOf(row));
  return answer(context, resource);
}

/** Kinds of the catalogue that routes of the protocol can pass on, in its own form. */
export const SCIM_KINDS = ['RouteNotFoundError'] as const satisfies readonly ErrorKind[];
export const WRITE_KINDS = [
  ...SCIM_KINDS,
  'RateLimitedError',
  'LastOwnerError',
  'ConnectionUnapprovedError',
  'OrganizationLimitError',
  'MembershipRefusedError',
  'EmailAlreadyExistsError',
  'HandleAlreadyExistsError',
] as const satisfies readonly ErrorKind[];

/** Shared by routes that change a resource. */
export const CHANGE = {
  params: ResourceParams,
  query: PartQuery,
  body: ScimDocument,
  mostBytes: MOST_BYTES,
  response: { 200: ScimDocument },
  errors: WRITE_KINDS,
  assertExists: assertOrganizations,
} as const;

export const PATCH_ERRORS = [
  'notFound',
  'invalidSyntax',
  'invalidPath',
  'invalidFilter',
  'invalidValue',
  'noTarget',
  'mutability',
  'tooMany',
  'uniqueness',
  'preconditionFailed',
] as const satisfies readonly ScimErrorCode[];
