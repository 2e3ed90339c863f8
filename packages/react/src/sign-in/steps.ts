import type { ErrorDetails, Result, TokenResponse } from '@keyward/client';

/** What answers the challenge of a sign-in. */
export type Challenge = ErrorDetails['SecondFactorRequiredError'];

/** The next steps after each step of a sign-in. */
export interface SignInSteps {
  /** Takes the answer of a call that signs in. @returns the same, without the error that asks for a second step */
  finish: (result: Result<TokenResponse>) => Result<unknown>;
  /** A mail is out. */
  mailed: (kind: 'code' | 'link', email: string) => void;
  leave: () => void;
}
