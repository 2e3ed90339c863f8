import type { LimitsConfig } from '../../config/config.ts';
import { addressBucket } from '../../lib/address.ts';
import { KeywardError } from '../../errors.ts';
import type { Consume } from './quota.ts';

/** Limits for acts that leave rows or mails, whether they succeed or not. */
export interface ActLimits {
  /** An act of the owner of an account. @throws KeywardError `RateLimitedError` */
  byAccount(accountId: number): Promise<void>;
  /** An act of anybody. @throws KeywardError `RateLimitedError` */
  byAddress(ipAddress: string): Promise<void>;
  /** Whether an event that an account can cause without such an act is kept with those of the audit. */
  mayTell(accountId: number): Promise<boolean>;
}

/** Each act can be an event that is kept for a year. No person changes so much every hour of a day. */
const DAY_MS = 86_400_000;
const A_DAY = { limit: 500, windowMs: DAY_MS };
/** Signing in is no act, and neither is to use an old token of a session. */
const TOLD_A_DAY = { limit: 100, windowMs: DAY_MS };

export function createActLimits({
  consume,
  limits,
}: {
  consume: Consume;
  limits: Pick<LimitsConfig, 'changes' | 'anonymous' | 'total'>;
}): ActLimits {
  return {
    byAccount: (id) =>
      consume([
        { key: `changes:${id}`, ...limits.changes },
        { key: `changes-day:${id}`, ...A_DAY },
        { key: 'changes', ...limits.total },
      ]),
    byAddress: (ipAddress) =>
      consume([
        { key: `anonymous address:${addressBucket(ipAddress)}`, ...limits.anonymous },
        { key: 'anonymous', ...limits.total },
      ]),
    async mayTell(id) {
      try {
        await consume([{ key: `told-day:${id}`, ...TOLD_A_DAY }]);
        return true;
      } catch (error) {
        if (error instanceof KeywardError && error.kind === 'RateLimitedError') return false;
        throw error;
      }
    },
  };
}
