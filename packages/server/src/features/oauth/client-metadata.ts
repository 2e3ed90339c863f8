import { hasVisible, isPlainText } from '../../lib/text.ts';
import type { ApplicationType, AuthMethod } from './application.ts';
import { DEFAULT_DETAILS } from './application.ts';
import { type ApplicationFields, completed } from './application-fields.ts';
import { OAuthError } from './oauth-error.ts';
import { redirectUriProblem } from './redirect-uris.ts';

/** The metadata of a client (RFC 7591 §2). Other members are ignored, as that standard requires. */
export type ClientMetadata = Readonly<Record<string, unknown>>;

const METHODS: readonly AuthMethod[] = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
];
const MAX_URIS = 50;
const MAX_NAME = 100;
const MAX_LENGTH = 2_048;
/** In bytes of JSON: about 40 addresses of 200 characters. Strangers fill it, and lists of applications read it. */
const MAX_BYTES = 8_192;

/** The names of fields in metadata, where they differ. */
const NAMES: Partial<Record<string, string>> = {
  logo_url: 'logo_uri',
  homepage_url: 'client_uri',
  policy_url: 'policy_uri',
  terms_url: 'tos_uri',
};

/**
 * The fields of an application from the metadata that a client sends about itself. It gets no rights by that: neither a
 * setting of administrators nor a scope for itself.
 * @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`
 */
export function fieldsFrom(
  metadata: ClientMetadata,
  fallback: AuthMethod,
): { type: ApplicationType; fields: ApplicationFields } {
  const redirects = textsOf(metadata, 'redirect_uris');
  for (const uri of redirects) {
    const problem = redirectUriProblem(uri);
    if (problem !== null) throw new OAuthError('invalid_redirect_uri', `A redirect_uri ${problem}.`);
  }
  const method = metadata['token_endpoint_auth_method'] ?? fallback;
  const known = METHODS.find((one) => one === method);
  if (known === undefined) throw invalid('token_endpoint_auth_method is not supported.');
  const jwks = metadata['jwks'];
  const name = textOf(metadata, 'client_name')?.trim() ?? 'Unnamed application';
  if (!hasVisible(name)) throw invalid('client_name must have a visible character; or leave it out.');
  const after = textsOf(metadata, 'post_logout_redirect_uris');
  if (after.some((uri) => redirectUriProblem(uri) !== null))
    throw invalid('A post_logout_redirect_uri is not an address that a browser may go to.');
  const fields = completed(typeOf(known, redirects), {
    ...DEFAULT_DETAILS,
    name: Array.from(name).slice(0, MAX_NAME).join(''),
    token_endpoint_auth_method: known,
    redirect_uris: redirects,
    post_logout_redirect_uris: after,
    logo_url: textOf(metadata, 'logo_uri'),
    homepage_url: textOf(metadata, 'client_uri'),
    policy_url: textOf(metadata, 'policy_uri'),
    terms_url: textOf(metadata, 'tos_uri'),
    contacts: textsOf(metadata, 'contacts'),
    backchannel_logout_uri: textOf(metadata, 'backchannel_logout_uri'),
    jwks: isKeys(jwks) ? jwks : null,
    jwks_uri: textOf(metadata, 'jwks_uri'),
  });
  assertSize(fields);
  return { type: typeOf(known, redirects), fields };
}

function assertSize(fields: ApplicationFields): void {
  if (sizeOf(fields) <= MAX_BYTES) return;
  const sizes = Object.entries(fields).map(([name, value]) => ({ name, size: sizeOf(value) }));
  const { name } = sizes.reduce((most, one) => (one.size > most.size ? one : most));
  const remedy = name === 'jwks' ? 'send jwks_uri instead' : 'send less there';
  throw invalid(`The metadata has more than 8,192 bytes, most of them in ${NAMES[name] ?? name}: ${remedy}.`);
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A public client runs in web pages if all its addresses are web addresses; otherwise it runs on a device. */
function typeOf(method: AuthMethod, redirects: readonly string[]): ApplicationType {
  if (method !== 'none') return 'web';
  return redirects.length > 0 && redirects.every((uri) => uri.startsWith('https:')) ? 'browser' : 'native';
}

function textOf(metadata: ClientMetadata, name: string): string | null {
  const value = metadata[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !isPlainText(value))
    throw invalid(`${name} must be a text of one line.`);
  return value;
}

function textsOf(metadata: ClientMetadata, name: string): string[] {
  const value = metadata[name] ?? [];
  if (!Array.isArray(value) || value.length > MAX_URIS || !value.every((one) => typeof one === 'string'))
    throw invalid(`${name} must be a list of texts.`);
  const texts = value.map(String);
  if (!texts.every(isPlainText)) throw invalid(`${name} must hold texts of one line.`);
  return texts;
}

function isKeys(value: unknown): value is { keys: Record<string, unknown>[] } {
  return typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
}

function invalid(description: string): OAuthError {
  return new OAuthError('invalid_client_metadata', description);
}
