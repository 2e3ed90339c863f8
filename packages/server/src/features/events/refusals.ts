import { errorCode, type ErrorKind, KeywardError } from '../../errors.ts';
import type { EventFacts, Events } from './events.ts';

/** The refusals of people with a wrong identity or a wrong code. Other errors do not concern an audit. */
const TOLD: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  'InvalidCredentialsError',
  'UserNotFoundError',
  'AccountInactiveError',
  'OTPInvalidError',
  'OTPExpiredError',
  'OTPNotFoundError',
  'RateLimitedError',
]);

/** Emits the event of a refused sign-in or code before it passes the refusal on. */
export async function tellRefusal<T>(events: Events, work: Promise<T>, facts: EventFacts): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof KeywardError && TOLD.has(error.kind)) {
      const metadata = { ...facts.metadata, reason: errorCode(error.kind) };
      events.emit(refusalEvent(error.kind), { ...facts, metadata });
    }
    throw error;
  }
}

function refusalEvent(kind: ErrorKind) {
  if (kind === 'RateLimitedError') return 'login.locked_out';
  return kind.startsWith('OTP') ? 'code.failed' : 'login.failed';
}
