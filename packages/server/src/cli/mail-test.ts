import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { MAIL } from '../config/settings.ts';
import { KeywardError } from '../errors.ts';
import { parseEmail } from '../lib/email.ts';
import { CommandError, describeFailure, UsageError } from './failure.ts';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Send a mail with the settings in force, and wait for the mail server. Settings
saved at run time are included; they override options and the environment.

If it fails, one line names the wrong setting and the answer of the server.
Without a mail server, development catches the mail in the folder "mail" of
the data directory.

Examples:
  $ keyward mail test ada@example.org
  $ keyward mail test ada@example.org --data-dir /var/lib/keyward`;

const SETTINGS = `mail settings (${MAIL.smtpUrl.name} and ${MAIL.from.name}, or those saved at run time)`;

export function mailTestCommand(io: Io): Command {
  const command = new Command('test')
    .summary('send a mail and report the result')
    .description(DESCRIPTION)
    .argument('<address>', 'recipient of the mail');
  return withSettings(command, 'storage').action(async (address: string) => {
    if (parseEmail(address) === null) {
      throw new UsageError(
        `${JSON.stringify(address)} is not one plain email address, such as ada@example.org`,
      );
    }
    const { how, server } = await sendTestMail(configOf(command, io), address).catch((error: unknown) => {
      if (!(error instanceof KeywardError) || error.kind !== 'InvalidConfigError') throw error;
      throw new CommandError(`${SETTINGS}: ${describeFailure(error)}`, { cause: error });
    });
    await print(
      io,
      how === 'sent'
        ? `${server} accepted a mail to ${address}.\n`
        : `There is no mail server (set ${MAIL.smtpUrl.name} and ${MAIL.from.name}), so the data directory caught the mail to ${address}; production would refuse to send it.\n`,
    );
  });
}

function sendTestMail(config: Config, address: string): Promise<{ how: 'sent' | 'caught'; server: string }> {
  return withStore(config, 'upgrade', async (store) => {
    const { withSettingsInForce } = await import('./settings-in-force.ts');
    return withSettingsInForce(config, store, async ({ mailer, clock, settings }) => {
      const test = await import('../features/delivery/mail/test-mail.ts');
      const { email } = settings.current;
      const here = { ipAddress: '127.0.0.1', languages: '' };
      const how = await test.sendTestMail({ mailer, clock }, address, email, here);
      return { how, server: `${email.host}:${email.port}` };
    });
  });
}
