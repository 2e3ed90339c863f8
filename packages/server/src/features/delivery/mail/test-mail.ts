import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Client } from '../../../lib/client.ts';
import { invalidConfig } from '../../settings/kinds/section-kind.ts';
import type { EmailSettings } from '../../settings/settings.ts';
import type { Mail } from './mail.ts';
import type { Mailer } from './mailer.ts';
import { oneLine } from '../../../lib/text.ts';

const WORTH_SENDING_MS = 60_000;
const MAX_REASON_LENGTH = 300;

/**
 * Sends a mail to test settings, and waits for the mail server.
 * @param sample is sent in place of the test mail
 * @throws KeywardError `InvalidConfigError` that names the failure, `EmailNotConfiguredError`
 */
export async function sendTestMail(
  { mailer, clock }: { mailer: Mailer; clock: Clock },
  to: string,
  email: EmailSettings,
  { languages, ipAddress }: Pick<Client, 'languages' | 'ipAddress'>,
  sample?: Mail,
): Promise<'sent' | 'caught'> {
  const now = clock.now();
  try {
    return await mailer.sendNow(
      sample ?? {
        kind: 'settings_test',
        to,
        languages,
        expiresAt: now + WORTH_SENDING_MS,
        name: null,
        at: now,
        ipAddress,
      },
      email,
    );
  } catch (error) {
    if (error instanceof KeywardError || !(error instanceof Error)) throw error;
    const { field, what } = FAILURES[codeOf(error)] ?? OTHER_FAILURE;
    throw invalidConfig(field, `${what} (${reasonOf(error)})`, NOT_SENT);
  }
}

const NOT_SENT = 'The test mail was not sent: correct this setting, or the mail server, and test again.';

interface Failure {
  field: keyof EmailSettings | 'to';
  what: string;
}

/** By nodemailer's code. */
const FAILURES: Readonly<Record<string, Failure>> = {
  EDNS: { field: 'host', what: 'has no address in DNS' },
  ECONNECTION: { field: 'host', what: 'does not answer at this port' },
  ESOCKET: { field: 'host', what: 'cannot be connected to at this port' },
  ETIMEDOUT: { field: 'host', what: 'does not answer in time' },
  ETLS: { field: 'use_tls', what: 'needs a secure connection, and none can be made' },
  EREQUIRETLS: { field: 'use_tls', what: 'needs STARTTLS, which the mail server does not offer' },
  EAUTH: { field: 'password', what: 'or username is refused by the mail server' },
  ENOAUTH: { field: 'username', what: 'and password are missing: the mail server asks for them' },
  EENVELOPE: { field: 'sender', what: 'may not send to this recipient, by the rules of the mail server' },
  EMESSAGE: { field: 'sender', what: 'sent a mail that the mail server refuses' },
};

const OTHER_FAILURE: Failure = { field: 'host', what: 'does not accept the mail' };

/**
 * Quotes only mail servers. The caller chooses host and port, and must not be able to read the answers of other
 * services.
 */
function reasonOf(error: Error): string {
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : '';
  if (answer !== '' && !/^\d{3}[ -]/.test(answer)) return 'is not a mail server';
  return oneLine(error.message).slice(0, MAX_REASON_LENGTH);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
