import { deriveKey } from '../../../lib/derive-key.ts';
import { createSeal } from '../../../lib/seal.ts';
import type { OpenSignUps } from '../../identity/accounts/open-sign-ups.ts';
import type { SignUps } from '../../identity/accounts/sign-up.ts';
import type { Core } from '../../core.ts';
import type { Events } from '../../audit/events/events.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { SignIns } from '../complete.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SignUpPolicy } from '../../identity/sign-up-policy/sign-up-policy.ts';
import type { UndoLinks } from '../../identity/undo/undo-links.ts';
import { createDestinations } from './destination.ts';
import { createFlows } from './flows.ts';
import { createIdentities } from './identities.ts';
import { createIdentityLinks } from './identity-links.ts';
import type { KnownProviders } from './known-providers.ts';
import { createLinking } from './linking.ts';
import { createNativeSignIn } from './native-sign-in.ts';
import { createProviders } from './providers.ts';
import { createProviderTrials } from './trials.ts';

/** Identity providers: sign-ins with them and their links to accounts. */
export function createProvidersFeature(
  { store, config, secrets, clock, publicUrl }: Core,
  parts: {
    known: KnownProviders;
    settings: Settings;
    signUpPolicy: SignUpPolicy;
    signUps: SignUps;
    openSignUps: OpenSignUps;
    signIns: SignIns;
    notices: Notices;
    undoLinks: UndoLinks;
    limiter: FailureLimiter;
    events: Events;
  },
) {
  const { known, settings, signUpPolicy, signUps, openSignUps, signIns } = parts;
  const { notices, undoLinks, events } = parts;
  const destinationOf = createDestinations(signUpPolicy);
  const linking = createLinking({ notices, undoLinks, clock });
  const identityLinks = createIdentityLinks({
    store,
    linking,
    signIns,
    providerName: known.nameOf,
    events,
    clock,
  });
  const identities = createIdentities({
    store,
    destinationOf,
    linking,
    signUps,
    openSignUps,
    signIns,
    notices,
    clock,
  });
  const flows = createFlows({
    store: store.providerFlows,
    seal: createSeal(deriveKey(secrets.masterKey, 'provider flows')),
    clock,
  });
  const providers = createProviders({
    known,
    settings,
    flows,
    identities,
    identityLinks,
    apiUrl: () => publicUrl() + config.prefix,
    clock,
  });
  const providerTrials = createProviderTrials({ store, flows, providers, destinationOf });
  const nativeSignIn = createNativeSignIn({
    providers,
    identities,
    used: store.usedIdTokens,
    limiter: parts.limiter,
    limits: config.limits,
  });
  return { flows, identities, identityLinks, providers, providerTrials, nativeSignIn };
}
