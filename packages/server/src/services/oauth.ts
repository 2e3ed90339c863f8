import type { Core } from '../features/core.ts';
import { createSender } from '../features/delivery/webhooks/sender.ts';
import type { WebhookNetwork } from '../features/delivery/webhooks/webhooks-feature.ts';
import type { Limits } from '../features/limits/limits-feature.ts';
import { loadOnce } from '../lib/load-once.ts';
import type { AuditServices } from './audit.ts';
import type { IdentityServices } from './identity.ts';
import type { SettingsServices } from './settings.ts';

export type OAuthServices = ReturnType<typeof createOAuthServices>;

/** The service as an authorization server. */
export function createOAuthServices(
  core: Core,
  parts: {
    audit: AuditServices;
    settings: SettingsServices;
    limits: Limits;
    identity: IdentityServices;
    /** Path below which the service serves its own pages of a frontend. */
    pagesPath: string;
    network: WebhookNetwork | undefined;
  },
) {
  const { pagesPath, network } = parts;
  const { settings, runtimeSettings, recent, signUpPolicy, frontends } = parts.settings;
  const { limiter, consume, actLimits } = parts.limits;
  const { events } = parts.audit;
  const { sessions } = parts.identity;
  return {
    oauth: loadOnce(async () => {
      const { createOAuthFeature } = await import('../features/oauth/oauth-feature.ts');
      return createOAuthFeature(core, {
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
        resolve: network?.resolve,
        createSender,
      });
    }),
  };
}
