import { Command } from 'commander';
import { exportOrganizations } from '../features/operations/transfer/organizations/export-organizations.ts';
import { type Io, print } from './io.ts';
import { progressOf } from './progress.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Write all organizations to standard output, as JSON lines that "keyward
organizations import" reads: each with its roles, domains and policy, followed by
its members, owners first. Deleted organizations and invitations are left out.
Export the accounts too: keyward users export.

Examples:
  $ keyward organizations export > organizations.jsonl
  $ keyward organizations export | jq -r 'select(.type == "member") | .email'`;

export function organizationsExportCommand(io: Io): Command {
  const command = new Command('export').summary('write all organizations').description(DESCRIPTION);
  return withSettings(command, 'storage').action(async () => {
    await withStore(configOf(command, io), 'as-it-is', async (store) => {
      const progress = progressOf(io.stderr);
      let count = 0;
      for await (const { text, organizations } of exportOrganizations(store)) {
        await print(io, text);
        count += organizations;
        progress.show(`${count} organizations`);
      }
      progress.end();
    });
  });
}
