import { createSeal } from '../../lib/seal.ts';
import { deriveKey } from '../../lib/derive-key.ts';
import { SERVICE_ACTOR } from '../audit/actors/actor.ts';
import type { Recent } from '../audit/actors/recent.ts';
import type { Events } from '../audit/events/events.ts';
import type { Client } from '../../lib/client.ts';
import type { Core } from '../core.ts';
import { addressRule } from '../delivery/webhooks/networks.ts';
import { type Resolve, systemResolve } from '../delivery/webhooks/resolve.ts';
import type { createSender } from '../delivery/webhooks/sender.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import type { SignUpPolicy } from '../identity/sign-up-policy/sign-up-policy.ts';
import type { FailureLimiter } from '../limits/failure-limiter.ts';
import type { ActLimits } from '../limits/act-limits.ts';
import type { Consume } from '../limits/quota.ts';
import type { Frontends } from '../settings/frontends.ts';
import type { RuntimeSettings } from '../settings/runtime-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { administrationResource, withAdministration } from './administration.ts';
import { createApplications } from './applications.ts';
import { createReadRequest } from './authorization-request.ts';
import { createAuthorize } from './authorize.ts';
import { createBrowserSessions } from './browser-sessions.ts';
import { createClients } from './clients.ts';
import { createConnected } from './connected.ts';
import { createConsents } from './consent.ts';
import { createDevices } from './devices.ts';
import { createCheckProof } from './dpop.ts';
import { createDocumentOf } from './documents.ts';
import { createFetch } from './fetcher.ts';
import { createGrants } from './grants.ts';
import { createApplicationKeys } from './jwks.ts';
import { createOAuthKeys } from './keys.ts';
import { createLogos } from './logos.ts';
import { createLogout } from './logout.ts';
import { createMetadata } from './metadata.ts';
import type { Parameters } from './parameters.ts';
import { createRegistrations } from './registration.ts';
import { createResourceAccess } from './resource-access.ts';
import { createTokenEndpoint } from './token-endpoint.ts';
import { createTokenResponses } from './token-response.ts';
import { createOAuthTokens } from './tokens.ts';

/** The parts of other features that the authorization server uses. */
export interface OAuthParts {
  settings: Settings;
  runtimeSettings: RuntimeSettings;
  events: Events;
  recent: Recent;
  sessions: Sessions;
  signUpPolicy: SignUpPolicy;
  limiter: FailureLimiter;
  frontends: Frontends;
  consume: Consume;
  actLimits: ActLimits;
  /** The path of the service's own pages. */
  pagesPath: string;
  resolve?: Resolve | undefined;
  /** Makes the sender of messages to applications, the same as for webhooks. */
  createSender: typeof createSender;
}

export type OAuth = ReturnType<typeof createOAuthFeature>;

/** The number of simultaneous messages to applications, and the time limit of each. */
const CONNECTIONS = 8;
const TIMEOUT_MS = 5_000;

/**
 * Keyward as an authorization server. Loaded at its first use, so that a deployment without applications does not load
 * it.
 */
export function createOAuthFeature(core: Core, parts: OAuthParts) {
  const { store, config, secrets, clock, publicUrl: issuer } = core;
  const { runtimeSettings, events, recent, sessions, signUpPolicy, limiter, frontends } = parts;
  const settings = withAdministration(parts.settings, issuer);
  const { pagesPath, resolve = systemResolve } = parts;
  const rule = addressRule(config.oauthNetworks);
  const seal = createSeal(deriveKey(secrets.masterKey, 'oauth'));
  const endpoint = (name: string) => `${issuer()}${config.prefix}/oauth/${name}`;
  /** The audiences that an assertion of a client may have. The token endpoint comes first. */
  const audience = (): [string, ...string[]] => [endpoint('token'), issuer()];

  const keys = createOAuthKeys({ store, seal, settings, clock });
  const tokens = createOAuthTokens({
    keys,
    issuer,
    key: deriveKey(secrets.masterKey, 'oauth refresh tokens'),
    clock,
  });
  const applications = createApplications({
    store,
    clock,
    events,
    recent,
    rule,
    enable: (along) => {
      const sent = { input: { enabled: true }, how: 'patch' } as const;
      return runtimeSettings.change('oauth', sent, SERVICE_ACTOR, false, along);
    },
  });
  const fetch = createFetch({ rule, resolve, consume: parts.consume, clock });
  const logos = createLogos({ store, fetch, clock, address: () => endpoint('logo') });
  const clients = createClients({
    store,
    clock,
    keysOf: createApplicationKeys({ fetch, clock }),
    documentOf: createDocumentOf({ store, settings, fetch, rule, clock }),
  });
  const authenticate = (parameters: Parameters, authorization: string | undefined, { ipAddress }: Client) =>
    clients.authenticate(parameters, authorization, audience(), ipAddress);
  const grants = createGrants({ store, sessions, settings, policy: signUpPolicy, clock });
  const checkProof = createCheckProof({ used: store.usedIdTokens, clock });
  const read = createReadRequest({ clients, settings, tokens });
  const authorize = createAuthorize({
    store,
    settings,
    grants,
    frontends,
    clock,
    issuer,
    read,
    seal,
    endpoint: () => endpoint('authorize'),
    consentPage: () => `${issuer()}${pagesPath}/consent`,
    actLimits: parts.actLimits,
  });
  const devices = createDevices({ store, settings, grants, limiter, clock, issuer });
  const responses = createTokenResponses({ tokens, settings, issuer, clock });

  return {
    applications,
    keys,
    metadata: createMetadata({ settings, issuer, prefix: config.prefix }),
    endpoint,
    /** The resource of the built-in MCP endpoint. */
    administration: () => administrationResource(issuer()),
    /** The page on which people enter the code of a device. */
    devicePage: () => `${issuer()}${pagesPath}/device`,
    /** Authenticates the application that sent a request. @throws OAuthError */
    authenticate,
    /** The same for a request that always counts against a limit: it spends an assertion at once. @throws OAuthError */
    async admit(parameters: Parameters, authorization: string | undefined, client: Client) {
      const { application, spend } = await authenticate(parameters, authorization, client);
      await spend();
      return application;
    },
    browserSessions: createBrowserSessions(seal),
    authorize,
    consents: createConsents({ store, settings, authorize, read, recent, clock }),
    devices,
    token: createTokenEndpoint({
      store,
      settings,
      clients,
      grants,
      devices,
      tokens,
      responses,
      checkProof,
      clock,
      audience,
    }),
    access: createResourceAccess({ store, settings, clients, grants, tokens, checkProof, clock }),
    registrations: createRegistrations({ store, clock, rule }),
    logos,
    connected: createConnected({ store, grants, logos, clock }),
    logout: createLogout({
      store,
      sessions,
      settings,
      clients,
      tokens,
      sender: parts.createSender({ rule, resolve, timeoutMs: TIMEOUT_MS }, CONNECTIONS),
      clock,
    }),
  };
}
