import type { AccountBody } from '../../audit/serializers/account.ts';
import type { ActiveOrganization } from './active-organization.ts';
import type { Events } from '../../audit/events/events.ts';
import type { JwtSettings } from '../../settings/settings.ts';
import {
  isClaimName,
  isOrganizationPath,
  isWrittenByOwners,
  MAX_CLAIMS_BYTES,
  valueAt,
} from '../../settings/kinds/claim-rules.ts';

/** By name. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Makes the claims that operators and hosts add to access tokens. Never fails, so that a faulty claim locks nobody out.
 */
export type CustomClaims = (
  of: { account: AccountBody; organization: ActiveOrganization | null | undefined; sessionId: number },
  jwt: JwtSettings,
) => Promise<Claims>;

export function createCustomClaims(deps: {
  /** The result of the host's hook; null without a hook. */
  hook: ((account: AccountBody) => Promise<unknown>) | null;
  events: Events;
  report: (error: unknown) => void;
}): CustomClaims {
  const { hook, events, report } = deps;

  async function claimsOfHost(account: AccountBody): Promise<Claims> {
    if (hook === null) return {};
    const answer = await hook(account);
    if (answer === undefined || answer === null) return {};
    try {
      const given: unknown = JSON.parse(JSON.stringify(answer));
      if (typeof given !== 'object' || given === null || Array.isArray(given))
        throw new Error('the hook claims did not return an object; its claims were left out');
      const reserved = Object.keys(given).filter((name) => !isClaimName(name));
      if (reserved.length > 0)
        report(new Error(`the hook claims returned ${reserved.join(', ')}, which it must not set`));
      return present(Object.entries(given).filter(([name]) => isClaimName(name)));
    } catch (error) {
      report(error);
      return {};
    }
  }

  return async ({ account, organization, sessionId }, jwt) => {
    const source = { ...account, org: organization };
    const ofSettings = Object.entries(jwt.claims).map(([name, path]) => ({
      name,
      path,
      value: valueAt(source, path),
    }));
    const ofHost = await claimsOfHost(account);
    const without = (isLeftOut: (path: string) => boolean) => ({
      ...present(ofSettings.filter(({ path }) => !isLeftOut(path)).map(({ name, value }) => [name, value])),
      ...ofHost,
    });
    const claims = without(() => false);
    const bytes = sizeOf(claims);
    if (bytes <= MAX_CLAIMS_BYTES) return claims;
    const metadata = { bytes, at_most: MAX_CLAIMS_BYTES };
    events.emit('token.claims_left_out', { accountId: account.id, sessionId, metadata });
    // What members write must not take away what others say, nor what owners write what superadmins and the host say.
    const rests = [isOrganizationPath, isWrittenByOwners].map(without);
    return rests.find((rest) => sizeOf(rest) <= MAX_CLAIMS_BYTES) ?? {};
  };
}

const sizeOf = (claims: Claims): number => Buffer.byteLength(JSON.stringify(claims));

/** The claims that have a value. */
function present(claims: (readonly [name: string, value: unknown])[]): Claims {
  return Object.fromEntries(claims.filter(([, value]) => value !== undefined && value !== null));
}
