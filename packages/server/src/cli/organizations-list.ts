import { Command } from 'commander';
import { timestamp } from '../lib/clock.ts';
import type { OrganizationRow } from '../store/engine/schema.ts';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Print the organizations, oldest first, without deleted ones: id, slug, status,
number of members, and name. With --json, one organization as JSON per line.

Examples:
  $ keyward organizations list
  $ keyward organizations list --json | jq -r .id`;

const PAGE = 500;

export function organizationsListCommand(io: Io): Command {
  const command = new Command('list')
    .summary('print the organizations')
    .description(DESCRIPTION)
    .option('--json', 'print JSON');
  return withSettings(command, 'storage').action(async ({ json }: { json?: true }) => {
    await withStore(configOf(command, io), 'as-it-is', async ({ organizations }) => {
      for (let after = 0; ;) {
        const rows = await organizations.pageAfter(after, PAGE);
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.id;
        await print(io, rows.map(json === true ? asJson : asLine).join(''));
      }
    });
  });
}

function asLine({ uid, slug, status, members_count: members, name }: OrganizationRow): string {
  return `${[uid, slug, status, members, name.replaceAll(/\p{C}/gu, ' ')].join('\t')}\n`;
}

function asJson({
  uid: id,
  slug,
  status,
  members_count,
  name,
  external_id,
  created_at,
}: OrganizationRow): string {
  return `${JSON.stringify({ id, slug, status, members_count, name, external_id, created_at: `${timestamp(created_at)}Z` })}\n`;
}
