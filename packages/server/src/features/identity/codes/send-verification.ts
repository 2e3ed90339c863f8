import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { SignupSettings } from '../../settings/settings.ts';
import type { SendCode } from './send-code.ts';

/**
 * Mails a code and a link to verify the email of an account, if the settings ask for it and the mailbox is not
 * proven. It never fails. It sends nothing when a limit for mails is reached, while the queue is full, or
 * without a mail server: the act itself has succeeded, and people can ask for another mail.
 */
export type SendVerification = (
  account: Pick<AccountRow, 'email' | 'email_key' | 'email_verified'>,
  client: Client,
) => Promise<void>;

export function createSendVerification(deps: {
  settings: () => SignupSettings;
  frontends: Pick<Frontends, 'isAllowed' | 'resolve'>;
  sendCode: SendCode;
  report: (error: unknown) => void;
}): SendVerification {
  const { settings, frontends, sendCode, report } = deps;

  return async ({ email, email_key: key, email_verified: verified }, client) => {
    if (!settings().send_verification || verified === 1) return;
    const { origin } = client;
    // A sign-up from a foreign page does not fail; its link leads to the service's own pages.
    const frontend = origin !== undefined && frontends.isAllowed(origin) ? frontends.resolve(origin) : null;
    try {
      // This form has both a code and a link, even without a known frontend.
      await sendCode({ email: { address: email, key }, purpose: 'verify', form: 'link', frontend, client });
    } catch (error) {
      if (!(error instanceof KeywardError)) report(error);
    }
  };
}
