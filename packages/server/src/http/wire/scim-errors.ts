import type { FastifyReply } from 'fastify';
import { type ErrorKind, ERRORS, type KeywardError } from '../../errors.ts';
import { SCIM_ERRORS, ScimError, type ScimErrorCode } from '../../features/provisioning/scim-error.ts';
import { closeConnection } from './close-connection.ts';
import { SCIM } from './json-body.ts';

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The errors that every route of the protocol can answer with, besides those that it declares. */
export function allScimErrors(declared: readonly ScimErrorCode[]): ReadonlySet<ScimErrorCode> {
  return new Set(['unauthorized', 'forbidden', ...declared]);
}

/** Kinds of the catalogue that the protocol answers with another status. */
const BY_KIND: Partial<Record<ErrorKind, ScimErrorCode>> = {
  LastOwnerError: 'forbidden',
  ValidationError: 'invalidValue',
};
const CODES = Object.keys(SCIM_ERRORS).filter((name): name is ScimErrorCode => name in SCIM_ERRORS);

/** The refusal of the protocol for a kind of the catalogue: the first one with its status. */
export function scimCodeOf(kind: ErrorKind): ScimErrorCode {
  const { status } = ERRORS[kind];
  return BY_KIND[kind] ?? CODES.find((code) => SCIM_ERRORS[code].status === status) ?? 'internalError';
}

export function scimErrorOf({ kind, message }: KeywardError): ScimError {
  return new ScimError(scimCodeOf(kind), message);
}

/** RFC 7644 §3.12. */
export function scimBody(code: ScimErrorCode, detail: string) {
  const { status, scimType } = SCIM_ERRORS[code];
  return { schemas: [SCHEMA], status: String(status), ...(scimType && { scimType: code }), detail };
}

export function sendScimError(reply: FastifyReply, { code, message }: ScimError, retryAfter?: number) {
  const { status } = SCIM_ERRORS[code];
  reply.code(status).header('content-type', SCIM);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (status === 413) closeConnection(reply);
  return reply.serializer(JSON.stringify).send(scimBody(code, message));
}
