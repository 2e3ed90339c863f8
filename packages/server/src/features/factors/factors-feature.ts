import { deriveKey } from '../../lib/derive-key.ts';
import { createSeal } from '../../lib/seal.ts';
import type { Core } from '../core.ts';
import type { FailureLimiter } from '../limits/failure-limiter.ts';
import type { Notices } from '../mail/notices.ts';
import type { Settings } from '../settings/settings.ts';
import { createFactorChanges } from './factor-changes.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createTotp } from './totp.ts';

/** Second factors: what they are, and how people add, use and remove them. */
export function createFactorsFeature(
  { store, config, secrets, clock, report }: Core,
  { settings, limiter, notices }: { settings: Settings; limiter: FailureLimiter; notices: Notices },
) {
  const recoveryCodes = createRecoveryCodes({
    store,
    key: deriveKey(secrets.masterKey, 'recovery codes'),
    notices,
    clock,
  });
  const changes = createFactorChanges({ store, recoveryCodes, notices, settings, clock });
  const totp = createTotp({
    store,
    changes,
    seal: createSeal(deriveKey(secrets.masterKey, 'totp')),
    settings,
    limiter,
    limits: config.limits,
    clock,
    report: (error) => report(error, 'totp'),
  });
  return { totp, recoveryCodes, changes };
}
