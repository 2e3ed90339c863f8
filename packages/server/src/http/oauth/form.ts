import type { IncomingHttpHeaders } from 'node:http';
import { type TSchema, Type } from 'typebox';
import { OAuthError } from '../../features/oauth/oauth-error.ts';
import { type Parameters, readParameters } from '../../features/oauth/parameters.ts';

/**
 * A text of a form or a query, for the API's description. A repeated parameter reaches the schema as a list; the
 * endpoint refuses it in the form of the RFCs.
 */
export const text = (description: string): TSchema =>
  Type.Optional(Type.Unsafe<unknown>({ type: ['string', 'array'], items: { type: 'string' }, description }));

/** The credentials of a client (RFC 6749 §2.3), apart from `Authorization: Basic`. */
export const CLIENT_FIELDS = {
  client_id: text('For a public client, or in addition to its authentication'),
  client_secret: text('Or by `Authorization: Basic`'),
  client_assertion: text('A JWT, for private_key_jwt (RFC 7523)'),
  client_assertion_type: text('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
};

/** The form of a request. No other content type is accepted. @throws OAuthError `invalid_request` */
export function formOf(body: unknown): URLSearchParams {
  const form = body ?? new URLSearchParams();
  if (form instanceof URLSearchParams) return form;
  throw new OAuthError('invalid_request', 'The body must be a form: application/x-www-form-urlencoded.');
}

/** @throws OAuthError `invalid_request` */
export function formParameters(body: unknown): Parameters {
  return readParameters(formOf(body));
}

/** RFC 6750 §2.1, RFC 9449 §7.1. */
const CREDENTIALS = /^(Bearer|DPoP) +([A-Za-z0-9._~+/-]+=*)$/i;

/** The access token in a request's header; undefined without one. */
export function credentialsIn({ authorization = '' }: IncomingHttpHeaders): {
  scheme: 'Bearer' | 'DPoP';
  token: string | undefined;
} {
  const [, scheme = '', token] = CREDENTIALS.exec(authorization) ?? [];
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token };
}
