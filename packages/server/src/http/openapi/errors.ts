import { errorCode, type ErrorKind, ERRORS } from '../../errors.ts';
import { declaredErrors } from '../wire/declared-errors.ts';
import type { Route } from '../wire/endpoint.ts';
import type { ErrorBody } from '../wire/error-response.ts';
import type { Components, Json } from './schemas.ts';

/** The body of every error; each response says which kinds it can have. */
export const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['success', 'error', 'error_code', 'message', 'request_id'],
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'string', description: 'The kind; see errors.md' },
    error_code: { type: 'string', description: 'The same in snake case' },
    message: { type: 'string', description: 'What is wrong and what to do' },
    details: {
      type: 'object',
      description: 'Of a ValidationError: the fields that do not fit',
      properties: {
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: { path: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
    request_id: { type: 'string', description: 'As in X-Request-Id, and in the log' },
  },
};

/** Headers that answers carry, by what they are for. */
export const HEADER_COMPONENTS: Json = {
  RequestId: { description: 'Names the request in the log', schema: { type: 'string' } },
  RetryAfter: { description: 'Whole seconds to wait', schema: { type: 'integer', minimum: 1 } },
  Challenge: { description: 'RFC 6750 §3', schema: { type: 'string' } },
  Location: { description: 'Where it goes on', schema: { type: 'string', format: 'uri' } },
};

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

/**
 * The error responses of a route: by status, as references into `components`, where each combination of a status and
 * kinds is put once, and each kind's example.
 */
export function errorResponses(
  route: Route,
  { responses, examples }: Pick<Components, 'responses' | 'examples'>,
): Json {
  const ofStatus = Map.groupBy(
    declaredErrors(route),
    (kind) => route.endpoint.errorStatus?.[kind] ?? ERRORS[kind].status,
  );
  return Object.fromEntries(
    [...ofStatus].map(([status, kinds]) => {
      const name = [status, ...kinds.map(errorCode)].join('.');
      responses[name] ??= errorResponse(status, kinds);
      for (const kind of kinds) examples[kind] ??= errorExample(kind);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
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
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            {
              type: 'object',
              properties: {
                error: { type: 'string', enum: kinds },
                error_code: { type: 'string', enum: kinds.map(errorCode) },
              },
            },
          ],
        },
        examples: Object.fromEntries(kinds.map((kind) => [kind, { $ref: `#/components/examples/${kind}` }])),
      },
    },
  };
}
