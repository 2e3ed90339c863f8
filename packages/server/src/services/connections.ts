import type { EventType } from '../features/audit/events/event-types.ts';
import type { Core } from '../features/core.ts';
import type { WebhookNetwork } from '../features/delivery/webhooks/webhooks-feature.ts';
import type { Limits } from '../features/limits/limits-feature.ts';
import { loadOnce } from '../lib/load-once.ts';
import type { DeliveryServices } from './delivery.ts';
import type { IdentityServices } from './identity.ts';
import type { OrganizationServices } from './organizations.ts';
import type { SettingsServices } from './settings.ts';
import type { SignInServices } from './sign-in.ts';

/** The events after which somebody may have other rights, and so what connections may do for which they vouch. */
const ABOUT_RIGHTS: ReadonlySet<string> = new Set<EventType>([
  'member.added',
  'member.updated',
  'member.removed',
  'role.updated',
  'account.status_changed',
  'account.role_changed',
  'account.deletion_requested',
  'account.deletion_cancelled',
  'account.deleted',
  'key.revoked',
]);

export type ConnectionServices = ReturnType<typeof createConnectionServices>;

/** The identity providers of organizations: sign-ins with them, and their provisioning of members. */
export function createConnectionServices(
  core: Core,
  parts: {
    settings: SettingsServices;
    limits: Limits;
    delivery: DeliveryServices;
    identity: IdentityServices;
    signIn: SignInServices;
    organizations: OrganizationServices['organizations'];
    network: WebhookNetwork | undefined;
  },
) {
  const { organizations, network } = parts;
  const { settings, signUpPolicy } = parts.settings;
  const { limiter, consume } = parts.limits;
  const { notices } = parts.delivery;
  const { signUps, emailChanges } = parts.identity;
  const { flows, identities } = parts.signIn;
  const tellLostTrust = loadOnce(async () => {
    const { createTellLostTrust } = await import('../features/connections/lost-trust.ts');
    return createTellLostTrust({ settings, notices, clock: core.clock });
  });
  core.store.onActs(async (tables, events) => {
    if (!settings.current.organizations.enabled) return;
    const acts = events.filter(({ type }) => ABOUT_RIGHTS.has(type));
    if (acts.length > 0) await (await tellLostTrust())(tables, acts);
  });

  return {
    connections: loadOnce(async () => {
      const { createConnectionsFeature } = await import('../features/connections/connections-feature.ts');
      const { createOAuthClient } = await import('../features/sign-in/provider/oauth-client.ts');
      const { access, admission: consent } = await organizations();
      return createConnectionsFeature(core, {
        settings,
        access,
        consent,
        flows,
        identities,
        limiter,
        notices,
        createOAuthClient,
        resolve: network?.resolve,
      });
    }),

    provisioning: loadOnce(async () => {
      const { createProvisioningFeature } = await import('../features/provisioning/provisioning-feature.ts');
      const { access, admission: consent } = await organizations();
      return createProvisioningFeature(core, {
        settings,
        access,
        consent,
        policy: signUpPolicy,
        signUps,
        notices,
        emailChanges,
        consume,
      });
    }),
  };
}
