import { Command, Option } from 'commander';
import { KeywardError } from '../errors.ts';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';
import { emailOption, passwordStdinOption } from './superadmin-options.ts';

const DESCRIPTION = `Restore access: give an account a new password, make it an active superadmin,
end its sessions, and remove its provider links, second factors and recovery
codes. Its email counts as verified.

Asks for the password, or reads it from standard input. The service may run
meanwhile; use the same settings as for "keyward serve".

Examples:
  $ keyward superadmin reset --email ada@example.org
  $ keyward superadmin reset --email ada@example.org --password-stdin < pw.txt`;

interface Options {
  email: string;
  passwordStdin?: true;
}

export function superadminResetCommand(io: Io): Command {
  const command = new Command('reset')
    .summary('give a superadmin a new password')
    .description(DESCRIPTION)
    .addOption(emailOption())
    // Accepted without effect: earlier versions kept factors unless it was given.
    .addOption(new Option('--factors').hideHelp())
    .addOption(passwordStdinOption());
  return withSettings(command, 'storage').action(async ({ email, passwordStdin }: Options) => {
    const config = configOf(command, io);
    const { newPassword } = await import('./new-password.ts');
    const { withSuperadmins } = await import('./superadmins.ts');
    const password = await newPassword(passwordStdin === true, { profile: config.profile, email }, io);
    const account = await withSuperadmins(config, async (superadmins) => {
      if ((await superadmins.roleOf(email)) === null) {
        throw new KeywardError('UserNotFoundError', {
          message: `${email} has no account; to create it, run: keyward superadmin create --email ${email}`,
        });
      }
      return superadmins.reset(email, password);
    });
    await print(
      io,
      `${account.email} is an active superadmin with the new password; its sessions have ended, and its provider links and second factors are gone.\n`,
    );
  });
}
