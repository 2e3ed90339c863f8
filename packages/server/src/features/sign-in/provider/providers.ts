import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Client } from '../../../lib/client.ts';
import type { ProviderSettings, Settings } from '../../settings/settings.ts';
import { createAppleSecret } from './apple-secret.ts';
import type { Flow, Flows } from './flows.ts';
import type { Entry } from '../complete.ts';
import type { Identities } from './identities.ts';
import type { IdentityLinks } from './identity-links.ts';
import type { SentIdToken } from './id-token.ts';
import type { KnownProvider, KnownProviders } from './known-providers.ts';
import type { ClaimsWatch, OAuthClient, Person } from './oauth-client.ts';
import { vouchesFor } from './preset.ts';
import type { ProviderProfile } from './profile.ts';

/** `id` is the slot, and `name` the name in paths and messages. */
export type Provider = Pick<KnownProvider, 'id' | 'name' | 'label' | 'issuer' | 'postsForm' | 'hasIdTokens'>;

/** A provider that people can choose. */
export interface ProviderChoice {
  /** The name in paths. */
  slot: string;
  /** The preset. */
  name: string;
  /** What people call it. */
  label: string;
}

export interface Start {
  frontend: string;
  /** The browser's cookie, valid or not. */
  browser: string | undefined;
  /** The session that requests a link. */
  linkFor?: number;
  /** Whether its owner has authenticated recently. */
  proven?: boolean;
  /** The frontend's challenge, for the code that it receives at the end. */
  challenge?: string | undefined;
  /** Whose flow it is. Default: the provider's, for sign-ins and links */
  slot?: string;
}

export interface Providers extends Pick<KnownProviders, 'nameOf' | 'issuerOf'> {
  /** The names of this instance's providers. */
  readonly names: readonly string[];
  /** The providers that people can sign in with, in the order of their slots. */
  choices(): ProviderChoice[];
  /** @throws KeywardError `RouteNotFoundError` */
  named(name: string): Provider;
  /** @throws KeywardError `ProviderNotConfiguredError` unless people can sign in with it */
  assertOpen(provider: Provider): void;
  /**
   * @returns the address to send the browser to, and the cookie for it
   * @throws KeywardError `ProviderNotConfiguredError`, `ProviderFailedError`
   */
  begin(provider: Provider, start: Start): Promise<{ url: string; browser: string }>;
  /**
   * Reads an ID token for one of the provider's clients. Only for providers with ID tokens.
   * @throws KeywardError `ProviderNotConfiguredError`, `ProviderFailedError`, `IdTokenInvalidError`
   */
  personOf(provider: Provider, sent: Omit<SentIdToken, 'audiences'>): Promise<Person>;
  /** Takes the flow that a callback belongs to. @throws KeywardError `OAuthStateError` */
  take(provider: Provider, state: string | null, browser: string | undefined): Promise<Flow>;
  /**
   * Exchanges the code of a callback, and reads the profile. Signs nobody in.
   * @throws KeywardError `OAuthStateError`, `OAuthDeniedError`, `ProviderNotConfiguredError`, `ProviderFailedError`
   */
  look(
    provider: Provider,
    flow: Flow,
    callback: URLSearchParams,
    watch?: ClaimsWatch,
  ): Promise<ProviderProfile>;
  /**
   * Finishes a flow with the callback of the provider.
   * @param session the live session that came with the callback
   * @returns the session that has begun, or the challenge for the second factor; null if a link was made
   * @throws KeywardError `OAuthStateError`, `OAuthDeniedError`, `ProviderNotConfiguredError`, `ProviderFailedError`,
   * and the errors of {@link Identities} and {@link IdentityLinks}
   */
  finish(
    provider: Provider,
    flow: Flow,
    callback: URLSearchParams,
    client: Client,
    session: number | undefined,
  ): Promise<Entry | null>;
}

export function createProviders(deps: {
  known: KnownProviders;
  settings: Settings;
  flows: Flows;
  identities: Identities;
  identityLinks: Pick<IdentityLinks, 'link'>;
  /** The public address of the API, with the prefix. */
  apiUrl: () => string;
  clock: Clock;
}): Providers {
  const { known, settings, flows, identities, identityLinks, apiUrl, clock } = deps;
  const clients = new Map<string, { of: ProviderSettings; client: OAuthClient }>();

  function inSlot({ id }: Provider) {
    const provider = known.all.find((one) => one.id === id);
    if (provider === undefined) throw new KeywardError('RouteNotFoundError');
    return provider;
  }

  function configured(id: string): ProviderSettings | null {
    const found = settings.current.providers[id];
    const { client_id: clientId = '', client_secret: secret = '', private_key: key = '' } = found ?? {};
    return found === undefined || clientId === '' || (secret === '' && key === '') ? null : found;
  }

  const isOpen = (id: string) => configured(id)?.enabled === true;

  /** A trial may use a provider that is off; people may not. */
  function assertOpen({ id }: Provider): void {
    if (isOpen(id)) return;
    const message = 'This identity provider is turned off; sign in another way.';
    throw new KeywardError('ProviderNotConfiguredError', configured(id) === null ? {} : { message });
  }

  /** @throws KeywardError `ProviderNotConfiguredError` */
  function credentials({ id }: Provider): ProviderSettings {
    const found = configured(id);
    if (found === null) throw new KeywardError('ProviderNotConfiguredError');
    return found;
  }

  function secretOf(
    { client_id: clientId, client_secret: secret, ...of }: ProviderSettings,
    audience: string,
  ) {
    const key = { teamId: of.team_id, keyId: of.key_id, privateKey: of.private_key };
    return of.private_key === '' ? secret : createAppleSecret({ key, clientId, audience, clock });
  }

  /** The client for the current credentials. It keeps discovered metadata until they change. */
  async function clientOf(provider: Provider): Promise<OAuthClient> {
    // Imported late, because most starts do not need the libraries of OpenID Connect.
    const { createOAuthClient } = await import('./oauth-client.ts');
    const { id, preset, scopes, address } = inSlot(provider);
    const of = credentials(provider);
    const kept = clients.get(id);
    if (kept?.of === of) return kept.client;
    const client = createOAuthClient({
      preset,
      issuer: address,
      scopes: scopes ?? preset.scopes,
      clientId: of.client_id,
      clientSecret: secretOf(of, address),
      clock,
    });
    clients.set(id, { of, client });
    return client;
  }

  /** The profile. Its email counts as verified only if this provider is trusted. */
  function withTrust<P extends ProviderProfile>(provider: Provider, profile: P): P {
    const { preset, address } = inSlot(provider);
    const counts = vouchesFor(preset, address) || credentials(provider).trusts_email;
    return { ...profile, emailVerified: profile.emailVerified && counts };
  }

  const look: Providers['look'] = async (provider, flow, callback, watch) => {
    const client = await clientOf(provider);
    return withTrust(provider, await client.profile(callback, flow.state, flow.secrets(), watch));
  };

  return {
    get names() {
      return known.all.map(({ name }) => name);
    },

    choices: () =>
      known.all
        .filter(({ id }) => isOpen(id))
        .map(({ name: slot, presetName: name, label }) => ({ slot, name, label })),

    named(name) {
      const provider = known.all.find((one) => one.name === name);
      if (provider === undefined)
        throw new KeywardError('RouteNotFoundError', {
          message:
            'There is no such route and no provider of this name; the API reference describes all routes.',
        });
      return provider;
    },

    nameOf: known.nameOf,
    issuerOf: known.issuerOf,
    assertOpen,

    async begin(provider, { frontend, browser, linkFor, proven, challenge, slot = provider.id }) {
      const oauth = await clientOf(provider);
      const { redirect_uri: redirectUri } = credentials(provider);
      const flow = await flows.begin({
        provider: slot,
        frontend,
        redirectUri: redirectUri === '' ? `${apiUrl()}/${provider.name}/callback` : redirectUri,
        browser,
        linkFor,
        proven,
        challenge,
      });
      return { url: await oauth.authorizationUrl(flow.state, flow.secrets), browser: flow.browser };
    },

    async personOf(provider, sent) {
      assertOpen(provider);
      const { client_id: clientId, native_client_ids: others } = credentials(provider);
      const person = await (await clientOf(provider)).personOf({ ...sent, audiences: [clientId, ...others] });
      return { ...person, profile: withTrust(provider, person.profile) };
    },

    take: (provider, state, browser) => flows.take({ provider: provider.id, state, browser }),

    look,

    async finish(provider, flow, callback, client, session) {
      assertOpen(provider);
      const profile = await look(provider, flow, callback);
      const identified = { issuer: provider.issuer, providerName: provider.name, profile, client, session };
      if (flow.linkFor === undefined) return identities.signIn(identified);
      await identityLinks.link(identified, flow.linkFor, flow.proven);
      return null;
    },
  };
}
