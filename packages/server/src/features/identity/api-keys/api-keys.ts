import { randomBytes } from 'node:crypto';
import { invalidFields, KeywardError } from '../../../errors.ts';
import { addressBucket } from '../../../lib/address.ts';
import { isInRanges } from '../../../lib/address-ranges.ts';
import {
  checkedSecret,
  isCheckedSecret,
  SECRET_BYTES,
  secretHash,
  secretHint,
} from '../../../lib/checked-secret.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { KeyUse } from '../../../store/tables/api-keys.ts';
import type { Store } from '../../../store/database.ts';
import type { ApiKeyRow } from '../../../store/engine/schema.ts';
import { acting, accountIdOf, type Actor, factsOf } from '../../audit/actors/actor.ts';
import { type Scope, SCOPES } from '../../audit/actors/scopes.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { Events } from '../../audit/events/events.ts';
import { counter, type Limit } from '../../limits/counter-key.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { newEvent } from '../../audit/events/event.ts';
import { KEY_PREFIX, shownKey, wordsOf } from './api-key.ts';

/** The fields of a key that a superadmin chooses. */
export interface ApiKeyFields {
  name: string;
  /** At least one. */
  scopes: readonly Scope[];
  /** Addresses and CIDR ranges; null for any. */
  allowedAddresses: readonly string[] | null;
  /** Null: never. */
  expiresInDays: number | null;
}

/** Keys for programs, which act like superadmins within their scopes. */
export interface ApiKeys {
  /**
   * @returns the key itself, which is never shown again
   * @throws KeywardError `ValidationError`, `RoleMismatchError`
   */
  create(actor: Actor, fields: ApiKeyFields): Promise<{ row: ApiKeyRow; key: string }>;
  /**
   * The key stops working at once, on every instance.
   * @throws KeywardError `ApiKeyNotFoundError`, `RoleMismatchError`
   */
  revoke(actor: Actor, id: number): Promise<void>;
  /**
   * The key of a request. Unknown keys count as failures of the address.
   * @throws KeywardError `InvalidTokenError` for a key that is unknown, revoked or expired; `KeyAddressError`,
   * `RateLimitedError`
   */
  authenticate(given: string, ipAddress: string): Promise<ApiKeyRow>;
  /** @throws KeywardError `InvalidTokenError` for a key that was revoked or has expired since its request began */
  assertLive(key: ApiKeyRow): Promise<void>;
  /** Writes when keys were last used. Called every 30 seconds and at the end. */
  flushUses(): Promise<void>;
}

/** The list shows all keys on one page. */
const MOST = 100;
/** The precision of `last_used_at`, so that most requests need no write. */
const USE_PRECISION_MS = 60_000;
const DAY_MS = 86_400_000;

/** The usual message asks people to sign in again, which a program cannot do. */
function notGood(): KeywardError {
  return new KeywardError('InvalidTokenError', {
    message: 'The API key is unknown, revoked or expired; use another one.',
  });
}

export function createApiKeys(deps: {
  store: Store;
  events: Events;
  notices: Pick<Notices, 'keyCreated'>;
  limiter: FailureLimiter;
  /** The limit for unknown keys from one address. */
  limit: Limit;
  clock: Clock;
}): ApiKeys {
  const { store, events, notices, limiter, limit, clock } = deps;
  const uses = new Map<number, KeyUse>();

  const attribution = ({ by }: Actor) => ({ by, at: clock.now() });
  const isOver = ({ expires_at: end }: ApiKeyRow) => end !== null && end <= clock.now();

  /**
   * Counted apart from failed sign-ins, because a forgotten program with a revoked key must not lock out people at
   * the same address.
   */
  function refuseUnknown(ipAddress: string): Promise<never> {
    return limiter.attempt(
      [counter({ kind: 'api-keys', subject: addressBucket(ipAddress) }, limit)],
      async () => {
        throw notGood();
      },
      () => true,
    );
  }

  return {
    async create(actor, { name, scopes, allowedAddresses, expiresInDays }) {
      const key = checkedSecret(KEY_PREFIX, randomBytes(SECRET_BYTES));
      const now = clock.now();
      const creator = accountIdOf(actor);
      const row = await acting(store, actor, async (tables) => {
        if ((await tables.apiKeys.count()) >= MOST)
          throw invalidFields({
            path: 'name',
            message: `cannot be added: there are ${MOST} keys already; revoke one first`,
          });
        const inserted = await tables.apiKeys.insert({
          name,
          hint: secretHint(KEY_PREFIX, key),
          key_hash: secretHash(key),
          scopes: SCOPES.filter((scope) => scopes.includes(scope)).join(' '),
          allowed_addresses: allowedAddresses === null ? null : allowedAddresses.join(' '),
          created_by: creator,
          created_at: now,
          expires_at: expiresInDays === null ? null : now + expiresInDays * DAY_MS,
        });
        await tables.events.add([newEvent('key.created', { key: shownKey(inserted) }, attribution(actor))]);
        // A key outlives the session of a thief.
        const owner = creator === null ? null : await tables.accounts.find('id', creator);
        if (owner !== null) await notices.keyCreated(tables, owner, name, actor.client);
        return inserted;
      });
      events.emit('admin.key_created', { ...factsOf(actor), metadata: shownKey(row) });
      return { row, key };
    },

    async revoke(actor, id) {
      const row = await acting(store, actor, async (tables) => {
        const revoked = await tables.apiKeys.delete(id);
        if (revoked === null) throw new KeywardError('ApiKeyNotFoundError');
        await tables.events.add([newEvent('key.revoked', { key: shownKey(revoked) }, attribution(actor))]);
        return revoked;
      });
      events.emit('admin.key_revoked', { ...factsOf(actor), metadata: shownKey(row) });
    },

    async authenticate(given, ipAddress) {
      // A typing error causes no database query.
      if (!isCheckedSecret(KEY_PREFIX, given)) throw notGood();
      const row = await store.apiKeys.findByHash(secretHash(given));
      if (row === null) return refuseUnknown(ipAddress);
      if (isOver(row)) throw notGood();
      const ranges = wordsOf(row.allowed_addresses ?? '');
      if (ranges.length > 0 && !isInRanges(ipAddress, ranges)) throw new KeywardError('KeyAddressError');
      const now = clock.now();
      if (row.last_used_at === null || now - row.last_used_at >= USE_PRECISION_MS)
        uses.set(row.id, { last_used_at: now, last_used_ip: ipAddress });
      return row;
    },

    async assertLive(key) {
      const row = await store.apiKeys.find(key.id);
      if (row === null || isOver(row)) throw notGood();
    },

    async flushUses() {
      if (uses.size === 0) return;
      const batch = new Map(uses);
      uses.clear();
      await store.apiKeys.touch(batch);
    },
  };
}
