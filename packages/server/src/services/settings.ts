import { assertRecent } from '../features/audit/actors/actor.ts';
import type { Events } from '../features/audit/events/events.ts';
import type { Core } from '../features/core.ts';
import { createRecentFeature } from '../features/identity/mfa/recent-feature.ts';
import { createTokensFeature } from '../features/identity/sessions/tokens-feature.ts';
import { createSignUpPolicy } from '../features/identity/sign-up-policy/sign-up-policy.ts';
import { createFrontends } from '../features/settings/frontends.ts';
import type { ProviderSlot } from '../features/settings/provider-slot.ts';
import {
  createSettingsFeature,
  createSettingsInForce,
  type SharedSettings,
} from '../features/settings/settings-feature.ts';

export type SettingsServices = ReturnType<typeof createSettingsServices>;

/** The settings in force, what follows from them alone, and their changes. */
export function createSettingsServices(
  core: Core,
  parts: {
    slots: readonly ProviderSlot[];
    events: Events;
    /** Path below which the service serves its own pages of a frontend. */
    pagesPath: string;
    /** Null: no other process of this service shares the settings. */
    shared: SharedSettings | null;
  },
) {
  const { slots, events, pagesPath, shared } = parts;
  const { sections, settings } = createSettingsInForce(core, slots);
  const { methods, recent } = createRecentFeature(core, { settings });
  const { issuer, tokens } = createTokensFeature(core, { settings });
  const pagesUrl = () => core.publicUrl() + pagesPath;
  return {
    settings,
    methods,
    recent,
    issuer,
    tokens,
    signUpPolicy: createSignUpPolicy(() => settings.current.signup),
    /** The address of the pages for end users. */
    pagesUrl,
    frontends: createFrontends(
      pagesUrl,
      core.config.allowedFrontends,
      () => core.publicUrl() + core.config.prefix,
    ),
    ...createSettingsFeature(core, {
      sections,
      settings,
      slots,
      events,
      assertRecent: (actor) => assertRecent(actor, recent),
      suspendTokens: (suspended) => tokens.suspend(suspended),
      shared,
    }),
  };
}
