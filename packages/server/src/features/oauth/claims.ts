import type { OAuthSettings } from '../../config/sections/oauth.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import { presentAccount } from '../audit/serializers/account.ts';
import { claimNameOf, valueAt } from '../settings/kinds/claim-rules.ts';

/** The claims of OpenID Connect Core §5.1 that an account has, each with the scope that grants it (§5.4). */
const STANDARD: Readonly<Record<string, { scope: string; of: (account: AccountRow) => unknown }>> = {
  name: { scope: 'profile', of: ({ name }) => name },
  preferred_username: { scope: 'profile', of: ({ handle }) => handle },
  picture: { scope: 'profile', of: ({ avatar_url: url }) => url },
  updated_at: { scope: 'profile', of: ({ updated_at: at }) => Math.floor(at / 1000) },
  email: { scope: 'email', of: ({ email }) => email },
  email_verified: { scope: 'email', of: ({ email_verified: proven }) => proven === 1 },
  phone_number: { scope: 'phone', of: ({ phone }) => phone },
};

/** The supported part of the parameter `claims` (OpenID Connect Core §5.5): names of claims. */
export interface AskedClaims {
  userinfo: string[];
  id_token: string[];
}

export const NO_CLAIMS: AskedClaims = { userinfo: [], id_token: [] };

/** @returns null if the parameter breaks the standard */
export function readClaims(text: string | undefined): AskedClaims | null {
  if (text === undefined) return NO_CLAIMS;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isObject(parsed)) return null;
    return { userinfo: namesOf(parsed['userinfo']), id_token: namesOf(parsed['id_token']) };
  } catch {
    return null;
  }
}

function namesOf(value: unknown): string[] {
  return isObject(value) ? Object.keys(value).filter((name) => Object.hasOwn(STANDARD, name)) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The scopes that contain the claims. People consent to these scopes. */
export function scopesOfClaims({ userinfo, id_token }: AskedClaims): string[] {
  return [...new Set([...userinfo, ...id_token].map((name) => STANDARD[name]?.scope ?? ''))].filter(
    (scope) => scope !== '',
  );
}

/** The claims that these scopes contain. */
export function claimsWithin({ userinfo, id_token }: AskedClaims, scopes: readonly string[]): AskedClaims {
  const isWithin = (name: string) => scopes.includes(STANDARD[name]?.scope ?? '');
  return { userinfo: userinfo.filter(isWithin), id_token: id_token.filter(isWithin) };
}

/** The claims about an account that the scopes and the names request. Claims without a value are left out. */
export function claimsOf(
  account: AccountRow,
  { scopes, names }: { scopes: readonly string[]; names: readonly string[] },
  settings: Pick<OAuthSettings, 'scopes'>,
): Record<string, unknown> {
  const standard = Object.entries(STANDARD)
    .filter(([name, { scope }]) => scopes.includes(scope) || names.includes(name))
    .map(([name, { of }]): [string, unknown] => [name, of(account)]);
  const paths = scopes.flatMap((scope) =>
    Object.hasOwn(settings.scopes, scope) ? (settings.scopes[scope]?.claims ?? []) : [],
  );
  const shown = paths.length === 0 ? {} : presentAccount(account);
  const own = paths.flatMap((path): [string, unknown][] => {
    const name = claimNameOf(path);
    return name === null ? [] : [[name, valueAt(shown, path)]];
  });
  return Object.fromEntries(
    [...own, ...standard].filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}
