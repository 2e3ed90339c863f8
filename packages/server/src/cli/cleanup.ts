import { Command } from 'commander';
import { sweepExpired } from '../features/operations/maintenance/sweep.ts';
import { systemClock } from '../lib/clock.ts';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Remove expired sessions, codes and unfinished sign-ins at providers.

The service does the same every hour, so nothing depends on this command. Use it
to make a database smaller at once, for example before a backup. The service may
run meanwhile.

Examples:
  $ keyward cleanup
  $ keyward cleanup --json --data-dir /var/lib/keyward`;

export function cleanupCommand(io: Io): Command {
  const command = new Command('cleanup')
    .summary('remove expired rows')
    .description(DESCRIPTION)
    .option('--json', 'print JSON');
  return withSettings(command, 'storage').action(async ({ json }: { json?: true }) => {
    const counts = await withStore(configOf(command, io), 'as-it-is', (store) =>
      sweepExpired(store, systemClock.now()),
    );
    const lines = [
      `Removed ${counts.sessions} expired sessions.`,
      `Removed ${counts.codes} expired codes.`,
      `Removed ${counts.provider_flows} unfinished sign-ins at providers.`,
      `Removed ${counts.exchanges} one-time codes of redirects.`,
      `Removed ${counts.deliveries} old deliveries to webhooks.`,
      `Removed ${counts.invitations} old invitations.`,
    ];
    await print(io, json === true ? `${JSON.stringify(counts)}\n` : `${lines.join('\n')}\n`);
  });
}
