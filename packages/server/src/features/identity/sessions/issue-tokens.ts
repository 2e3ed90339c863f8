import type { Clock } from '../../../lib/clock.ts';
import type { SessionRow } from '../../../store/engine/schema.ts';
import type { AccountBody } from '../../audit/serializers/account.ts';
import type { JwtSettings } from '../../settings/settings.ts';
import { impersonatorOf } from '../../audit/events/impersonator.ts';
import type { Events } from '../../audit/events/events.ts';
import { type ActiveOrganization, organizationClaim } from './active-organization.ts';
import type { CustomClaims } from './custom-claims.ts';
import type { Issuer } from './issuer.ts';
import { lastAuthenticatedAt, methodsOf } from './recent-authentication.ts';
import { newTokenId, type Tokens } from './tokens.ts';
import type { TokenClaims } from '../../audit/actors/caller.ts';

export interface IssuedTokens {
  accessToken: string;
  /** Only in dual-token mode. */
  refreshToken?: string;
}

/** Makes the tokens of sessions. @throws KeywardError as `Tokens.sign`, from every method */
export interface TokenIssuer {
  /** An access token for the given state of the account. */
  access(session: SessionRow, account: AccountBody, jwt: JwtSettings): Promise<string>;
  /** The two tokens of dual-token mode. */
  both(session: SessionRow, account: AccountBody, jwt: JwtSettings): Promise<Required<IssuedTokens>>;
}

/** The active organization of a session; null: none, without a look-up; undefined: organizations are off. */
export type ActiveOrganizationOf = (session: SessionRow) => Promise<ActiveOrganization | null | undefined>;

const DAY_MS = 86_400_000;

export function createTokenIssuer(deps: {
  tokens: Pick<Tokens, 'sign'>;
  issuer: Issuer;
  customClaims: CustomClaims;
  activeOrganization: ActiveOrganizationOf;
  events: Events;
  clock: Clock;
}): TokenIssuer {
  const { tokens, issuer, customClaims, activeOrganization, events, clock } = deps;

  async function access(session: SessionRow, account: AccountBody, jwt: JwtSettings): Promise<string> {
    const now = clock.now();
    // An impersonation has no refresh token.
    const impersonator = impersonatorOf(session);
    const renews = jwt.dual_token_mode && impersonator === null;
    const expiresAt = renews
      ? Math.min(now + jwt.access_token_expire_minutes * 60_000, session.expires_at)
      : session.expires_at;
    const organization = await activeOrganization(session);
    const about = { accountId: session.account_id, sessionId: session.id };
    const given = await customClaims({ account, organization, sessionId: session.id }, jwt);
    // Other services trust the claim, so a hook of the host must not replace it.
    const { org: _org, ...others } = given;
    const custom = organization === undefined ? given : others;
    return tokens.sign({
      ...custom,
      sub: account.uid,
      iss: issuer.name(),
      ...audienceOf(jwt),
      role: account.role,
      aid: session.account_id,
      sid: session.id,
      type: 'access',
      iat: seconds(now),
      exp: seconds(expiresAt),
      jti: newTokenId(),
      ...authenticationOf(session),
      ...(impersonator !== null && { act: { sub: impersonator.uid } }),
      ...(organization && { org: organizationClaim(organization, custom, { events, ...about }) }),
    });
  }

  /** Made only from the row, so that every request in the grace time gets the same token. */
  function refresh(session: SessionRow, jwt: JwtSettings): Promise<string> {
    const expiresAt = Math.min(
      session.refreshed_at + jwt.refresh_token_expire_days * DAY_MS,
      session.expires_at,
    );
    return tokens.sign({
      aid: session.account_id,
      sid: session.id,
      type: 'refresh',
      iat: seconds(session.refreshed_at),
      exp: seconds(expiresAt),
      jti: `${session.id}.${session.created_at}.${session.refresh_generation}`,
    });
  }

  async function both(
    session: SessionRow,
    account: AccountBody,
    jwt: JwtSettings,
  ): Promise<Required<IssuedTokens>> {
    const [accessToken, refreshToken] = await Promise.all([
      access(session, account, jwt),
      refresh(session, jwt),
    ]);
    return { accessToken, refreshToken };
  }

  return { access, both };
}

/** One audience is a string, several are a list (RFC 7519 §4.1.3): some clients accept only a string. */
function audienceOf({ audience }: JwtSettings): Pick<TokenClaims, 'aud'> {
  const [first, ...more] = audience;
  return first === undefined ? {} : { aud: more.length === 0 ? first : [...audience] };
}

/**
 * When and how the owner of a session last proved who they are (OpenID Connect Core §2, RFC 8176). The time is 0 for a
 * session that began with a credential without a proof.
 */
export function authenticationOf(session: SessionRow): Pick<TokenClaims, 'amr' | 'auth_time'> {
  return {
    amr: methodsOf(session, null),
    auth_time: seconds(lastAuthenticatedAt(session)),
  };
}

/** Unix seconds, rounded down: a token never outlives its session. */
function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
