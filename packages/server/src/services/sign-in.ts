import type { Core } from '../features/core.ts';
import type { Bounded } from '../features/hooks/bounded.ts';
import { createAssertWordCounts } from '../features/connections/word.ts';
import { createSignInHooks, type HostHooks } from '../features/hooks/sign-in-hooks.ts';
import { createReauthentication } from '../features/identity/mfa/reauthentication.ts';
import type { Limits } from '../features/limits/limits-feature.ts';
import { createCodeFlowsFeature } from '../features/sign-in/code/code-flows-feature.ts';
import { createSignIns } from '../features/sign-in/complete.ts';
import { createExchangeCodes } from '../features/sign-in/exchange/exchange-codes.ts';
import { createImpersonate } from '../features/sign-in/impersonation.ts';
import { createInvitationsFeature } from '../features/sign-in/invitation/invitations-feature.ts';
import { createPasskeySignIn } from '../features/sign-in/passkey/passkey-sign-in.ts';
import { createLogIn } from '../features/sign-in/password/log-in.ts';
import { createPasswordSignIns } from '../features/sign-in/password/password-sign-ins.ts';
import type { KnownProviders } from '../features/sign-in/provider/known-providers.ts';
import { createProvidersFeature } from '../features/sign-in/provider/providers-feature.ts';
import { createAnswerChallenge } from '../features/sign-in/second-factor/answer-challenge.ts';
import type { AuditServices } from './audit.ts';
import type { DeliveryServices } from './delivery.ts';
import type { IdentityServices } from './identity.ts';
import type { OrganizationServices } from './organizations.ts';
import type { SettingsServices } from './settings.ts';

export type SignInServices = ReturnType<typeof createSignInServices>;

/** The ways to sign in, and the one completion in which all of them end. */
export function createSignInServices(
  core: Core,
  parts: {
    audit: AuditServices;
    settings: SettingsServices;
    limits: Limits;
    delivery: DeliveryServices;
    identity: IdentityServices;
    organizations: OrganizationServices;
    known: KnownProviders;
    hooks: HostHooks;
    bounded: Bounded;
  },
) {
  const { store, config, clock } = core;
  const { limits, identity, known, hooks, bounded } = parts;
  const { events, failedAttempts } = parts.audit;
  const { settings, methods, recent, signUpPolicy, frontends } = parts.settings;
  const { limiter, passwordBudget } = limits;
  const { notices } = parts.delivery;
  const { passwords, captcha, undoLinks, tellFirstProof, signUps, openSignUps, setUpLink, emailChanges } =
    identity;
  const { challenges, secondFactor, passkeys } = identity.factors;
  const { organizations, invitationLinks, requirement, takeInReader } = parts.organizations;

  const { signIns, resume } = createSignIns({
    store,
    policy: signUpPolicy,
    findRequired: requirement.find,
    assertWordCounts: createAssertWordCounts({ settings }),
    signInHooks: createSignInHooks({ hooks, events, failedAttempts, bounded }),
    challenges,
    methods,
    settings,
    issue: identity.issue,
    takeInReader,
    events,
    clock,
    cameBack: (...owner) => notices.deletionCancelled(...owner),
    noteDevice: (...signIn) => limits.devices.note(...signIn),
    sessionsPerAccount: config.limits.sessionsPerAccount,
  });
  const checkPassword = createLogIn({
    store: store.accounts,
    policy: signUpPolicy,
    sendVerification: identity.sendVerification,
    passwords,
    limiter,
    captcha,
    retries: limits.retries,
    passwordBudget,
    profile: config.profile,
    failedAttempts,
  });
  const { codeFlows } = createCodeFlowsFeature(core, {
    captcha,
    codes: identity.codes,
    signUpPolicy,
    passwords,
    passwordBudget,
    limiter,
    signUps,
    openSignUps,
    signIns,
    notices,
    tellFirstProof,
    emailChanges,
    providerName: known.nameOf,
    events,
    failedAttempts,
  });
  const providersFeature = createProvidersFeature(core, {
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
  const invitationsFeature = createInvitationsFeature(core, {
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
  return {
    signIns,
    exchangeCodes: createExchangeCodes({ store, signIns, resume, profile: config.profile, clock }),
    passwordSignIns: createPasswordSignIns({ checkPassword, openSignUps, setUpLink, signIns }),
    passkeySignIn: createPasskeySignIn({
      store,
      passkeys,
      challenges,
      signIns,
      limiter,
      limits: config.limits,
      settings,
      failedAttempts,
    }),
    codeFlows,
    proveAgain: createReauthentication({
      store,
      challenges,
      secondFactor,
      checkPassword: async (caller, currentPassword, { client, signal }) => {
        await identity.reauthenticate(caller, 'check', {
          currentPassword,
          client,
          ...(signal && { signal }),
        });
      },
      spendCode: (...use) => codeFlows.reauthenticate(...use),
      clock,
    }),
    ...providersFeature,
    answerChallenge: createAnswerChallenge({
      store,
      signIns,
      challenges,
      secondFactor,
      finishLink: providersFeature.identityLinks.finishLink,
    }),
    ...invitationsFeature,
    impersonate: createImpersonate({ store, settings, signIns, notices, events }),
  };
}
