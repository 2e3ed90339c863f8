import { byOwner } from '../features/audit/events/origin.ts';
import type { Core } from '../features/core.ts';
import type { Bounded } from '../features/hooks/bounded.ts';
import type { HostHooks } from '../features/hooks/sign-in-hooks.ts';
import { createRequirement } from '../features/connections/requirement.ts';
import { createInvitationLinks } from '../features/identity/invitations/invitation-links.ts';
import type { Limits } from '../features/limits/limits-feature.ts';
import type { TakeInReader } from '../features/sign-in/complete.ts';
import type { ReadTxtRecords } from '../features/organizations/txt-records.ts';
import { loadOnce } from '../lib/load-once.ts';
import type { DeliveryServices } from './delivery.ts';
import type { SettingsServices } from './settings.ts';

export type OrganizationServices = ReturnType<typeof createOrganizationServices>;

/** Organizations, and the links of invitations to them or to the service. */
export function createOrganizationServices(
  core: Core,
  parts: {
    settings: SettingsServices;
    limits: Limits;
    delivery: DeliveryServices;
    /** The host's hook; undefined: everybody may join. */
    hook: HostHooks['memberJoining'];
    bounded: Bounded;
    /** Reads DNS; undefined: the name servers of the configuration. */
    readTxtRecords: ReadTxtRecords | undefined;
  },
) {
  const { store, config, publicUrl, clock, report } = core;
  const { hook, bounded } = parts;
  const { settings, recent, frontends, pagesUrl, runtimeSettings } = parts.settings;
  const { consume, actLimits } = parts.limits;
  const { mailer, notices } = parts.delivery;
  const invitationLinks = createInvitationLinks({
    mailer,
    consume,
    mailbox: config.limits.mailbox,
    frontends,
    clock,
  });
  const requirement = createRequirement({ settings, apiUrl: () => publicUrl() + config.prefix });
  const organizations = loadOnce(async () => {
    const { createOrganizationsFeature } = await import('../features/organizations/organizations-feature.ts');
    const { txtRecordsOf } = await import('../features/organizations/txt-records.ts');
    return createOrganizationsFeature(core, {
      settings,
      recent,
      missedConnection: requirement.missedConnection,
      notices,
      invitationLinks,
      actLimits,
      frontends,
      pagesUrl,
      settingsVersion: () => runtimeSettings.version('organizations'),
      readTxtRecords: parts.readTxtRecords ?? txtRecordsOf(config.dnsServer),
      hook,
      bounded,
    });
  });
  store.onProof(async (accountId) => {
    if (!settings.current.organizations.enabled) return;
    try {
      await (await organizations()).domainJoining.takeIn(accountId);
    } catch (error) {
      // The proof remains valid; the person can still join.
      report(error, 'organizations');
    }
  });
  const takeInReader: TakeInReader = async (account, { client, proof, provenBy: identity }) => {
    if (!settings.current.organizations.enabled) return account;
    try {
      const by = byOwner(account, client);
      const reader = { client, by, seen: account, identity, hasFactor: proof !== undefined };
      return await (await organizations()).domainJoining.takeInReader(account, reader);
    } catch (error) {
      report(error, 'organizations');
      return account;
    }
  };
  return { invitationLinks, organizations, requirement, takeInReader };
}
