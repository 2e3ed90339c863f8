import type { TSchema } from 'typebox';
import type { Scope } from '../../features/audit/actors/scopes.ts';
import { CaptchaHeader } from '../wire/captcha.ts';
import type { Contract } from '../wire/endpoint/endpoint.ts';
import { type Route, type StepUp, stepUpOf } from '../wire/endpoint/route.ts';
import { inKiB } from '../wire/read-body.ts';
import { errorResponses, errorSentence } from './errors.ts';
import { exampleOf } from './examples.ts';
import { isObject, type Json, jsonSchema } from './schemas.ts';
import { tagOf } from './tags.ts';

/** The allowed callers of a route, in words. */
const ACCESS: Record<Route['access'], string> = {
  public: 'For anybody.',
  bearer: 'Requires a signed-in account.',
  organization: 'For members of the organization, and superadmins.',
  superadmin: 'For superadmins.',
  'superadmin-or-cookie': 'For superadmins, by Bearer token or, in every mode, by access cookie.',
  portal: 'For the holder of a link to the portal.',
  connection: 'For the identity provider of a connection, with a token of that connection.',
  mailbox: 'Requires the key of the mailbox, or a superadmin. Exists only while mails are caught.',
};

const BEARER: readonly Json[] = [{ bearer: [] }, { accessCookie: [] }];
const SUPERADMIN: readonly Json[] = [...BEARER, { consoleCookie: [] }];
const NOBODY: Json = {};
const FORM = 'application/x-www-form-urlencoded';

/** The descriptions of answers whose schemas have none. */
const DESCRIPTIONS: Record<number, string> = {
  200: 'Success',
  201: 'Created',
  204: 'Done; the answer has no body',
  303: 'The address to continue at',
  307: 'The address to continue at; its query reports failures',
};

/** The scope that an API key needs for a route; null: no key is accepted. */
function scopeOf(route: Route): Scope | null {
  return 'scope' in route ? route.scope : null;
}

const STEP_UP: Record<StepUp, string> = {
  always: ' Requires a sign-in or a reauthentication in the last ten minutes.',
  'by act': ' Some requests require a sign-in or a reauthentication in the last ten minutes.',
  never: '',
};

function callers(route: Route): string {
  const scope = scopeOf(route);
  const keys = scope === null ? '' : ` For API keys with the scope \`${scope}\`.`;
  const { mostBytes } = route.endpoint;
  const size = mostBytes === undefined ? '' : ` Its body may have ${inKiB(mostBytes)}.`;
  return who(route) + keys + STEP_UP[stepUpOf(route)] + size;
}

function who(route: Route): string {
  if (route.access === 'portal')
    return `${ACCESS.portal} Its sections must include ${route.sections.map((one) => `\`${one}\``).join(' or ')}.`;
  if (route.access !== 'organization' || route.permission === 'member') return ACCESS[route.access];
  return route.permission === 'account'
    ? ACCESS.bearer
    : `For members with the permission \`${route.permission}\` in the organization, and superadmins.`;
}

/** The OpenAPI operation of a route. @param schemas the components that it refers to, for its examples */
export function operation(route: Route, id: string, schemas: Json): Json {
  const { endpoint } = route;
  const [summary = '', ...rest] = endpoint.summary.split('; ');
  const { params, query, headers } = endpoint;
  const described = [
    ...parameters('path', params),
    ...parameters('query', query),
    ...parameters('header', headers),
    ...(endpoint.captcha === undefined ? [] : parameters('header', CaptchaHeader)),
  ];
  return {
    operationId: id,
    summary,
    description: `${[...rest.map(sentence), callers(route)].join(' ')}\n\n${errorSentence(route)}`,
    tags: [tagOf(route)],
    security: security(route),
    ...(described.length > 0 && { parameters: described }),
    ...(endpoint.body !== undefined && {
      requestBody: {
        required: endpoint.bodyOptional !== true,
        content: content(endpoint.body, schemas, true),
      },
    }),
    ...(endpoint.form !== undefined && {
      requestBody: { required: true, content: { [FORM]: { schema: jsonSchema(endpoint.form) } } },
    }),
    responses: {
      ...successes(endpoint, schemas),
      ...errorResponses(route),
    },
  };
}

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

function security(route: Route): readonly Json[] {
  const { path, access, endpoint } = route;
  const scope = scopeOf(route);
  const refreshes = path === '/token/refresh';
  if (refreshes) return [NOBODY, { refreshCookie: [] }];
  if (access === 'public') return endpoint.takesSession === true ? [NOBODY, ...BEARER] : [];
  if (access === 'portal') return [{ portalToken: [] }];
  if (access === 'connection') return [{ provisioning: [] }];
  if (access === 'mailbox') return [{ mailboxKey: [] }, ...SUPERADMIN];
  if (scope !== null) return [...SUPERADMIN, { apiKey: [scope] }];
  if (access !== 'bearer') return SUPERADMIN;
  return endpoint.signsOut === true ? [...BEARER, { refreshCookie: [] }] : BEARER;
}

function parameters(where: 'path' | 'query' | 'header', schema: TSchema | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = jsonSchema(schema);
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = isObject(property) ? property : {};
    // Values in an address arrive as text, whatever their type.
    const described: Json = Object.keys(rest).length === 0 ? { type: 'string' } : rest;
    const isRequired = where === 'path' || (Array.isArray(required) && required.includes(name));
    return {
      name,
      in: where,
      // A default fills in an omitted value, although the schema calls the parameter required.
      required: isRequired && !('default' in described),
      ...(description !== undefined && { description }),
      schema: described,
      ...(isRequired && !('default' in described) && { example: exampleOf(described, {}, false, name) }),
    };
  });
}

function successes({ response, issuesTokens }: Contract, schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(response).map(([status, schema]) => {
      const { description = DESCRIPTIONS[Number(status)] ?? 'Success' } = jsonSchema(schema);
      const empty = 'type' in schema && schema.type === 'null';
      const headers = {
        'X-Request-Id': { $ref: '#/components/headers/RequestId' },
        ...(status.startsWith('3') && { Location: { $ref: '#/components/headers/Location' } }),
      };
      const inCookies =
        issuesTokens === 'in the body'
          ? '; in cookie mode and for the console with the tokens in Set-Cookie'
          : '';
      return [
        status,
        {
          description: `${String(description)}${inCookies}`,
          headers,
          ...(!empty && { content: content(schema, schemas, false) }),
        },
      ];
    }),
  );
}

function content(schema: TSchema, schemas: Json, requiredOnly: boolean): Json {
  const type = 'contentMediaType' in schema ? String(schema.contentMediaType) : 'application/json';
  const described = jsonSchema(schema);
  const isJson = type === 'application/json';
  return {
    [type]: {
      schema: described,
      ...(isJson && { example: exampleOf(described, schemas, requiredOnly) }),
    },
  };
}
