import type { Core } from '../features/core.ts';
import type { WebhookNetwork } from '../features/delivery/webhooks/webhooks-feature.ts';
import { createBounded } from '../features/hooks/bounded.ts';
import type { HostHooks } from '../features/hooks/sign-in-hooks.ts';
import type { Argon2Parameters } from '../features/identity/passwords/password-hasher.ts';
import { createLimitsFeature } from '../features/limits/limits-feature.ts';
import type { CreateKeeper } from '../features/operations/logs/keeper.ts';
import type { Files as LogFiles } from '../features/operations/logs/open-log.ts';
import type { ReadTxtRecords } from '../features/organizations/txt-records.ts';
import type { ProviderSlot } from '../features/settings/provider-slot.ts';
import type { SharedSettings } from '../features/settings/settings-feature.ts';
import { createKnownProviders } from '../features/sign-in/provider/known-providers.ts';
import type { Presets } from '../features/sign-in/provider/presets.ts';
import { instanceName } from '../lib/instance.ts';
import { createAuditServices } from './audit.ts';
import { createConnectionServices } from './connections.ts';
import { createDeliveryServices } from './delivery.ts';
import { createIdentityServices } from './identity.ts';
import { createOAuthServices } from './oauth.ts';
import { createOperationsServices } from './operations.ts';
import { createOrganizationServices } from './organizations.ts';
import { createSettingsServices } from './settings.ts';
import type { Shared } from './shared.ts';
import { createSignInServices } from './sign-in.ts';
import { createUpkeep } from './upkeep.ts';

export type Services = ReturnType<typeof createServices>;

export interface ServiceParts extends Core {
  /** Identity providers in addition to those of the configuration. */
  moreProviders?: readonly ProviderSlot[];
  /** Presets in addition to the built-in ones; one of the same name replaces the built-in one. */
  presets?: Presets;
  /** The host application's callbacks for sign-ups and sign-ins. */
  hooks?: HostHooks | undefined;
  /** The opener of the log files. */
  logFiles?: LogFiles | undefined;
  /**
   * Creates the log keeper if this process writes the logs of several processes; undefined: this is the only process.
   */
  createLogKeeper?: CreateKeeper | undefined;
  /** Path below which the service serves its own pages of a frontend. Default: the root. */
  pagesPath?: string;
  /** How webhooks reach their receivers; default: the real network. */
  webhookNetwork?: WebhookNetwork;
  /** Reads DNS; default: the name servers of the configuration. */
  readTxtRecords?: ReadTxtRecords;
  /** The cost of a password hash; default: OWASP's recommendation. */
  argon2?: Argon2Parameters;
  /** The settings of an owner that answers requests itself; undefined: there are no other processes. */
  ownedSettings?: SharedSettings | undefined;
  /** The shared parts that another process of this service owns; undefined: this process is the owner. */
  shared?: Shared | undefined;
}

/**
 * All rules of the service over one store: the interface for the endpoints, the command line and a host application.
 * Each floor gets the floors below it.
 */
export function createServices(parts: ServiceParts) {
  const { store, config, clock, publicUrl, report } = parts;
  const { hooks = {}, pagesPath = '', shared, webhookNetwork: network } = parts;
  const { prefix } = config;
  const slots = [...config.providers, ...(parts.moreProviders ?? [])];
  const known = createKnownProviders(slots, parts.presets ?? {}, () => settings.settings.current);
  const bounded = createBounded(clock, (error) => report(error, 'hook'));

  const audit = createAuditServices(parts, {
    providerName: known.nameOf,
    streamSlots: shared?.streamSlots,
  });
  const settings = createSettingsServices(parts, {
    slots,
    events: audit.events,
    pagesPath,
    shared: shared?.settings ?? parts.ownedSettings ?? null,
  });
  const limits = createLimitsFeature(parts, shared?.counters ?? null);
  const delivery = createDeliveryServices(parts, {
    audit,
    settings: settings.settings,
    limits,
    network,
    sender: shared?.mails,
    wake: shared?.wakeDispatcher,
  });
  const organizations = createOrganizationServices(parts, {
    settings,
    limits,
    delivery,
    hook: hooks.memberJoining,
    bounded,
    readTxtRecords: parts.readTxtRecords,
  });
  const identity = createIdentityServices(parts, {
    audit,
    settings,
    limits,
    delivery,
    organizations: organizations.organizations,
    missedConnection: organizations.requirement.missedConnection,
    hook: hooks.claims,
    bounded,
    argon2: parts.argon2,
    processes: shared?.processes,
  });
  const signIn = createSignInServices(parts, {
    audit,
    settings,
    limits,
    delivery,
    identity,
    organizations,
    known,
    hooks,
    bounded,
  });
  const connections = createConnectionServices(parts, {
    settings,
    limits,
    delivery,
    identity,
    signIn,
    organizations: organizations.organizations,
    network,
  });
  const oauth = createOAuthServices(parts, { audit, settings, limits, identity, pagesPath, network });
  const operations = createOperationsServices(parts, {
    audit,
    settings,
    logFiles: parts.logFiles,
    createLogKeeper: shared?.createLogKeeper ?? parts.createLogKeeper,
  });
  const upkeep = createUpkeep(parts, {
    audit,
    settings,
    limits,
    identity,
    operations,
    organizations: organizations.organizations,
    connections,
    oauth: oauth.oauth,
  });
  const { counters, locks, actLimits, deviceCookies } = limits;
  return {
    store,
    clock,
    report,
    instance: instanceName(config.dataDir),
    prefix,
    publicUrl,
    apiUrl: () => publicUrl() + prefix,
    counters,
    locks,
    actLimits,
    deviceCookies,
    ...audit,
    ...settings,
    ...delivery,
    ...organizations,
    ...identity,
    ...signIn,
    ...connections,
    ...oauth,
    ...operations,
    ...upkeep,
  };
}
