import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { SignupSettings } from '../../settings/settings.ts';
import type { SendCode } from './send-code.ts';

/**
 * Mails a code and a link to verify the email of an account, if the settings say that such a mail goes out by itself and
 * the mailbox is not proven. Nothing comes of it under the limits for mails, while the queue is full, and without a mail
 * server: what the mail follows has happened, and people can ask for another one. So it never fails.
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
    // A sign-up from a foreign page is no reason to fail; its link leads to the service's own pages.
    const frontend = origin !== undefined && frontends.isAllowed(origin) ? frontends.resolve(origin) : null;
    try {
      // The form that has both, whether a frontend is known or not.
      await sendCode({ email: { address: email, key }, purpose: 'verify', form: 'link', frontend, client });
    } catch (error) {
      if (!(error instanceof KeywardError)) report(error);
    }
  };
}
