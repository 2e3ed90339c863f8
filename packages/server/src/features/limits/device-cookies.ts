import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { AccountRow } from '../../store/engine/schema.ts';

/** How long an account remembers a browser or an address that it signed in from. */
export const KNOWN_MS = 30 * 86_400_000;

/**
 * Device cookies, so that strangers cannot use up the guesses of a known browser. A cookie has a random id, and a
 * mark for each of the last accounts that signed in there. A mark is a keyed hash: nobody can forge one or read an
 * account from it, and the service stores nothing.
 */
export interface DeviceCookies {
  /** A cookie that no account knows yet. */
  make(): string;
  /** The id; null if the text is not a device cookie. */
  idOf(cookie: string | undefined): string | null;
  /** The id, if the account signed in there within {@link KNOWN_MS} and has not forgotten it since; otherwise null. */
  knownBy(account: DeviceOwner, cookie: string | undefined): string | null;
  /** The cookie after a sign-in of the account. */
  marked(account: DeviceOwner, cookie: string | undefined): string;
}

/** An account, and the number that grows when it forgets its devices. */
export type DeviceOwner = Pick<AccountRow, 'id' | 'device_epoch'>;

const DAY_MS = 86_400_000;
/** The maximum number of accounts of one browser. */
const MAX_MARKS = 5;
const ID_BYTES = 16;
const COOKIE = /^[\w-]{22}(?:\.[0-9a-z]{1,5}-[\w-]{22}){0,5}$/;

export function createDeviceCookies({ key, clock }: { key: KeyObject; clock: Clock }): DeviceCookies {
  const today = () => Math.floor(clock.now() / DAY_MS);

  function markOf(id: string, account: DeviceOwner, day: number): string {
    const hash = createHmac('sha256', key)
      .update(`${id} ${account.id} ${account.device_epoch} ${day}`)
      .digest();
    return `${day.toString(36)}-${hash.subarray(0, ID_BYTES).toString('base64url')}`;
  }

  function partsOf(cookie: string | undefined): { id: string; marks: string[] } | null {
    if (cookie === undefined || !COOKIE.test(cookie)) return null;
    const [id = '', ...marks] = cookie.split('.');
    return { id, marks };
  }

  const dayOf = (mark: string) => Number.parseInt(mark, 36);

  function isFresh(mark: string): boolean {
    const age = today() - dayOf(mark);
    return age >= 0 && age * DAY_MS < KNOWN_MS;
  }

  const isOf = (id: string, account: DeviceOwner, mark: string) => {
    const expected = markOf(id, account, dayOf(mark));
    return mark.length === expected.length && timingSafeEqual(Buffer.from(mark), Buffer.from(expected));
  };

  const make = () => randomBytes(ID_BYTES).toString('base64url');

  return {
    make,

    idOf: (cookie) => partsOf(cookie)?.id ?? null,

    knownBy(account, cookie) {
      const parts = partsOf(cookie);
      const known = parts?.marks.some((mark) => isFresh(mark) && isOf(parts.id, account, mark)) ?? false;
      return known ? (parts?.id ?? null) : null;
    },

    marked(account, cookie) {
      const { id, marks } = partsOf(cookie) ?? { id: make(), marks: [] };
      const others = marks.filter((mark) => isFresh(mark) && !isOf(id, account, mark));
      return [id, markOf(id, account, today()), ...others.slice(0, MAX_MARKS - 1)].join('.');
    },
  };
}
