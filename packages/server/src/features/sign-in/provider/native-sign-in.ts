import { invalidFields, KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { UsedIdTokenStore } from '../../../store/tables/used-id-tokens.ts';
import type { Entry } from '../complete.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { addressKey, type LoginLimits } from '../../limits/login-limits.ts';
import { invalid } from './id-token.ts';
import type { Identities } from './identities.ts';
import type { Provider, Providers } from './providers.ts';

/**
 * Signs in with an ID token that an app received directly from the provider, as phones do. A token works once, even if
 * the sign-in fails. Wrong ones count for the address.
 * @param session the live session that came with the request
 * @throws KeywardError `IdTokenInvalidError`, `ValidationError` for a provider without ID tokens,
 * `ProviderNotConfiguredError`, `ProviderFailedError`, `RateLimitedError`, and those of {@link Identities}
 */
export type NativeSignIn = (
  provider: Provider,
  sent: { token: string; nonce: string | undefined },
  by: { client: Client; session: number | undefined; signal: AbortSignal },
) => Promise<Entry>;

export function createNativeSignIn(deps: {
  providers: Providers;
  identities: Identities;
  used: UsedIdTokenStore;
  limiter: FailureLimiter;
  limits: LoginLimits;
}): NativeSignIn {
  const { providers, identities, used, limiter, limits } = deps;

  return async (provider, sent, { client, session, signal }) => {
    if (!provider.hasIdTokens)
      throw invalidFields({
        path: 'provider',
        message: 'issues no ID tokens; send the browser there instead',
      });
    const profile = await limiter.attempt(
      [addressKey(limits, client.ipAddress)],
      async () => {
        const person = await providers.personOf(provider, sent);
        if (!(await used.use(person.hash, person.expiresAt)))
          throw invalid('it was used already; get a new one from the provider');
        return person.profile;
      },
      (error) => error instanceof KeywardError && error.kind === 'IdTokenInvalidError',
      signal,
    );
    return identities.signIn({
      issuer: provider.issuer,
      providerName: provider.name,
      profile,
      client,
      session,
    });
  };
}
