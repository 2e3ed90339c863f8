import { createHmac, type KeyObject } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { FailureStore } from '../../store/tables/failures.ts';
import { counter, type LimitedKey } from './counter-key.ts';

/** A wrong guess, with its source and its path. */
export interface WrongGuess {
  /** The account (or an identifier without an account) and the address. */
  who: string;
  password: string;
  /** As the client wrote it. */
  path: string;
}

export interface DuplicateGuesses {
  /**
   * Whether a wrong guess repeats one that was counted: the same password, a moment ago, on another path. A client that
   * tries `/login/password`, `/login/password/` and `/login` in turn causes one failure for one click. The next guess
   * on the same path counts again, and another password is always a new guess.
   */
  isDuplicate(guess: WrongGuess): Promise<boolean>;
}

/** Longer than a client takes for its next path, shorter than a person takes to type again. */
const CLICK_MS = 5_000;
/** The maximum number of paths for one click. A path has many spellings, which must not allow unlimited guesses. */
const PATHS = 3;
const WITHOUT_LIMIT = { limit: Number.MAX_SAFE_INTEGER, windowMs: CLICK_MS };

/** @param hashKey keys the hashes of remembered guesses, so that they reveal nothing about the passwords */
export function createDuplicateGuesses(deps: {
  store: Pick<FailureStore, 'take' | 'end'>;
  hashKey: KeyObject;
  clock: Clock;
}): DuplicateGuesses {
  const { store, hashKey, clock } = deps;

  function counterOf(...what: string[]): LimitedKey {
    const hash = createHmac('sha256', hashKey).update(JSON.stringify(what)).digest('base64url');
    return counter({ kind: 'retry', subject: hash }, WITHOUT_LIMIT);
  }

  return {
    async isDuplicate({ who, password, path }) {
      const places = await store.take(
        [
          counterOf('all', who, password),
          counterOf('path', who, password, path),
          counterOf('counted', who, password),
        ],
        clock.now(),
      );
      const [all = 0, byPath = 0, withThis = 0] = places.map(({ count }) => count);
      const counted = withThis - 1;
      const isDuplicate = byPath <= counted && all <= PATHS * counted;
      await Promise.all([store.end(places.slice(0, 2), true), store.end(places.slice(2), !isDuplicate)]);
      return isDuplicate;
    },
  };
}
