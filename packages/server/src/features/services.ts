import { randomInt } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { version } from '../package.ts';
import { deriveKey } from '../lib/derive-key.ts';
import { createSeal } from '../lib/seal.ts';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Store } from '../store/database.ts';
import { createAdministration } from './administration/administration.ts';
import { createLogIn } from './accounts/log-in.ts';
import { createOpenSignUps } from './accounts/open-sign-ups.ts';
import { createProfiles } from './accounts/profile.ts';
import { tellProfiles } from './accounts/tell-profiles.ts';
import { createSignUps } from './accounts/sign-up.ts';
import { createCodeFlows } from './codes/code-flows.ts';
import { createCodes } from './codes/codes.ts';
import { tellCodeFlows } from './codes/tell-code-flows.ts';
import { createMagicLinks } from './codes/magic-link.ts';
import { createSendCode } from './codes/send-code.ts';
import { createEvents } from './events/events.ts';
import { tellLeftEvents } from './events/left-events.ts';
import { createDocuments } from './documents/documents.ts';
import { createFrontends } from './frontends/frontends.ts';
import { createSignInHooks, type HostHooks } from './hooks/sign-in-hooks.ts';
import { createFailureLimiter } from './limits/failure-limiter.ts';
import { createKeptFailures } from './limits/kept-failures.ts';
import { createQuota } from './limits/quota.ts';
import { createLogs } from './logs/logs.ts';
import type { Files as LogFiles } from './logs/open-log.ts';
import { createMailer } from './mail/mailer.ts';
import { createNotices } from './mail/notices.ts';
import { sweepExpired } from './maintenance/sweep.ts';
import { createHashQueue, hashQueueSize } from './passwords/hash-queue.ts';
import { type Argon2Parameters, createPasswordHasher } from './passwords/password-hasher.ts';
import { MIN_PASSWORD_LENGTH } from './passwords/password-policy.ts';
import { createFlows } from './providers/flows.ts';
import { createIdentities } from './providers/identities.ts';
import { PRESETS, type Presets } from './providers/presets.ts';
import { createProviders, type ProviderSlot } from './providers/providers.ts';
import { createHandover } from './sessions/handover.ts';
import { createSessions } from './sessions/sessions.ts';
import { createTokens } from './sessions/tokens.ts';
import { createReplacedKeys } from './settings/replaced-keys.ts';
import { createRuntimeSettings } from './settings/runtime-settings.ts';
import { createSections } from './settings/sections.ts';
import { createSettings } from './settings/settings.ts';
import { createMemoryVersions, createSavedVersions } from './settings/versions.ts';
import { createSetUpLink } from './superadmin/set-up-link.ts';
import { createSuperadmins } from './superadmin/superadmins.ts';

export type Services = ReturnType<typeof createServices>;

export interface ServiceParts {
  store: Store;
  config: Config;
  secrets: Secrets;
  clock: Clock;
  /** Address from outside; with a free port it is known once the service listens. */
  publicUrl: () => string;
  /** Where unexpected errors are told. */
  report: (error: unknown, requestId: string) => void;
  /** Tells the operator something, in one line. */
  warn: (line: string) => void;
  /** More places for identity providers than the configuration has. */
  moreProviders?: readonly ProviderSlot[];
  /** More presets, or others of the same name. */
  presets?: Presets;
  /** What a host application does when people arrive. */
  hooks?: HostHooks | undefined;
  /** How log files are opened. */
  logFiles?: LogFiles | undefined;
  /** Folders with more documentation to serve. */
  documents?: readonly string[];
  /** What a password costs to hash; default: what OWASP recommends. */
  argon2?: Argon2Parameters;
}

/** The rules of the service over one store. What the endpoints, the command line and a host application call. */
export function createServices({
  store,
  config,
  secrets,
  clock,
  publicUrl,
  report,
  warn,
  moreProviders = [],
  presets = {},
  hooks = {},
  logFiles,
  documents = [],
  argon2,
}: ServiceParts) {
  const { profile, limits } = config;
  const apiUrl = () => publicUrl() + config.prefix;
  const slots = [...config.providers, ...moreProviders];
  const sections = createSections({ config, secrets, slots });
  const settings = createSettings(sections.initial);
  const events = createEvents(
    () => clock.now(),
    (error) => report(error, 'event'),
  );
  const tokens = createTokens(settings, clock);
  const logs = createLogs({
    settings,
    events,
    store: store.sessions,
    tokens,
    clock,
    report: (error) => report(error, 'logs'),
    secrets: [secrets.masterKey.toString('hex'), secrets.masterKey.toString('base64')],
    files: logFiles,
  });
  const runtimeSettings = createRuntimeSettings({
    sections,
    settings,
    store,
    versions: (config.settingsStore === 'database' ? createSavedVersions : createMemoryVersions)(
      store.settings,
    ),
    replacedKeys: createReplacedKeys(store.settings, deriveKey(secrets.masterKey, 'replaced keys')),
    seal: createSeal(deriveKey(secrets.masterKey, 'settings')),
    events,
    clock,
    dataDir: config.dataDir,
    countSessions: () => store.countSessions(clock.now()),
    report: (error) => report(error, 'settings'),
    suspendTokens: (suspended) => tokens.suspend(suspended),
    warn,
  });
  // Instances that share a database share the counters; a process alone counts by itself.
  const keptFailures = store.kind === 'postgres' ? null : createKeptFailures(store.failures);
  const failures = keptFailures ?? store.failures;
  const limiter = createFailureLimiter(failures, clock);
  const queue = createHashQueue(hashQueueSize());
  const passwords = createPasswordHasher({ queue, parameters: argon2 });
  const accountDeps = { store: store.accounts, passwords, limiter, limits, profile, clock };
  const signUps = createSignUps(accountDeps);
  const openSignUps = createOpenSignUps({ signUps, limiter, limits });

  const sessions = createSessions({
    store: store.sessions,
    tokens,
    settings,
    events,
    clock,
    rotation: config.refreshRotation,
    sessionsPerAccount: limits.sessionsPerAccount,
  });

  const signInHooks = createSignInHooks({
    hooks,
    endSession: (id) => sessions.end(id),
    events,
    clock,
    report: (error) => report(error, 'hook'),
  });

  const mailer = createMailer({
    settings: () => settings.current.email,
    production: config.production,
    dataDir: config.dataDir,
    templates: config.mail.templates ?? null,
    outbox: store.outbox,
    events,
    seal: createSeal(deriveKey(secrets.masterKey, 'seal')),
    clock,
    report: (error) => report(error, 'mail'),
  });
  const notices = createNotices({
    mailer,
    clock,
    consume: createQuota(failures, clock),
    report: (error) => report(error, 'notice'),
  });
  const magicLinks = createMagicLinks({ publicUrl, prefix: config.prefix, magicLinks: config.magicLinks });
  const codes = createCodes({
    store,
    limiter,
    addressLimit: limits.address,
    clock,
    hashKey: deriveKey(secrets.masterKey, 'codes'),
    randomInt,
  });

  const superadmins = createSuperadmins({
    store,
    signUp: signUps.signUp,
    passwords,
    profile,
    clock,
  });

  const consume = createQuota(failures, clock);
  const identities = createIdentities({
    store,
    signUps,
    sessions,
    notices,
    events,
    hooks: signInHooks,
    clock,
  });
  const providers = createProviders({
    slots,
    presets: { ...PRESETS, ...presets },
    settings,
    flows: createFlows({
      store: store.providerFlows,
      seal: createSeal(deriveKey(secrets.masterKey, 'provider flows')),
      clock,
    }),
    identities,
    consume,
    apiUrl,
    clock,
  });

  return {
    clock,
    settings,
    runtimeSettings,
    events,
    logs,
    store,
    openSignUps,
    logIn: createLogIn({ ...accountDeps, events }),
    profiles: tellProfiles(createProfiles({ ...accountDeps, notices }), events),
    sendCode: createSendCode({
      store: store.accounts,
      codes,
      magicLinks,
      mailer,
      consume,
      addressLimit: limits.mails,
    }),
    handover: createHandover({ store, sessions, profile, clock }),
    codeFlows: tellCodeFlows(
      createCodeFlows({ ...accountDeps, codes, signUps, openSignUps, sessions, notices }),
      events,
      signInHooks,
    ),
    magicLinks,
    frontends: createFrontends(publicUrl, config.allowedFrontends),
    providers,
    identities,
    mailer,
    documents: createDocuments({
      folders: documents,
      place: () => ({ publicUrl: publicUrl(), prefix: config.prefix }),
      version,
      warn,
    }),
    prefix: config.prefix,
    publicUrl,
    apiUrl,
    report,
    sessions,
    signInHooks,
    tokens,
    superadmins,
    administration: createAdministration({
      store,
      signUp: signUps.signUp,
      passwords,
      notices,
      events,
      profile,
      clock,
    }),
    setUpLink: createSetUpLink(superadmins, clock),
    minPasswordLength: MIN_PASSWORD_LENGTH[profile],

    /** Takes up the failures that were counted before. Called once, before the first request. */
    async restoreFailures(): Promise<void> {
      await keptFailures?.restore(clock.now());
    },

    /** Writes the failures that were counted since. Called every second: of a kill, that is what it takes back. */
    async writeFailures(): Promise<void> {
      await keptFailures?.write();
    },

    /** Removes what has expired. Called every hour. */
    async sweep(): Promise<void> {
      await sweepExpired(store, clock.now());
    },

    /** Writes what is pending and drops what is over. Called now and then, and at the end. */
    async housekeep(): Promise<void> {
      await sessions.flushUses();
      await keptFailures?.write();
      await failures.deleteExpired(clock.now());
      await tellLeftEvents(store.leftEvents, events, (error) => report(error, 'event'));
    },
  };
}
