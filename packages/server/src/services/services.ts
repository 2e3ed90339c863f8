import { instanceName } from '../lib/instance.ts';
import type { AccountRow } from '../store/engine/schema.ts';
import { createAccountsFeature } from '../features/identity/accounts/accounts-feature.ts';
import { createOwnerRights } from '../features/identity/profile/owner-rights.ts';
import { assertRecent } from '../features/audit/actors/actor.ts';
import { createActivity } from '../features/audit/activity/activity.ts';
import { createAdministration } from '../features/identity/administration/administration.ts';
import { createCaptcha } from '../features/identity/captcha/captcha.ts';
import { createCaptchaCheck } from '../features/identity/captcha/captcha-check.ts';
import { createCodesFeature } from '../features/identity/codes/codes-feature.ts';
import type { Core } from '../features/core.ts';
import { createFindRequired } from '../features/connections/requirement.ts';
import { createSignInServices } from './sign-ins.ts';
import type { Shared } from './shared.ts';
import { createEmailChangesFeature } from '../features/identity/email-changes/email-changes-feature.ts';
import { createEvents } from '../features/audit/events/events.ts';
import { createReauthentication } from '../features/identity/mfa/reauthentication.ts';
import { createImpersonate } from '../features/sign-in/impersonation.ts';
import { createAnswerChallenge } from '../features/sign-in/second-factor/answer-challenge.ts';
import { createFactorsFeature } from '../features/identity/mfa/factors-feature.ts';
import { unlockTotp } from '../features/identity/mfa/totp-lock.ts';
import { createDiagnostics } from '../features/operations/diagnostics/diagnostics.ts';
import { createFrontends } from '../features/settings/frontends.ts';
import { createBounded } from '../features/hooks/bounded.ts';
import { createSignInHooks, type HostHooks } from '../features/hooks/sign-in-hooks.ts';
import { createInvitationLinks } from '../features/identity/invitations/invitation-links.ts';
import { createInvitationsFeature } from '../features/sign-in/invitation/invitations-feature.ts';
import { createKeysFeature } from '../features/identity/api-keys/api-keys-feature.ts';
import { createActLimits } from '../features/limits/act-limits.ts';
import { createLimitsFeature } from '../features/limits/limits-feature.ts';
import type { CreateKeeper } from '../features/operations/logs/keeper.ts';
import { createLogs } from '../features/operations/logs/logs.ts';
import type { Files as LogFiles } from '../features/operations/logs/open-log.ts';
import { terminal } from '../features/operations/logs/terminal.ts';
import { createOwnTexts } from '../features/delivery/texts/own-texts.ts';
import { createMailFeature } from '../features/delivery/mail/mail-feature.ts';
import { mailboxKeyOf } from '../features/delivery/mail/mailbox-key.ts';
import { sweepExpired } from '../features/operations/maintenance/sweep.ts';
import { MAX_CHECK_MEMORY } from '../features/identity/passwords/foreign-hashes.ts';
import {
  costlyQueueSize,
  createHashQueue,
  hashQueueSize,
  machineShare,
} from '../features/identity/passwords/hash-queue.ts';
import {
  type Argon2Parameters,
  createPasswordHasher,
} from '../features/identity/passwords/password-hasher.ts';
import { MIN_PASSWORD_LENGTH } from '../features/identity/passwords/password-policy.ts';
import { createKnownProviders } from '../features/sign-in/provider/known-providers.ts';
import type { Presets } from '../features/sign-in/provider/presets.ts';
import type { ReadTxtRecords } from '../features/organizations/txt-records.ts';
import type { ProviderSlot } from '../features/settings/provider-slot.ts';
import { createProvidersFeature } from '../features/sign-in/provider/providers-feature.ts';
import { createReadiness, warnOfPoolerErrors } from '../features/operations/readiness/readiness.ts';
import { createSessionsFeature } from '../features/identity/sessions/sessions-feature.ts';
import {
  createSettingsFeature,
  createSettingsInForce,
  type SharedSettings,
} from '../features/settings/settings-feature.ts';
import { createSignUpPolicy } from '../features/identity/sign-up-policy/sign-up-policy.ts';
import { createSuperadminFeature } from '../features/identity/superadmin/superadmin-feature.ts';
import { createUndoFeature } from '../features/identity/undo/undo-feature.ts';
import { createAuditLogFeature } from '../features/audit/log/audit-log-feature.ts';
import {
  createWebhooksFeature,
  type WebhookNetwork,
} from '../features/delivery/webhooks/webhooks-feature.ts';
import { createCodeFlowsFeature } from '../features/sign-in/code/code-flows-feature.ts';
import { createEventUpkeep } from '../features/operations/maintenance/event-upkeep.ts';
import { createRelyingParty } from '../features/settings/relying-party.ts';
import { createRecentFeature } from '../features/identity/mfa/recent-feature.ts';
import { createSender } from '../features/delivery/webhooks/sender.ts';
import { loadOnce } from '../lib/load-once.ts';
import { createProfileFeature } from '../features/identity/profile/profile-feature.ts';

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
 */
export function createServices(parts: ServiceParts) {
  const { store, config, secrets, clock, publicUrl, report, warn } = parts;
  const {
    moreProviders = [],
    presets = {},
    hooks = {},
    logFiles,
    argon2,
    webhookNetwork,
    pagesPath = '',
    shared,
  } = parts;
  const { profile, prefix } = config;
  const slots = [...config.providers, ...moreProviders];

  const events = createEvents(
    () => clock.now(),
    (error) => report(error, 'event'),
  );
  const { sections, settings } = createSettingsInForce(parts, slots);
  const known = createKnownProviders(slots, presets);
  const auditLog = createAuditLogFeature(parts, {
    providerName: known.nameOf,
    events,
    slots: shared?.streamSlots ?? null,
  });
  const { failedAttempts } = auditLog;
  const activity = createActivity({ store, news: auditLog.news, clock });
  const { methods, recent } = createRecentFeature(parts, { settings });
  const signUpPolicy = createSignUpPolicy(() => settings.current.signup);
  const bounded = createBounded(clock, (error) => report(error, 'hook'));
  const limits = createLimitsFeature(parts, shared?.counters ?? null);
  const { limiter, deviceCookies, passwordBudget, consume } = limits;
  const { claims } = hooks;
  const actLimits = createActLimits({ consume, limits: config.limits });
  const { tokens, sessions, issue, activeOrganization } = createSessionsFeature(parts, {
    settings,
    signUpPolicy,
    events,
    claimsHook:
      claims === undefined ? null : (account) => bounded('claims', (signal) => claims(account, signal)),
    activeOrganizations: async () => (await organizations()).active,
  });
  const { runtimeSettings, describeSections, versionRows } = createSettingsFeature(parts, {
    sections,
    settings,
    slots,
    events,
    assertRecent: (actor) => assertRecent(actor, recent),
    suspendTokens: (suspended) => tokens.suspend(suspended),
    shared: shared?.settings ?? parts.ownedSettings ?? null,
  });
  const eventUpkeep = createEventUpkeep(parts, {
    feed: auditLog.feed,
    settings,
    tokens,
    count: () => activity.count(),
  });
  const logs = createLogs({
    settings,
    events,
    store,
    tokens,
    clock,
    report: (error) => report(error, 'logs'),
    secrets: [
      secrets.masterKey.toString('hex'),
      secrets.masterKey.toString('base64'),
      mailboxKeyOf(secrets.masterKey),
    ],
    files: logFiles,
    createKeeper: shared?.createLogKeeper ?? parts.createLogKeeper,
  });
  warnOfPoolerErrors(store, clock, (line) => {
    terminal.silently(() => warn(line));
    logs.print(line, 'ERROR');
  });
  const share = machineShare(shared?.processes);
  const hashQueue = createHashQueue(hashQueueSize(...share));
  const costlyQueue = createHashQueue(costlyQueueSize(MAX_CHECK_MEMORY / 1024, ...share));
  const passwords = createPasswordHasher({
    queue: hashQueue,
    costly: costlyQueue,
    parameters: argon2,
    instrument: parts.instrument,
  });
  const texts = createOwnTexts(config.texts ?? null);
  const { mailer, mailboxKey, notices } = createMailFeature(parts, {
    texts,
    settings,
    events,
    limiter,
    consume,
    sender: shared?.mails,
  });
  const captcha = createCaptcha({
    settings: () => settings.current.signup,
    check: createCaptchaCheck(config.captchaVerifyUrl ?? null),
    limiter,
    limits: config.limits,
    consume,
    events,
    clock,
  });
  const pagesUrl = () => publicUrl() + pagesPath;
  const frontends = createFrontends(pagesUrl, config.allowedFrontends);
  const undo = createUndoFeature(parts, { frontends });
  const { undoLinks } = undo;
  const { codes, magicLinks, sendCode, sendVerification, forgetMailbox } = createCodesFeature(parts, {
    settings,
    frontends,
    signUpPolicy,
    deviceCookies,
    limiter,
    consume,
    mailBudget: limits.mailBudget,
    devices: limits.devices,
    forgetCounters: (subjects) => limits.forget(subjects),
    mailer,
    events,
  });
  const { signUps, openSignUps } = createAccountsFeature(parts, {
    signUpPolicy,
    sendVerification,
    passwords,
    limiter,
  });
  const { superadmins, setUpLink } = createSuperadminFeature(parts, { signUp: signUps.signUp, passwords });
  const { emailChanges, undoChange } = createEmailChangesFeature(parts, {
    policy: signUpPolicy,
    settings,
    sendCode,
    mailer,
    notices,
    consume,
    frontends,
    tokens: undo.tokens,
    undoLinks,
    events,
  });
  const { profiles, reauthenticate } = createProfileFeature(parts, {
    signUpPolicy,
    sendVerification,
    passwords,
    passwordBudget,
    limiter,
    notices,
    events,
    failedAttempts,
    recent,
    settings,
    emailChanges,
    undoLinks,
  });
  const factors = createFactorsFeature(parts, {
    settings,
    limiter,
    failedAttempts,
    notices,
    undoLinks,
    relyingParty: createRelyingParty({ settings, publicUrl, frontends }),
    recent,
  });
  const { signIns, exchangeCodes, passwordSignIns, passkeySignIn } = createSignInServices(parts, {
    hooks: createSignInHooks({ hooks, events, failedAttempts, bounded }),
    settings,
    signUpPolicy,
    issue,
    methods,
    factors,
    events,
    failedAttempts,
    notices,
    limits,
    captcha,
    passwords,
    sendVerification,
    openSignUps,
    setUpLink,
    findRequired: createFindRequired({ settings, apiUrl: () => publicUrl() + prefix }),
  });
  const { codeFlows } = createCodeFlowsFeature(parts, {
    captcha,
    codes,
    signUpPolicy,
    passwords,
    passwordBudget,
    limiter,
    signUps,
    openSignUps,
    signIns,
    notices,
    undoLinks,
    emailChanges,
    providerName: known.nameOf,
    events,
    failedAttempts,
  });
  const proveAgain = createReauthentication({
    store,
    challenges: factors.challenges,
    secondFactor: factors.secondFactor,
    checkPassword: async (caller, currentPassword, { client, signal }) => {
      await reauthenticate(caller, 'check', { currentPassword, client, ...(signal && { signal }) });
    },
    spendCode: (...use) => codeFlows.reauthenticate(...use),
    clock,
  });
  const { flows, identities, providers, nativeSignIn } = createProvidersFeature(parts, {
    known,
    settings,
    signUpPolicy,
    signUps,
    openSignUps,
    signIns,
    notices,
    undoLinks,
    limiter,
    events,
  });
  const answerChallenge = createAnswerChallenge({
    store,
    signIns,
    challenges: factors.challenges,
    secondFactor: factors.secondFactor,
    finishLink: identities.finishLink,
  });
  const invitationLinks = createInvitationLinks({
    mailer,
    consume,
    mailbox: config.limits.mailbox,
    publicUrl: parts.publicUrl,
    clock,
  });
  const organizations = loadOnce(async () => {
    const { createOrganizationsFeature } = await import('../features/organizations/organizations-feature.ts');
    const { txtRecordsOf } = await import('../features/organizations/txt-records.ts');
    return createOrganizationsFeature(parts, {
      settings,
      recent,
      notices,
      invitationLinks,
      actLimits,
      frontends,
      pagesUrl,
      settingsVersion: () => runtimeSettings.version('organizations'),
      readTxtRecords: parts.readTxtRecords ?? txtRecordsOf(config.dnsServer),
      hook: hooks.memberJoining,
      bounded,
    });
  });
  const connections = loadOnce(async () => {
    const { createConnectionsFeature } = await import('../features/connections/connections-feature.ts');
    const { createOAuthClient } = await import('../features/sign-in/provider/oauth-client.ts');
    const { access, admission: consent } = await organizations();
    return createConnectionsFeature(parts, {
      settings,
      access,
      consent,
      flows,
      identities,
      limiter,
      notices,
      createOAuthClient,
      resolve: webhookNetwork?.resolve,
    });
  });
  const provisioning = loadOnce(async () => {
    const { createProvisioningFeature } = await import('../features/provisioning/provisioning-feature.ts');
    const { access, admission: consent } = await organizations();
    return createProvisioningFeature(parts, { settings, access, consent, signUps, notices, consume });
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
  const { invitations, acceptInvitation } = createInvitationsFeature(parts, {
    signUpPolicy,
    signUps,
    openSignUps,
    passwords,
    signIns,
    invitationLinks,
    joining: async () => (settings.current.organizations.enabled ? (await organizations()).joining : null),
    frontends,
    events,
    recent,
  });
  const { webhooks, dispatcher, deliveryCounts } = createWebhooksFeature(parts, {
    auditLog,
    mailer,
    events,
    network: webhookNetwork,
    wake: shared?.wakeDispatcher,
  });
  const { apiKeys } = createKeysFeature(parts, { events, limiter });
  const impersonate = createImpersonate({ store, settings, signIns, notices, events });
  const oauth = loadOnce(async () => {
    const { createOAuthFeature } = await import('../features/oauth/oauth-feature.ts');
    return createOAuthFeature(parts, {
      settings,
      runtimeSettings,
      events,
      recent,
      sessions,
      signUpPolicy,
      limiter,
      frontends,
      consume,
      actLimits,
      pagesPath,
      resolve: webhookNetwork?.resolve,
      createSender,
    });
  });
  const forgetCounters = async (account: AccountRow) => {
    await limits.locks.end(account);
    await unlockTotp(store, account);
    await forgetMailbox(account.email_key);
  };
  const ownerRights = createOwnerRights({
    store,
    reauthenticate,
    settings,
    notices,
    forgetCounters,
    consume,
    events,
    clock,
  });
  return {
    clock,
    store,
    counters: limits.counters,
    versionRows,
    locks: limits.locks,
    actLimits,
    instance: instanceName(config.dataDir),
    prefix,
    publicUrl,
    apiUrl: () => publicUrl() + prefix,
    /** The address of the pages for end users. */
    pagesUrl,
    report,
    events,
    auditLog,
    eventUpkeep,
    activity,
    webhooks,
    dispatcher,
    deliveryCounts,
    settings,
    runtimeSettings,
    diagnostics: createDiagnostics(parts, settings),
    describeSections,
    tokens,
    sessions,
    activeOrganization,
    impersonate,
    signIns,
    exchangeCodes,
    passwordSignIns,
    answerChallenge,
    proveAgain,
    passkeySignIn,
    apiKeys,
    oauth,
    organizations,
    connections,
    provisioning,
    deviceCookies,
    factors,
    recent,
    logs,
    hashQueue,
    mailer,
    mailboxKey,
    texts,
    signUpPolicy,
    captcha,
    openSignUps,
    profiles,
    reauthenticate,
    ownerRights,
    magicLinks,
    sendCode,
    codeFlows,
    emailChanges,
    undoChange,
    identities,
    providers,
    invitations,
    acceptInvitation,
    nativeSignIn,
    superadmins,
    setUpLink,
    administration: createAdministration({
      store,
      signUp: signUps.signUp,
      passwords,
      notices,
      forgetCounters,
      events,
      recent,
      settings,
      emailChanges,
      profile,
      clock,
    }),
    frontends,
    minPasswordLength: MIN_PASSWORD_LENGTH[profile],
    readiness: createReadiness(store, clock),

    /** Loads the failures that were counted before the start. Called once, before the first request. */
    restoreFailures: () => limits.restore(),

    /**
     * Writes the failures counted since the last call. Called every second, so that at most one second of guesses is
     * lost in a kill.
     */
    async writeFailures(): Promise<void> {
      await limits.write();
      await auditLog.write();
    },

    /**
     * Removes expired rows, and replaces a signing key that is due. Called at the start and every hour.
     * @param signal aborts when the service stops; the rest is removed at the next start
     */
    async sweep(signal?: AbortSignal): Promise<void> {
      // Accounts first, because their owners were promised a time of deletion.
      await ownerRights.sweep(signal);
      await sweepExpired(store, clock.now(), signal);
      await activity.sweep();
      await eventUpkeep.sweep(signal);
      await runtimeSettings.rotateKey();
      if (settings.current.oauth.enabled) await (await oauth()).keys.rotateDue();
      if (settings.current.organizations.enabled) {
        await (await connections()).sweep(signal);
        await (await provisioning()).requests.sweep(signal);
        await (await organizations()).sweep(signal);
      }
    },

    /** Ends impersonations whose superadmin has lost the rights or the session. Called every second. */
    endImpersonations: () => sessions.endImpersonations(),

    /** Notifies applications of sessions that have ended. Called every second. */
    async sendLogouts(): Promise<void> {
      if (settings.current.oauth.enabled) await (await oauth()).logout.tell();
    },

    /** Writes pending data and drops expired counters. Called every 30 seconds and at the end. */
    async housekeep(): Promise<void> {
      await sessions.flushUses();
      await apiKeys.flushUses();
      await limits.write();
      await auditLog.write();
      await limits.deleteExpired();
    },
  };
}
