import { KeywardError } from './errors.ts';

/** The messages of the service. */
const REFUSALS = {
  TokenMissingError: [401, 'A token is required.'],
  InvalidTokenError: [401, 'The token is not valid; sign in again.'],
  TokenExpiredError: [401, 'The token has expired.'],
  SessionDestroyedError: [401, 'The session has ended; sign in again.'],
  AccountInactiveError: [403, 'The account is not active.'],
  EmailProofRequiredError: [403, 'The account must prove its mailbox first.'],
  SecondFactorEnrolmentRequiredError: [403, 'The account must add a second factor first.'],
  ReauthenticationRequiredError: [403, 'This needs a recent proof of who you are, or another one.'],
  OrganizationNotFoundError: [404, 'The organization does not exist, or is not the active one.'],
  PermissionMissingError: [403, 'The account lacks a permission in the organization.'],
  ServiceUnavailableError: [503, 'Try again in a moment.'],
} as const;

/** The error with which the service would refuse a token. */
export function refusal(kind: keyof typeof REFUSALS, message?: string, details?: object): KeywardError {
  const [status, text] = REFUSALS[kind];
  return new KeywardError(kind, message ?? text, {
    status,
    // Only the service knows the methods that this account has.
    ...(kind === 'ReauthenticationRequiredError' && { details: { methods: [] } }),
    ...(details && { details: { ...details } }),
  });
}
