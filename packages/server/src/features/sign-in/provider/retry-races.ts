import { KeywardError } from '../../../errors.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';

/** For an account that changed or disappeared during the request. */
export const GONE = new KeywardError('ServiceUnavailableError', {
  message: 'The account was changed at the same time; try again.',
  retryAfter: 1,
});

/** If two simultaneous first sign-ins both find nothing, the second one tries again. */
const ATTEMPTS = 3;

/** Runs the work again if it throws {@link GONE}, or if somebody else has just stored what it wants to store. */
export async function retryRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const raced =
        error === GONE ||
        error instanceof DuplicateError ||
        (error instanceof KeywardError && error.cause instanceof DuplicateError);
      if (!raced || attempt === ATTEMPTS) throw error;
    }
  }
}
