import type { LimitsConfig } from '../../config/config.ts';
import { KeywardError } from '../../errors.ts';
import { addressBucket, networkOf } from '../../lib/address.ts';
import type { Place } from '../../store/tables/failure-counts.ts';
import { type CountedAs, counter } from './counter-key.ts';
import type { Consume } from './quota.ts';

/** Limits for acts that create rows or mails, whether they succeed or not. */
export interface ActLimits {
  /** An act of the owner of an account. @throws KeywardError `RateLimitedError` */
  byAccount(of: CountedAs): Promise<void>;
  /**
   * A code that an application gets without asking the owner. It has a budget of its own: an application that asks
   * again and again keeps nobody from changing the account.
   * @throws KeywardError `RateLimitedError`
   */
  bySilentCode(of: CountedAs): Promise<void>;
  /**
   * An act by which the owner removes a credential that a thief may use. Each session has a separate budget for such
   * acts.
   * @throws KeywardError `RateLimitedError`
   */
  bySession(session: { id: number; of: CountedAs; ipAddress: string }): Promise<void>;
  /** The upload of a picture, which also counts as an act of the account. @throws KeywardError `RateLimitedError` */
  byPicture(of: CountedAs, ipAddress: string): Promise<void>;
  /** An act of any client. @throws KeywardError `RateLimitedError` */
  byAddress(ipAddress: string): Promise<void>;
  /**
   * The registration of an application, or a change of one, which also counts as an act of any client. @throws
   * KeywardError `RateLimitedError`
   */
  byRegistration(ipAddress: string): Promise<void>;
}

/** Each act can be an event that is kept for a year. No person makes this many changes a day. */
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const A_DAY = { limit: 500, windowMs: DAY_MS };
/** Twenty applications that ask every quarter of an hour. Each code can end an earlier grant, which is an event. */
const SILENT_CODES_A_DAY = { limit: 2_000, windowMs: DAY_MS };
/**
 * Those of an account from one address, apart from all others: a thief can begin any number of sessions, and must not use up
 * what the owner needs to end them.
 */
const FIRST_SECURING = { limit: 20, windowMs: DAY_MS };
/** More than the passwords, factors and providers of one person. */
const SECURING_A_DAY = { limit: 50, windowMs: DAY_MS };
/** An application is kept until somebody deletes it, and one address needs few. */
const REGISTRATIONS = { limit: 120, windowMs: HOUR_MS };
/** Each writes up to 134 kB: an address 27 MB, a network 134 MB. */
const PICTURES = { limit: 20, windowMs: HOUR_MS };
const PICTURES_OF_ADDRESS = { limit: 200, windowMs: HOUR_MS };
const PICTURES_OF_NETWORK = { limit: 1_000, windowMs: HOUR_MS };

/**
 * Whether a key has more than a fair share of the rows of the deployment. While more than half of the rows are free,
 * the normal limits apply. After that, the limit of each address, account and organization shrinks with the number of free rows, so
 * that newcomers still get some. A network may have as many rows as are left.
 */
export function hasTooMuch({ key, count, limit, windowMs }: Place, places: readonly Place[]): boolean {
  const total = places.at(-1);
  if (total === undefined || key === total.key || windowMs > total.windowMs) return false;
  const left = total.limit - total.count + 1;
  const part = limit === total.limit ? left : (2 * limit * left) / total.limit;
  return count > Math.max(1, part);
}

export function createActLimits({
  consume,
  limits,
}: {
  consume: Consume;
  limits: Pick<LimitsConfig, 'changes' | 'anonymous' | 'total'>;
}): ActLimits {
  const anonymous = (ipAddress: string) => [
    counter({ kind: 'anonymous', subject: addressBucket(ipAddress) }, limits.anonymous),
    counter({ kind: 'anonymous-network', subject: networkOf(ipAddress) }, limits.total),
    counter({ kind: 'anonymous-total' }, limits.total),
  ];

  const ofAccount = ({ subject }: CountedAs) => [
    counter({ kind: 'changes-day', subject }, A_DAY),
    counter({ kind: 'changes', subject }, limits.changes),
    counter({ kind: 'changes-total' }, limits.total),
  ];

  return {
    byAccount: (of) => consume(ofAccount(of), hasTooMuch),
    byPicture: (of, ipAddress) =>
      consume(
        [
          counter({ kind: 'pictures', subject: of.subject }, PICTURES),
          counter({ kind: 'pictures-address', subject: addressBucket(ipAddress) }, PICTURES_OF_ADDRESS),
          counter({ kind: 'pictures-network', subject: networkOf(ipAddress) }, PICTURES_OF_NETWORK),
          ...ofAccount(of),
        ],
        hasTooMuch,
      ),
    bySilentCode: ({ subject }) =>
      consume(
        [
          counter({ kind: 'silent-codes-day', subject }, SILENT_CODES_A_DAY),
          counter({ kind: 'silent-codes', subject }, limits.changes),
          counter({ kind: 'changes-total' }, limits.total),
        ],
        hasTooMuch,
      ),
    async bySession({ id, of: { subject }, ipAddress }) {
      const address = addressBucket(ipAddress);
      const each = [
        counter({ kind: 'securing-session', subject: id }, SECURING_A_DAY),
        counter({ kind: 'securing-address', subject: address }, limits.anonymous),
        counter({ kind: 'securing-network', subject: networkOf(ipAddress) }, limits.total),
        counter({ kind: 'securing-total' }, limits.total),
      ];
      const scope = { kind: 'address', value: address } as const;
      const first = counter({ kind: 'securing-first', subject, scope }, FIRST_SECURING);
      try {
        return await consume([first, ...each], hasTooMuch);
      } catch (error) {
        if (!(error instanceof KeywardError)) throw error;
      }
      await consume([counter({ kind: 'securing-day', subject }, A_DAY), ...each], hasTooMuch);
    },
    byAddress: (ipAddress) => consume(anonymous(ipAddress), hasTooMuch),
    byRegistration: (ipAddress) =>
      consume(
        [
          counter({ kind: 'registrations', subject: addressBucket(ipAddress) }, REGISTRATIONS),
          ...anonymous(ipAddress),
        ],
        hasTooMuch,
      ),
  };
}
