/**
 * Writes the generated files of src from the routes and schemas of the service, so that they cannot differ. Run by
 * `npm run generate`; a test fails while a file is out of date.
 */
import { type TSchema, Type } from 'typebox';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { ERRORS } from '../../server/src/errors.ts';
import { AccountSchema, EventAccountSchema } from '../../server/src/features/audit/serializers/account.ts';
import { ListedSessionSchema, SessionSchema } from '../../server/src/features/audit/serializers/session.ts';
import {
  ActorSchema,
  EVENT_TYPES,
  ORIGIN_FIELDS,
} from '../../server/src/features/audit/events/event-types.ts';
import { AdministeredAccountSchema } from '../../server/src/http/admin/accounts/administered-account.ts';
import { CodeSchema } from '../../server/src/http/admin/codes/get-codes.ts';
import { CountedActionSchema } from '../../server/src/http/admin/schemas.ts';
import { SettingsChangeSchema } from '../../server/src/http/config/get-history.ts';
import { DocumentMatchSchema } from '../../server/src/http/documents/get-search.ts';
import { EventSchema } from '../../server/src/http/events/event-schema.ts';
import { TokenClaimsSchema } from '../../server/src/http/profile/token-claims.ts';
import { OwnSessionSchema } from '../../server/src/http/profile/get-sessions.ts';
import { InvitationSchema } from '../../server/src/http/invitations/invitation.ts';
import { LogSchema } from '../../server/src/http/logs/present-log.ts';
import { DomainSchema } from '../../server/src/http/organizations/domain.ts';
import {
  OrganizationInvitationSchema,
  ReceivedInvitationSchema,
} from '../../server/src/http/organizations/invitation.ts';
import { MemberSchema } from '../../server/src/http/organizations/member.ts';
import { OrganizationSchema } from '../../server/src/http/organizations/organization.ts';
import { OwnOrganizationSchema } from '../../server/src/http/organizations/own-membership.ts';
import { RoleSchema } from '../../server/src/http/organizations/role.ts';
import { LinkSchema, ListedLinkSchema } from '../../server/src/http/presenters/link.ts';
import { DeliverySchema } from '../../server/src/http/webhooks/delivery.ts';
import { ListedWebhookSchema, WebhookSchema } from '../../server/src/http/webhooks/webhook.ts';
import {
  ActionSchema,
  CookieSchema,
  TokenResponseSchema,
} from '../../server/src/http/wire/endpoint/schemas.ts';
import { declaredRoutes, type DeclaredRoute } from '../../server/test/support/routes.ts';
import { ADMIN_METHODS, FACTOR_METHODS, METHODS, ORGANIZATION_METHODS, WITHOUT_METHOD } from './methods.ts';
import { comment, plainTypeOf, type Schema, typeOf } from './schema-types.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const PREFIX = '/auth';

/** In this order, because later types use earlier ones. */
const NAMED: Record<string, Schema> = {
  Account: AccountSchema,
  AdministeredAccount: AdministeredAccountSchema,
  EventAccount: EventAccountSchema,
  SessionRecord: SessionSchema,
  ListedSession: ListedSessionSchema,
  OwnSession: OwnSessionSchema,
  TokenClaims: TokenClaimsSchema,
  ProviderLink: LinkSchema,
  Webhook: WebhookSchema,
  ListedWebhook: ListedWebhookSchema,
  Invitation: InvitationSchema,
  Delivery: DeliverySchema,
  ListedLink: ListedLinkSchema,
  Otp: CodeSchema,
  CookieFacts: CookieSchema,
  TokenResponse: TokenResponseSchema,
  Action: ActionSchema,
  CountedAction: CountedActionSchema,
  LogFile: LogSchema,
  SettingsChange: SettingsChangeSchema,
  Organization: OrganizationSchema,
  OwnOrganization: OwnOrganizationSchema,
  OrganizationMember: MemberSchema,
  OrganizationRole: RoleSchema,
  OrganizationDomain: DomainSchema,
  OrganizationInvitation: OrganizationInvitationSchema,
  ReceivedInvitation: ReceivedInvitationSchema,
  DocumentMatch: DocumentMatchSchema,
};

/** Closer types, from the documentation, for parts that the service's schemas leave open. */
const CLOSER: Record<string, [string, string]> = {
  'GET /log/:name': ['records: (unknown)[];', 'records: (LogRecord | string)[];'],
  'GET /api/documents/tree': ['children?: (unknown)[];', 'children?: DocumentItem[];'],
};

interface Tree {
  readonly [name: string]: string | Tree;
}

/**
 * The text of each generated file below src.
 * @throws Error for a route without a method, or a method without a route
 */
export async function generate(): Promise<Record<string, string>> {
  const routes = new Map(
    (await declaredRoutes(PREFIX)).map((declared) => [keyOf(declared), declared] as const),
  );
  const names = new Map<string, string>();
  const types = Object.entries(NAMED).map(([name, schema]) => {
    const text = plainTypeOf(schema, names);
    names.set(text, name);
    return `export interface ${name} ${text}\n`;
  });
  const unused = new Set(routes.keys());

  function routeOf(key: string): DeclaredRoute {
    const found = routes.get(key);
    if (found === undefined) throw new Error(`The service has no route ${key}; see scripts/methods.ts`);
    unused.delete(key);
    return found;
  }

  function signatures(tree: Tree): string {
    return Object.entries(tree)
      .map(([name, value]) =>
        typeof value === 'string'
          ? `${signature(name, value, routeOf(value), names)}\n`
          : `${name}: {\n${signatures(value)}};\n`,
      )
      .join('');
  }

  const specs = (tree: Tree): string =>
    Object.entries(tree)
      .map(
        ([name, value]) =>
          `${name}: ${typeof value === 'string' ? JSON.stringify(specOf(routeOf(value))) : `{${specs(value)}}`},\n`,
      )
      .join('');

  const methods = `export interface Api {\n${signatures(METHODS)}}\n`;
  const table = `export const ROUTES = {\n${specs(METHODS)}} as const;\n`;
  const events = eventTypes(names);
  names.set(plainTypeOf(EventSchema, names), 'KeywardEvent');
  const further = [
    ['admin', 'Admin', 'adds to `admin`', ADMIN_METHODS],
    ['factors', 'Factors', 'adds as `factors`', FACTOR_METHODS],
    ['organizations', 'Organizations', 'adds by `organizationsOf`', ORGANIZATION_METHODS],
  ] as const;
  const entries = further.map(([entry, name, adds, tree]) => {
    const found = signatures(tree);
    const used = [...names.values()].filter((one) => new RegExp(`\\b${one}\\b`).test(found));
    return [
      `${entry}-api.ts`,
      `${HEADER}${used.length > 0 ? `import type { ${used.join(', ')} } from './api.ts';` : ''}
import type { CallOptions, Result } from './types.ts';

/** The methods that \`@keyward/client/${entry}\` ${adds}. */
export interface ${name}Api {\n${found}}

/** The route of each method, as in \`ROUTES\`. */
export const ${name.toUpperCase()}_ROUTES = {\n${specs(tree)}} as const;
`,
    ] as const;
  });
  const forgotten = [...unused].filter((key) => !(key in WITHOUT_METHOD));
  if (forgotten.length > 0)
    throw new Error(`Name these routes, or say why not, in scripts/methods.ts: ${forgotten.join(', ')}`);

  const errorKinds = `${HEADER}
/** The kinds of error that the service answers with; its documentation has a section for each. */
export type ServiceErrorKind = ${Object.keys(ERRORS)
    .map((kind) => `'${kind}'`)
    .join(' | ')};`;
  const api = `${HEADER}import type { CallOptions, DocumentItem, LogRecord, Result } from './types.ts';

${types.join('\n')}
${events}
/** The methods that call one route each. */
${methods}
/**
 * The route of each method. A leading plus: with the session. A leading question mark: with the session if there is
 * one. A path without a leading slash: below the prefix. After a later question mark: the fields that go into the query
 * although the request has a body.
 */
${table}`;
  const style = { ...(await resolveConfig(SRC)), parser: 'typescript' };
  return {
    'error-kinds.ts': await format(errorKinds, style),
    'api.ts': await format(api, style),
    ...Object.fromEntries(
      await Promise.all(entries.map(async ([file, text]) => [file, await format(text, style)] as const)),
    ),
  };
}

const HEADER = `// Generated by scripts/generate.ts from the routes of the service; do not edit.
`;

/** The union of the events. */
function eventTypes(names: Map<string, string>): string {
  const actor = plainTypeOf(ActorSchema, names);
  names.set(actor, 'Actor');
  const data = Object.entries(EVENT_TYPES).map(
    ([type, { about, data: fields }]) =>
      `${comment([about.replace(/\.$/, '')])}'${type}': ${plainTypeOf(Type.Object<Record<string, TSchema>>(fields), names)};\n`,
  );
  return `export interface Actor ${actor}

/** The fields in the data of every event: the actor, and the origin of the request. */
export interface EventOrigin ${plainTypeOf(Type.Object(ORIGIN_FIELDS), names)}

/** The data of each type of event, apart from {@link EventOrigin}. */
export interface EventData {\n${data.join('')}}

export type EventType = keyof EventData;

/** An event. A comparison of its \`type\` narrows its \`data\`. A newer service may send types that are not listed. */
export type KeywardEvent<Type extends EventType = EventType> = {
  [Name in Type]: {
    /** The same in every delivery of the event. */
    id: string;
    type: Name;
    /** RFC 3339, in UTC */
    timestamp: string;
    data: EventData[Name] & EventOrigin;
  };
}[Type];
`;
}

function objectOf(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function keyOf({ route, path }: DeclaredRoute): string {
  return `${route.method} ${path}`;
}

function signature(
  name: string,
  key: string,
  { route: { endpoint } }: DeclaredRoute,
  names: ReadonlyMap<string, string>,
): string {
  const { params, query, body, response, summary, errors } = endpoint;
  const input = merge(params, query, body);
  const all = Object.values(input.properties ?? {});
  const forms: Schema = body ?? {};
  const type = (forms.documented?.oneOf ?? [input])
    .map(({ required = [] }) => (required === input.required ? input : formOf(input, required)))
    .map((form) => typeOf(form, names, true))
    .join(' | ');
  const optional =
    forms.documented?.oneOf === undefined &&
    (input.required ?? []).every((one) => input.properties?.[one]?.default !== undefined);
  const parameter = all.length === 0 ? 'input?: undefined' : `input${optional ? '?' : ''}: ${type}`;
  const [open, closer] = CLOSER[key] ?? ['', ''];
  const declared = typeOf(answerOf(response), names);
  if (!declared.includes(open)) throw new Error(`${key} no longer answers ${open}`);
  const answer = declared.replace(open, closer);
  const doc = comment([
    summary.replaceAll('\n', ' '),
    `\`${key.replaceAll(/:(\w+)/g, '{$1}')}\``,
    ...(errors.length > 0 ? [`Fails with ${errors.join(', ')}`] : []),
  ]);
  return `${doc}${name}: (${parameter}, options?: CallOptions) => Promise<Result<${answer}>>;`;
}

/** The input of a method whose body has one of several forms. */
function formOf({ properties = {} }: Schema, required: readonly string[]): Schema {
  return objectOf(Object.fromEntries(Object.entries(properties).filter(([name]) => required.includes(name))));
}

/**
 * The input of a method: the fields of path, body and query in one object. A field of the body replaces a query field
 * of the same name.
 */
function merge(...parts: (Schema | undefined)[]): Schema {
  const properties: Record<string, Schema> = Object.assign({}, ...parts.map((part) => part?.properties));
  return { type: 'object', properties, required: parts.flatMap((part) => part?.required ?? []) };
}

/** The answer to a program that accepts JSON: the most detailed one of the success statuses. */
function answerOf(response: Record<number, Schema>): Schema {
  const answers = Object.entries(response).filter(([status]) => status.startsWith('2'));
  const [, answer] = answers.find(([, schema]) => schema.type !== 'null') ?? answers[0] ?? [];
  if (answer === undefined) throw new Error('A route without an answer has no method');
  return answer;
}

function specOf({ route, path }: DeclaredRoute): string {
  const { method, access, endpoint } = route;
  const body: Schema = endpoint.body ?? {};
  const query: Schema = endpoint.query ?? {};
  const names = method === 'GET' ? [] : Object.keys(query.properties ?? {});
  const inQuery = names.filter((name) => body.properties?.[name] === undefined);
  const below = path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length + 1) : path;
  const token = access !== 'public' ? '+' : endpoint.takesSession === true ? '?' : '';
  return `${token}${method} ${below}${inQuery.length > 0 ? `?${inQuery.join()}` : ''}`;
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await generate())) {
    const file = join(SRC, name);
    if (!existsSync(file) || text !== readFileSync(file, 'utf8')) writeFileSync(file, text);
  }
}
