import { Argument, Command } from 'commander';
import type { Config } from '../config/config.ts';
import { createDataDir } from '../config/secrets.ts';
import { openingDatabase } from './database-problem.ts';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Bring the database to this version, or show the missing migrations.

"keyward serve" does this at every start. This command does it without serving,
for example before you replace the instances of a cluster.

Examples:
  $ keyward migrate
  $ keyward migrate status --data-dir /var/lib/keyward`;

export function migrateCommand(io: Io): Command {
  const action = new Argument(
    '[action]',
    '"up" applies missing migrations, "status" lists applied and pending ones',
  )
    .choices(['up', 'status'])
    .default('up');
  const command = new Command('migrate')
    .summary('apply or list database migrations')
    .description(DESCRIPTION)
    .addArgument(action);
  return withSettings(command, 'storage').action(async (chosen: string) => {
    const config = configOf(command, io);
    const lines = await openingDatabase(config, () => (chosen === 'up' ? up(config) : status(config)));
    await print(io, lines.map((line) => `${line}\n`).join(''));
  });
}

async function up({ dataDir, database }: Config): Promise<string[]> {
  const { applyMigrations } = await import('../store/maintenance.ts');
  createDataDir(dataDir);
  const applied = await applyMigrations(database);
  return applied.length === 0
    ? ['Nothing to apply: the database is up to date.']
    : applied.map((name) => `Applied ${name}.`);
}

async function status({ database }: Config): Promise<string[]> {
  const { listMigrations } = await import('../store/maintenance.ts');
  const { applied, pending } = await listMigrations(database);
  return [...applied.map((name) => `applied  ${name}`), ...pending.map((name) => `pending  ${name}`)];
}
