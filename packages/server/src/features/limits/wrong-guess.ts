import { KeywardError } from '../../errors.ts';

/** The errors that count as a failed guess. */
export function isWrongGuess(error: unknown): boolean {
  return (
    error instanceof KeywardError &&
    (error.kind === 'InvalidCredentialsError' || error.kind === 'UserNotFoundError')
  );
}
