import { createHmac, type KeyObject } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import { addressBucket } from '../../../lib/address.ts';
import type { Client } from '../../../lib/client.ts';
import type { Email } from '../../../lib/email.ts';
import type { CodeAsker, Purpose } from '../../../store/tables/codes.ts';
import type { DeviceCookies } from '../../limits/device-cookies.ts';
import { counter, type Limit, type LimitedKey } from '../../limits/counter-key.ts';
import type { Budget } from '../../limits/failure-limiter.ts';
import { addressKey, guessKey, type LoginLimits, ofCodes } from '../../limits/login-limits.ts';

/**
 * The client that asks for a code, or tries one. `newBrowser` is the cookie that a browser without one receives with
 * the answer.
 */
export type CodeClient = Pick<Client, 'ipAddress' | 'browser'> & { newBrowser?: string | undefined };

/** Whether the browser, or only the address, has asked for a code. */
export type Guesser = 'browser' | 'address' | 'stranger';

/**
 * Limits for guesses of codes. A stranger must not guess another person's code, nor use up that person's
 * guesses.
 */
export interface CodeGuesses {
  /** The data about its request that is stored with a code. */
  askerOf(email: Email, client: CodeClient): CodeAsker;
  guesserOf(asker: CodeAsker, email: Email, client: CodeClient): Guesser;
  /** @param askers of the codes that may be tried */
  budgetOf(email: Email, purpose: Purpose, client: CodeClient, askers: readonly CodeAsker[]): CodeBudget;
  /** For the key of a link, which nobody can guess. */
  budgetOfKeys(client: CodeClient): CodeBudget;
}

export interface CodeBudget extends Budget {
  /** Whether the guess may be tried on this code. Called within the attempt. */
  mayTry: (asker: CodeAsker) => boolean;
}

export function createCodeGuesses(deps: {
  deviceCookies: DeviceCookies;
  limits: LoginLimits & {
    /** The limit of wrong codes for the whole deployment. */
    codes: Limit;
  };
  /** The key of the hashes, so that a copy of the database does not reveal who asked. */
  hashKey: KeyObject;
  /** Called when only those who asked for a code may guess, until a time in milliseconds since the epoch. */
  restricted: (until: number) => Promise<void>;
}): CodeGuesses {
  const { deviceCookies, limits, hashKey } = deps;
  let restrictedUntil = 0;

  /** Called for each refused guess. */
  async function restrict(until: number): Promise<void> {
    if (until === restrictedUntil) return;
    restrictedUntil = until;
    await deps.restricted(until);
  }

  const hash = (...parts: readonly string[]) =>
    createHmac('sha256', hashKey).update(parts.join('\n')).digest('base64url');
  const hashAddress = (email: Email, { ipAddress }: CodeClient) =>
    hash('asker', email.key, addressBucket(ipAddress));

  function hashBrowser(email: Email, { browser, newBrowser }: CodeClient): string | null {
    const id = deviceCookies.idOf(browser) ?? deviceCookies.idOf(newBrowser);
    return id === null ? null : hash('asker browser', email.key, id);
  }

  const guesserOf: CodeGuesses['guesserOf'] = (asker, email, client) => {
    const browser = hashBrowser(email, client);
    if (browser !== null && browser === asker.asker_browser_hash) return 'browser';
    return asker.asker_hash === hashAddress(email, client) ? 'address' : 'stranger';
  };

  return {
    askerOf: (email, client) => ({
      // If the browser keeps its cookie, others at its address cannot use up its guesses.
      asker_hash: deviceCookies.idOf(client.browser) === null ? hashAddress(email, client) : '',
      asker_browser_hash: hashBrowser(email, client),
    }),

    guesserOf,

    budgetOfKeys: ({ ipAddress }) => ({
      keys: [addressKey(limits, ipAddress)],
      instead: async () => null,
      mayTry: () => true,
    }),

    budgetOf(email, purpose, client, askers) {
      const askedBy = (guesser: Guesser) =>
        askers.find((asker) => guesserOf(asker, email, client) === guesser);
      const ofBrowser = askedBy('browser');
      const own = ofBrowser?.asker_browser_hash ?? askedBy('address')?.asker_hash;
      const keys: LimitedKey[] = [
        guessKey(
          ofCodes(purpose, email.key),
          limits,
          own === undefined ? undefined : { kind: 'asker', value: own.slice(0, 22) },
        ),
        addressKey(limits, client.ipAddress),
      ];
      const ofAll = counter({ kind: 'wrong-codes' }, limits.codes);
      let isRestricted = false;
      return {
        keys: [...keys, ofAll],
        mayTry: (asker) => !isRestricted || guesserOf(asker, email, client) === 'browser',
        async instead(full) {
          const [all, ...more] = full;
          if (all?.key !== ofAll.key || more.length > 0) return null;
          await restrict(all.windowEndsAt);
          isRestricted = true;
          if (ofBrowser !== undefined) return keys;
          throw new KeywardError('RateLimitedError', { message: RESTRICTED, retryAfter: all.retryAfter });
        },
      };
    },
  };
}

const RESTRICTED =
  'Many wrong codes are being tried at this service. For now, a code works only in the browser that asked for it.';
