import { KeywardError } from '../../errors.ts';
import { type Purpose, PURPOSES } from '../../store/tables/codes.ts';
import { parseEmail } from '../../lib/email.ts';
import { isCodeChallenge } from '../../lib/pkce.ts';

interface LinkQuery {
  email?: unknown;
  otp?: unknown;
  key?: unknown;
  code_challenge?: unknown;
}

/** A magic link that somebody opened. */
export interface Link {
  purpose: Purpose;
  email: string;
  otp: string;
  key: string | undefined;
  challenge: string | null;
}

/**
 * @throws KeywardError `FrontendUrlNotAllowedError` if there are several, because parsers differ in which one they use
 */
export function readFrontendUrl({ frontend_url: given }: { frontend_url?: unknown }): string | undefined {
  if (given !== undefined && typeof given !== 'string') throw new KeywardError('FrontendUrlNotAllowedError');
  return given;
}

/** @throws KeywardError `ValidationError` */
export function readLink(
  purpose: unknown,
  { email, otp, key, code_challenge: challenge = null }: LinkQuery,
): Link {
  const known = PURPOSES.find((one) => one === purpose);
  const complete =
    known !== undefined &&
    typeof email === 'string' &&
    parseEmail(email) !== null &&
    typeof otp === 'string' &&
    /^[0-9]{6}$/.test(otp) &&
    (key === undefined || (typeof key === 'string' && /^[\w-]{22}$/.test(key))) &&
    (challenge === null || isCodeChallenge(challenge));
  if (!complete)
    throw new KeywardError('ValidationError', { message: 'This link is incomplete; ask for a new one.' });
  return { purpose: known, email, otp, key, challenge };
}
