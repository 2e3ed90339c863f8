import { Command } from 'commander';
import { KeywardError } from '../errors.ts';
import { BY_OPERATOR } from '../features/audit/events/origin.ts';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';
import { emailOption, passwordStdinOption } from './superadmin-options.ts';

const DESCRIPTION = `Create an account that manages all others and the settings.

Asks for the password, or reads it from standard input. The service may run
meanwhile; use the same settings as for "keyward serve".

Examples:
  $ keyward superadmin create --email ada@example.org
  $ keyward superadmin create --email ada@example.org --password-stdin < pw.txt`;

interface Options {
  email: string;
  name: string;
  passwordStdin?: true;
}

export function superadminCreateCommand(io: Io): Command {
  const command = new Command('create')
    .summary('create a superadmin')
    .description(DESCRIPTION)
    .addOption(emailOption())
    .option('--name <name>', 'name of the account', 'Superadmin')
    .addOption(passwordStdinOption());
  return withSettings(command, 'storage').action(async ({ email, name, passwordStdin }: Options) => {
    const config = configOf(command, io);
    const { newPassword } = await import('./new-password.ts');
    const { withSuperadmins } = await import('./superadmins.ts');
    const password = await newPassword(passwordStdin === true, { profile: config.profile, email, name }, io);
    const account = await withSuperadmins(config, async (superadmins) => {
      const role = await superadmins.roleOf(email);
      if (role !== null) {
        const state =
          role === 'superadmin'
            ? 'is a superadmin already; for a new password, without its second factors'
            : 'has an account; to make it a superadmin';
        throw new KeywardError('EmailAlreadyExistsError', {
          message: `${email} ${state}, run: keyward superadmin reset --email ${email}`,
        });
      }
      return superadmins.create({ email, name, password }, { method: 'operator', by: BY_OPERATOR });
    });
    await print(io, `Created the superadmin ${account.email}.\n`);
  });
}
