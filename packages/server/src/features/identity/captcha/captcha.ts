import { createHash } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Events } from '../../audit/events/events.ts';
import { counter, type LimitedKey } from '../../limits/counter-key.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { addressKey, type LoginLimits } from '../../limits/login-limits.ts';
import type { Consume } from '../../limits/quota.ts';
import type { SignupSettings } from '../../settings/settings.ts';
import type { CaptchaName, CheckCaptcha } from './captcha-check.ts';

/** The answer of a captcha in a request. */
export interface Solution {
  /** The answer of the captcha; undefined if the request has none. */
  token: string | undefined;
  client: Client;
  /** Aborts when the client has disconnected. */
  signal?: AbortSignal | undefined;
}

/** Tells people from programs, if the settings name a captcha. */
export interface Captcha {
  /**
   * Called before anything that reveals whether there is an account, and before a password is hashed. An answer can
   * be used once. Wrong answers count as failures of the address.
   * @throws KeywardError `CaptchaRequiredError`; `ServiceUnavailableError` while the captcha cannot be checked,
   * unless the settings let requests pass in that case; `RateLimitedError`
   */
  assertSolved(solution: Solution): Promise<void>;
  /**
   * Runs guesses of a password. Guesses without a captcha have a lower limit: {@link FREE_FAILURES} for each key.
   * Beyond it, the solution is checked, and the normal limits apply.
   * @param run takes its places under these keys, as `FailureLimiter.attempt`
   * @throws KeywardError as `assertSolved`, and errors of `run`
   */
  guess<T>(
    keys: readonly LimitedKey[],
    solution: Solution,
    run: (keys: readonly LimitedKey[]) => Promise<T>,
  ): Promise<T>;
}

/** Failed logins for an account, or from an address, before a captcha is required. */
const FREE_FAILURES = 5;
/** Longer than the answers of any provider are valid. */
const REMEMBERED_MS = 15 * 60_000;
/** Providers stay below some 4,000 characters. */
const MAX_TOKEN = 8_192;
/** How long a provider counts as available after it has answered. */
const THERE_MS = 10_000;

export function createCaptcha(deps: {
  settings: () => SignupSettings;
  check: CheckCaptcha;
  limiter: FailureLimiter;
  limits: LoginLimits;
  consume: Consume;
  events: Events;
  clock: Clock;
}): Captcha {
  const { settings, check, limiter, limits, consume, events, clock } = deps;
  let thereUntil = 0;

  /** @returns null while the provider is unavailable and the settings let requests pass */
  async function verdict(captcha: CaptchaName, token: string, client: Client): Promise<boolean | null> {
    const { captcha_secret: secret, captcha_fail_open: passed } = settings();
    try {
      const right = await check(captcha, secret, token);
      thereUntil = clock.now() + THERE_MS;
      return right;
    } catch (cause) {
      events.emit('captcha.failed', { client, metadata: { captcha, passed, cause: reasonOf(cause) } });
      if (passed) return null;
      throw new KeywardError('ServiceUnavailableError', {
        message: 'The captcha cannot be checked now; try again shortly.',
        retryAfter: 5,
        cause,
      });
    }
  }

  /** Providers refuse used answers, but a captcha that the operator runs may accept them. */
  async function isFirstUse(token: string): Promise<boolean> {
    const answer = createHash('sha256').update(token).digest('base64url');
    try {
      await consume([counter({ kind: 'captcha', subject: answer }, { limit: 1, windowMs: REMEMBERED_MS })]);
      return true;
    } catch (error) {
      if (isKind(error, 'RateLimitedError')) return false;
      throw error;
    }
  }

  /** A page cannot show the captcha of an unavailable provider, so requests without an answer pass too. */
  async function assertAway(captcha: CaptchaName, client: Client): Promise<void> {
    const passes = settings().captcha_fail_open && clock.now() >= thereUntil;
    if (!passes || (await verdict(captcha, '', client)) !== null)
      throw new KeywardError('CaptchaRequiredError');
  }

  const assertSolved: Captcha['assertSolved'] = async ({ token = '', client, signal }) => {
    const { captcha } = settings();
    if (captcha === null) return;
    if (token === '' || token.length > MAX_TOKEN) return assertAway(captcha, client);
    return limiter.attempt(
      [addressKey(limits, client.ipAddress)],
      async () => {
        const right = await verdict(captcha, token, client);
        if (right === false || (right === true && !(await isFirstUse(token)))) throw notSolved();
      },
      (error) => isKind(error, 'CaptchaRequiredError'),
      signal,
    );
  };

  return {
    assertSolved,
    async guess(keys, solution, run) {
      if (settings().captcha === null) return run(keys);
      try {
        return await run(keys.map((key) => ({ ...key, limit: Math.min(key.limit, FREE_FAILURES) })));
      } catch (error) {
        if (!isKind(error, 'RateLimitedError')) throw error;
      }
      await assertSolved(solution);
      return run(keys);
    },
  };
}

function notSolved(): KeywardError {
  return new KeywardError('CaptchaRequiredError', {
    message:
      'The answer of the captcha in X-Captcha-Token is wrong, too old or was used before; solve it again.',
  });
}

function isKind(error: unknown, kind: KeywardError['kind']): boolean {
  return error instanceof KeywardError && error.kind === kind;
}

/** The message is only `fetch failed`; its cause has the reason. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return String(cause).slice(0, 200);
}
