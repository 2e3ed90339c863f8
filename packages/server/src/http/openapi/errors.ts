import { errorCode, type ErrorKind, ERRORS } from '../../errors.ts';
import { OAUTH_ERRORS, type OAuthErrorCode } from '../../features/oauth/oauth-error.ts';
import { SCIM_ERRORS, type ScimErrorCode } from '../../features/provisioning/scim-error.ts';
import { http } from '../../lib/node-http.ts';
import { declaredErrors } from '../wire/declared-errors.ts';
import type { Route } from '../wire/endpoint/route.ts';
import type { ErrorBody } from '../wire/error-response.ts';
import { allOAuthErrors, oauthRefusalOf } from '../wire/oauth-errors.ts';
import { allScimErrors, scimBody, scimCodeOf } from '../wire/scim-errors.ts';
import { SCIM } from '../wire/json-body.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { type Json, jsonSchema } from './schemas.ts';

const KINDS = Object.keys(ERRORS).filter((name): name is ErrorKind => name in ERRORS);

/**
 * The bodies of errors: those of the service, and those of the OAuth endpoints. One schema for all: with one for each
 * combination of kinds, every generated client would have a type for each status of each route.
 */
export const ERROR_SCHEMAS: Json = {
  Error: {
    type: 'object',
    required: ['success', 'error', 'error_code', 'message', 'request_id'],
    properties: {
      success: { type: 'boolean', const: false },
      error: { $ref: '#/components/schemas/ErrorKind' },
      error_code: { $ref: '#/components/schemas/ErrorCode' },
      message: { type: 'string', description: 'What is wrong and what to do' },
      details: { $ref: '#/components/schemas/ErrorDetails' },
      request_id: { type: 'string', description: 'As in X-Request-Id, and in the log' },
    },
  },
  OAuthError: {
    type: 'object',
    required: ['error', 'error_description'],
    properties: {
      error: { type: 'string', enum: Object.keys(OAUTH_ERRORS), description: 'RFC 6749 §5.2' },
      error_description: { type: 'string', description: 'What is wrong and what to do, for people' },
    },
  },
  ScimError: {
    type: 'object',
    required: ['schemas', 'status', 'detail'],
    properties: {
      schemas: { type: 'array', items: { type: 'string' } },
      status: { type: 'string', description: 'The status, as a text' },
      scimType: { type: 'string', description: 'RFC 7644 §3.12' },
      detail: { type: 'string', description: 'What is wrong and what to do, for people' },
    },
  },
  ErrorKind: {
    type: 'string',
    enum: KINDS,
    description: 'A kind of error; errors.md has a section for each',
  },
  ErrorCode: { type: 'string', enum: KINDS.map(errorCode), description: 'The same kind in snake case' },
  ErrorDetails: {
    type: 'object',
    description: 'Facts that a program can use; only some kinds have any',
    properties: {
      fields: {
        type: 'array',
        items: { $ref: '#/components/schemas/FieldError' },
        description: 'The invalid fields',
      },
      rules: {
        type: 'array',
        items: { type: 'string' },
        description: 'The rules that a weak password breaks',
      },
      reason: {
        type: 'string',
        description: 'Why, for some: `private_address` is in a network that the operator has not allowed',
      },
    },
  },
  FieldError: {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'string', description: 'Name of the field, with dots between levels' },
      message: { type: 'string', description: 'The remedy' },
    },
  },
};

/** Headers of answers, by purpose. */
export const HEADER_COMPONENTS: Json = {
  RequestId: { description: 'Names the request in the log', schema: { type: 'string' } },
  RetryAfter: { description: 'Whole seconds to wait', schema: { type: 'integer', minimum: 1 } },
  Challenge: { description: 'RFC 6750 §3', schema: { type: 'string' } },
  Location: { description: 'The address to continue at', schema: { type: 'string', format: 'uri' } },
};

/** A kind of the catalogue, or a code of the RFCs of OAuth or SCIM. */
type ErrorName = ErrorKind | OAuthErrorCode | ScimErrorCode;

/** The errors that a route can answer with, by status. */
export function errorsByStatus(route: Route): Map<number, ErrorName[]> {
  const { errorStatus, oauthErrors, scimErrors } = route.endpoint;
  const all: [status: number, name: ErrorName][] = [...declaredErrors(route)].map((kind) => {
    if (scimErrors !== undefined) return [SCIM_ERRORS[scimCodeOf(kind)].status, scimCodeOf(kind)];
    const refusal = oauthErrors === undefined ? null : oauthRefusalOf(kind);
    return refusal === null
      ? [errorStatus?.[kind] ?? ERRORS[kind].status, kind]
      : [refusal.status, refusal.code];
  });
  if (oauthErrors !== undefined)
    all.push(
      ...[...allOAuthErrors(oauthErrors)].map((code): [number, ErrorName] => [OAUTH_ERRORS[code], code]),
    );
  if (scimErrors !== undefined)
    all.push(
      ...[...allScimErrors(scimErrors)].map((code): [number, ErrorName] => [SCIM_ERRORS[code].status, code]),
    );
  const byStatus = Map.groupBy(all, ([status]) => status);
  return new Map(
    [...byStatus].map(([status, found]) => [status, [...new Set(found.map(([, name]) => name))]]),
  );
}

/** The error responses of a route, by status, as references to {@link errorComponents}. */
export function errorResponses(route: Route): Json {
  return Object.fromEntries(
    [...errorsByStatus(route)].map(([status, names]) => [
      status,
      { $ref: `#/components/responses/${responseName(route, status, names)}` },
    ]),
  );
}

/** The errors of a route as text, because a shared response cannot list them. */
export function errorSentence(route: Route): string {
  const byStatus = [...errorsByStatus(route)].sort(([a], [b]) => a - b);
  const groups = byStatus.map(
    ([status, names]) => `${status} ${names.map((name) => `\`${name}\``).join(', ')}`,
  );
  return `Errors: ${groups.join('; ')}.`;
}

/** The components that routes refer to: a response for each status and form, and an example of each error. */
export function errorComponents(routes: readonly Route[]): Record<'responses' | 'examples', Json> {
  const byName = new Map<string, { status: number; names: Set<ErrorName>; page: boolean }>();
  for (const route of routes)
    for (const [status, names] of errorsByStatus(route)) {
      const response = responseName(route, status, names);
      const known = byName.get(response)?.names ?? [];
      byName.set(response, { status, names: new Set([...known, ...names]), page: isPage(route, status) });
    }
  const sorted = [...byName].sort(([, a], [, b]) => a.status - b.status);
  return {
    responses: Object.fromEntries(
      sorted.map(([response, { status, names, page }]) => [
        response,
        errorResponse(status, [...names], page),
      ]),
    ),
    examples: Object.fromEntries(
      sorted.flatMap(([, { names }]) => [...names].map((name) => [name, errorExample(name)])),
    ),
  };
}

const isOAuth = (name: ErrorName): name is OAuthErrorCode => name in OAUTH_ERRORS;

const isScim = (name: ErrorName): name is ScimErrorCode => name in SCIM_ERRORS;

/** The phrase of a status as one word: `NotFound`. All errors of a route and status have the same form. */
function responseName(route: Route, status: number, names: readonly ErrorName[]): string {
  const phrase = (http.STATUS_CODES[status] ?? `Status${status}`).replaceAll(/[^A-Za-z]/g, '');
  if (isPage(route, status)) return `${phrase}Page`;
  if (names.some(isScim)) return `Scim${phrase}`;
  return names.some(isOAuth) ? `OAuth${phrase}` : phrase;
}

/** Whether the route itself refuses with a page; other refusals have the usual form. */
function isPage({ endpoint }: Route, status: number): boolean {
  return endpoint.response[status] === HtmlPage;
}

function errorResponse(status: number, names: readonly ErrorName[], page: boolean): Json {
  const lines = names.map((name) =>
    isOAuth(name) || isScim(name) ? `- \`${name}\`` : `- \`${name}\`: ${ERRORS[name].message}`,
  );
  const scim = names.some(isScim);
  const schema = scim ? 'ScimError' : names.some(isOAuth) ? 'OAuthError' : 'Error';
  return {
    description: lines.join('\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...((status === 429 || status === 503) && {
        'Retry-After': { $ref: '#/components/headers/RetryAfter' },
      }),
      ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } }),
    },
    content: {
      [scim ? SCIM : 'application/json']: {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
      ...(page && { 'text/html': { schema: jsonSchema(HtmlPage) } }),
    },
  };
}

function errorExample(name: ErrorName): Json {
  if (isOAuth(name))
    return { summary: name, value: { error: name, error_description: 'What is wrong and what to do' } };
  if (isScim(name)) return { summary: name, value: scimBody(name, 'What is wrong and what to do') };
  const { message } = ERRORS[name];
  const value: ErrorBody = {
    success: false,
    error: name,
    error_code: errorCode(name),
    message,
    ...(name === 'ValidationError' && {
      details: { fields: [{ path: 'email', message: 'is required' }] },
    }),
    request_id: '1f0c8b62-8c0c-4d0a-9b3e-0f6a2f7d5c11',
  };
  return { summary: message, value };
}
