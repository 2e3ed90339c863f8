import { STANDARD_SCOPES } from '../settings/sections/oauth.ts';
import type { OAuthSettings } from '../../config/sections/oauth.ts';
import type { Application, ApplicationDetails } from './application.ts';
import { type AskedClaims, claimsWithin, scopesOfClaims } from './claims.ts';
import { OAuthError } from './oauth-error.ts';

const STANDARD: ReadonlySet<string> = new Set(STANDARD_SCOPES);
const MOST_RESOURCES = 20;

/** What an application may request. */
export type Permitted = { details: Pick<ApplicationDetails, 'scopes'> };

/** The resources among these that an application may request. */
export function permittedResources(
  { details }: Application,
  asked: readonly string[],
  { resources, default_resource: standard }: OAuthSettings,
): string[] {
  const known = details.resources.length > 0 ? details.resources : Object.keys(resources);
  return asked.filter((one) => known.includes(one) || one === standard);
}

/** The resources of a request (RFC 8707); by default, the one of the settings. @throws OAuthError `invalid_target` */
export function askedResources(
  application: Application,
  asked: readonly string[],
  settings: OAuthSettings,
): string[] {
  const { default_resource: standard } = settings;
  if (asked.length === 0) return standard === null ? [] : [standard];
  const all = [...new Set(asked)];
  if (all.length > MOST_RESOURCES || permittedResources(application, all, settings).length < all.length)
    throw new OAuthError(
      'invalid_target',
      'The resource is unknown, or this application may not ask for it.',
    );
  return all;
}

/** The permitted scopes of a request. Others are left out, as RFC 6749 §3.3 allows. */
export function askedScopes(
  application: Permitted,
  asked: readonly string[],
  settings: OAuthSettings,
): string[] {
  const { scopes: own } = application.details;
  return asked.filter((scope) =>
    own === null ? STANDARD.has(scope) || isKnown(scope, settings) : own.includes(scope),
  );
}

/** The permitted claims of a request: names of claims give an application no more than scopes do. */
export function askedClaims(
  application: Application,
  claims: AskedClaims,
  settings: OAuthSettings,
): AskedClaims {
  return claimsWithin(claims, askedScopes(application, scopesOfClaims(claims), settings));
}

/** The claims for a token of a grant, without those of scopes that the token lacks. */
export function claimsOfToken(
  application: Application,
  { claims, granted }: { claims: AskedClaims; granted: readonly string[] },
  scopes: readonly string[],
  settings: OAuthSettings,
): AskedClaims {
  const left = scopesOfClaims(claims).filter((scope) => scopes.includes(scope) || !granted.includes(scope));
  return claimsWithin(askedClaims(application, claims, settings), left);
}

function isKnown(scope: string, { scopes, resources }: OAuthSettings): boolean {
  return (
    Object.hasOwn(scopes, scope) ||
    Object.values(resources).some((resource) => resource.scopes?.includes(scope) === true)
  );
}

/** The granted scopes that apply to tokens for these resources: the standard ones, and those of the resources. */
export function scopesFor(
  resources: readonly string[],
  granted: readonly string[],
  { resources: known }: OAuthSettings,
): string[] {
  if (resources.length === 0) return [...granted];
  const lists = resources.map((resource) => known[resource]?.scopes ?? null);
  return granted.filter(
    (scope) => STANDARD.has(scope) || lists.some((list) => list === null || list.includes(scope)),
  );
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  openid: 'Know who you are here',
  profile: 'See your name, handle and picture',
  email: 'See your email address',
  phone: 'See your phone number',
  address: 'See your address',
  offline_access: 'Stay connected while you are signed out',
};

/** The description of a scope for people. */
export function describeScope(
  name: string,
  { scopes }: OAuthSettings,
): { name: string; description: string } {
  return { name, description: DESCRIPTIONS[name] ?? scopes[name]?.description ?? name };
}
