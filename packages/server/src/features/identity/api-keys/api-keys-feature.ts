import type { Core } from '../../core.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { createApiKeys } from './api-keys.ts';

/** API keys, with which programs administer the service. */
export function createKeysFeature(
  { store, config, clock }: Core,
  {
    events,
    limiter,
    notices,
  }: { events: Events; limiter: FailureLimiter; notices: Pick<Notices, 'keyCreated'> },
) {
  const limit = config.limits.address;
  return { apiKeys: createApiKeys({ store, events, notices, limiter, limit, clock }) };
}
