import { setImmediate } from 'node:timers/promises';
import { deriveKey } from '../../lib/derive-key.ts';
import { loadOnce } from '../../lib/load-once.ts';
import { createSeal } from '../../lib/seal.ts';
import type { Swept } from '../../store/lists/sweep.ts';
import type { Core } from '../core.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import { addressRule } from '../delivery/webhooks/networks.ts';
import { type Resolve, systemResolve } from '../delivery/webhooks/resolve.ts';
import type { FailureLimiter } from '../limits/failure-limiter.ts';
import type { Access } from '../organizations/access.ts';
import type { Admission as Consent } from '../organizations/admission.ts';
import type { Settings } from '../settings/settings.ts';
import type { Flows } from '../sign-in/provider/flows.ts';
import type { Identities } from '../sign-in/provider/identities.ts';
import { createAdmission } from './admission.ts';
import { createCertificateWatch } from './certificates.ts';
import { createConnections } from './connections.ts';
import { assertSignOnAddress } from './issuers.ts';
import { createFairTasks } from '../../lib/fair-tasks.ts';
import { createKinds, type PrepareSaml } from './kinds.ts';
import { type CreateOAuthClient, createOidcConnections } from './oidc.ts';
import { createMetadataWatch } from './metadata-watch.ts';
import { createConnectionFetch } from './outside.ts';
import { createConnectionSignIns } from './sign-ins.ts';
import { createConnectionTests } from './tests.ts';

/** The identity providers of organizations. Loaded at their first use, like organizations. */
export function createConnectionsFeature(
  { store, config, secrets, clock, publicUrl }: Core,
  parts: {
    settings: Settings;
    access: Access;
    consent: Consent;
    createOAuthClient: CreateOAuthClient;
    flows: Flows;
    identities: Identities;
    limiter: FailureLimiter;
    notices: Pick<Notices, 'certificateExpiring'>;
    resolve?: Resolve | undefined;
  },
) {
  const { settings, access, consent, flows, identities, limiter, createOAuthClient } = parts;
  const { resolve = systemResolve } = parts;
  const seal = createSeal(deriveKey(secrets.masterKey, 'connections'));
  const rule = addressRule(config.connectionNetworks);
  const fetch = createConnectionFetch({ rule, resolve });
  const apiUrl = () => publicUrl() + config.prefix;
  const addressOf = (uid: string, route: 'metadata' | 'acs') => `${apiUrl()}/saml/${uid}/${route}`;

  /** Making keys would take the threads that also hash passwords. */
  const keysInTurn = createFairTasks();
  const prepareSaml: PrepareSaml = async (fields, newFor) => {
    const prepare = await import('./saml-fields.ts');
    const newKey =
      newFor === null
        ? null
        : () => keysInTurn(newFor, async () => (await import('./saml/key.ts')).newServiceKey(clock.now()));
    const assertAddress = (path: string, address: string) => assertSignOnAddress(path, address, rule);
    return prepare.prepareSaml(fields, { newKey, fetch, assertAddress, now: clock.now() });
  };

  const oidc = createOidcConnections({ createOAuthClient, seal, fetch, clock });
  const saml = loadOnce(async () => {
    const { createSamlConnections } = await import('./saml-connections.ts');
    return createSamlConnections({ seal, addressOf, clock });
  });

  const watchMetadata = createMetadataWatch({ store, prepareSaml, clock });
  const watchCertificates = createCertificateWatch({ store, notices: parts.notices, clock });

  return {
    connections: createConnections({
      store,
      access,
      seal,
      kinds: createKinds({ rule, prepareSaml }),
      settings,
      clock,
    }),
    signIns: createConnectionSignIns({
      store,
      flows,
      identities,
      oidc,
      saml,
      used: store.usedIdTokens,
      admission: createAdmission({ store, settings, consent, clock }),
      limiter,
      apiUrl,
    }),
    tests: createConnectionTests({ store, access, settings, seal, flows, oidc, saml, apiUrl, clock }),

    /**
     * Fetches metadata again, mails owners about certificates that expire, and removes the connections of organizations
     * whose restore period has ended.
     * @param signal stops it
     */
    async sweep(signal?: AbortSignal): Promise<void> {
      await watchMetadata(signal);
      await watchCertificates(signal);
      for (let swept: Swept = { removed: 0, more: true }; swept.more; await setImmediate()) {
        if (signal?.aborted === true) return;
        swept = await store.transaction(({ connections }) => connections.sweep(clock.now()));
      }
    },
  };
}
