import type { ErrorDetails, Result, TokenResponse } from '@keyward/client';

/** The answer to the challenge of a sign-in. */
export type Challenge = ErrorDetails['SecondFactorRequiredError'];

/** The identity provider of an organization. */
export type Connection = ErrorDetails['ConnectionRequiredError']['connection'];

/** The next steps after each step of a sign-in. */
export interface SignInSteps {
  /**
   * Reads the answer of a call that signs in.
   * @returns the same answer, without the errors that require another step
   */
  finish: (result: Result<TokenResponse>, identifier: string) => Result<unknown>;
  /** A mail was sent. */
  mailed: (kind: 'code' | 'link', email: string) => void;
  leave: () => void;
}
