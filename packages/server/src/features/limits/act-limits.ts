import type { LimitsConfig } from '../../config/config.ts';
import { addressBucket } from '../../lib/address.ts';
import type { Consume } from './quota.ts';

/** Limits for acts that leave rows or mails, whether they succeed or not. */
export interface ActLimits {
  /** An act of the owner of an account. @throws KeywardError `RateLimitedError` */
  byAccount(accountId: number): Promise<void>;
  /** An act of anybody. @throws KeywardError `RateLimitedError` */
  byAddress(ipAddress: string): Promise<void>;
}

/** Each act can be an event that is kept for a year. No person changes so much every hour of a day. */
const A_DAY = { limit: 1_000, windowMs: 86_400_000 };

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
  };
}
