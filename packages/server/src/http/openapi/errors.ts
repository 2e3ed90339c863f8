import { errorCode, type ErrorKind, ERRORS } from '../../errors.ts';
import { http } from '../../lib/node-http.ts';
import { declaredErrors } from '../wire/declared-errors.ts';
import type { Route } from '../wire/endpoint/endpoint.ts';
import type { ErrorBody } from '../wire/error-response.ts';
import type { Json } from './schemas.ts';

const KINDS = Object.keys(ERRORS).filter((name): name is ErrorKind => name in ERRORS);

/**
 * The body of every error. One schema for all: with one for each combination of kinds, every generated client would
 * have a type for each status of each route.
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

/** The kinds that a route can answer with, by status. */
export function errorsByStatus(route: Route): Map<number, ErrorKind[]> {
  return Map.groupBy(
    declaredErrors(route),
    (kind) => route.endpoint.errorStatus?.[kind] ?? ERRORS[kind].status,
  );
}

/** The error responses of a route, by status, as references to {@link errorComponents}. */
export function errorResponses(route: Route): Json {
  return Object.fromEntries(
    [...errorsByStatus(route).keys()].map((status) => [
      status,
      { $ref: `#/components/responses/${responseName(status)}` },
    ]),
  );
}

/** The errors of a route in words, because a response that several routes share cannot list them. */
export function errorSentence(route: Route): string {
  const byStatus = [...errorsByStatus(route)].sort(([a], [b]) => a - b);
  const groups = byStatus.map(
    ([status, kinds]) => `${status} ${kinds.map((kind) => `\`${kind}\``).join(', ')}`,
  );
  return `Errors: ${groups.join('; ')}.`;
}

/** The components that routes refer to: a response for each status, and an example of each kind. */
export function errorComponents(routes: readonly Route[]): Record<'responses' | 'examples', Json> {
  const byStatus = new Map<number, Set<ErrorKind>>();
  for (const [status, kinds] of routes.flatMap((route) => [...errorsByStatus(route)]))
    byStatus.set(status, new Set([...(byStatus.get(status) ?? []), ...kinds]));
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return {
    responses: Object.fromEntries(
      sorted.map(([status, kinds]) => [responseName(status), errorResponse(status, [...kinds])]),
    ),
    examples: Object.fromEntries(
      sorted.flatMap(([, kinds]) => [...kinds].map((kind) => [kind, errorExample(kind)])),
    ),
  };
}

/** The phrase of a status as one word: `NotFound`. */
function responseName(status: number): string {
  return (http.STATUS_CODES[status] ?? `Status${status}`).replaceAll(/[^A-Za-z]/g, '');
}

function errorResponse(status: number, kinds: readonly ErrorKind[]): Json {
  return {
    description: kinds.map((kind) => `- \`${kind}\`: ${ERRORS[kind].message}`).join('\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...((status === 429 || status === 503) && {
        'Retry-After': { $ref: '#/components/headers/RetryAfter' },
      }),
      ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(kinds.map((kind) => [kind, { $ref: `#/components/examples/${kind}` }])),
      },
    },
  };
}

function errorExample(kind: ErrorKind): { summary: string; value: ErrorBody } {
  const { message } = ERRORS[kind];
  return {
    summary: message,
    value: {
      success: false,
      error: kind,
      error_code: errorCode(kind),
      message,
      ...(kind === 'ValidationError' && {
        details: { fields: [{ path: 'email', message: 'is required' }] },
      }),
      request_id: '1f0c8b62-8c0c-4d0a-9b3e-0f6a2f7d5c11',
    },
  };
}
