import { comparableHost } from '../../config/addresses.ts';
import { invalidFields, KeywardError } from '../../errors.ts';
import { type AddressRule, namesForbidden } from '../delivery/webhooks/networks.ts';
import { mayCall } from '../oauth/addresses.ts';
import { PRESETS } from '../sign-in/provider/presets.ts';

/** Tells programs that an address is in a network which the operator has not allowed. */
export const PRIVATE = { reason: 'private_address' };

/** Hosts that sign in people of all companies, or everybody. */
const SHARED_HOSTS: ReadonlySet<string> = new Set(
  Object.values(PRESETS).flatMap(({ issuer }) => URL.parse(issuer)?.hostname ?? []),
);

/** A single Microsoft tenant, by its id or its domain, and not a name for all tenants. */
const TENANT =
  /^https:\/\/login\.microsoftonline\.com\/(?!(?:common|organizations|consumers)(?:\/|$))[^/]+\/v2\.0$/i;

/**
 * Whether an issuer also signs in people of other companies, so that only a verified domain shows where a person
 * belongs.
 */
export function isShared(issuer: string): boolean {
  const host = comparableHost(URL.parse(issuer)?.hostname ?? '');
  return SHARED_HOSTS.has(host) && !TENANT.test(issuer);
}

/** @throws KeywardError `ValidationError` for an address that must not be called, or that belongs to all tenants */
export function assertIssuer(issuer: string, rule: AddressRule): void {
  const refuse = (message: string) => invalidFields({ path: 'oidc.issuer', message });
  const url = URL.parse(issuer);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw refuse('must be an https address without credentials, query and fragment');
  if (namesForbidden(url, rule)) throw privateAddress('oidc.issuer');
  if (!mayCall(url, rule)) throw refuse('must be an https address');
  if (comparableHost(url.hostname) === 'login.microsoftonline.com' && !TENANT.test(issuer))
    throw refuse('must name one tenant: https://login.microsoftonline.com/{tenant id}/v2.0');
}

/** The refusal of a URL that contains a forbidden address. */
export function privateAddress(path: string): KeywardError {
  const { message, details } = invalidFields({
    path,
    message: 'must be a public address; to allow a private network, name it in KEYWARD_CONNECTION_NETWORKS',
  });
  return new KeywardError('ValidationError', { message, details: { ...details, ...PRIVATE } });
}

/**
 * Browsers are sent there, so it may be private; the service itself never calls it.
 * @throws KeywardError `ValidationError`
 */
export function assertSignOnAddress(path: string, address: string, rule: AddressRule): void {
  const url = URL.parse(address);
  const isSafe = url?.protocol === 'https:' || (url !== null && mayCall(url, rule));
  if (!isSafe || url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalidFields({ path, message: 'must be an https address without credentials and fragment' });
}
