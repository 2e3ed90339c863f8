import type { SignupSettings } from '../../settings/settings.ts';

export type CaptchaName = NonNullable<SignupSettings['captcha']>;

/** Checks an answer. @throws Error if the provider does not answer; its message contains no secret */
export type CheckCaptcha = (captcha: CaptchaName, secret: string, token: string) => Promise<boolean>;

/** All three accept the same form and give the same answers. */
const ADDRESSES: Record<CaptchaName, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

/** Short, because a person waits. */
const TIMEOUT_MS = 4_000;
/** Far more than an answer needs. */
const MAX_ANSWER_BYTES = 65_536;
/** reCAPTCHA v3 answers with a score from 0 to 1. This is Google's default threshold. */
const MIN_SCORE = 0.5;
/**
 * Faults of the settings and of the provider. All other codes are about the answer, which a stranger controls.
 */
const FAULTS = ['missing-input-secret', 'invalid-input-secret', 'internal-error'];

/** @param verifyUrl replaces the provider's address */
export function createCaptchaCheck(verifyUrl: string | null, timeoutMs = TIMEOUT_MS): CheckCaptcha {
  return async (captcha, secret, token) => {
    const response = await fetch(verifyUrl ?? ADDRESSES[captcha], {
      method: 'POST',
      // The visitor's address is not sent, because the provider has already seen it.
      body: new URLSearchParams({ secret, response: token }),
      // The secret is sent only to this address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await readAnswer(response);
    if (answer.success === true) return typeof answer.score !== 'number' || answer.score >= MIN_SCORE;
    const codes = new Set([answer['error-codes']].flat());
    const fault = FAULTS.find((code) => codes.has(code));
    if (fault !== undefined) throw new Error(`the captcha answered ${fault}`);
    if (answer.success === false) return false;
    throw new Error(`the captcha answered ${response.status} without a result`);
  };
}

interface Verdict {
  success?: unknown;
  score?: unknown;
  'error-codes'?: unknown;
}

async function readAnswer({ body }: Response): Promise<Verdict> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('the captcha answered too much');
    chunks.push(chunk);
  }
  try {
    return Object(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    return {};
  }
}
