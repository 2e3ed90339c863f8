import { Argument, Command } from 'commander';
import type { Config } from '../config/config.ts';
import { createDataDir } from '../config/secrets.ts';
import { openingDatabase } from './database-problem.ts';
import { EXIT, Finished } from './failure.ts';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Bring the database to this version, or show the missing migrations.

"keyward serve" does this at every start. This command does it without
serving, for example before you replace the instances of a cluster.

With --check it changes nothing, and ends with 0 when the database is current,
with 1 when a migration is pending.

Examples:
  $ keyward migrate
  $ keyward migrate --check || echo "migrate first"
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
    .addArgument(action)
    .option('--check', 'list pending migrations, and end with 1 if there are any; changes nothing');
  return withSettings(command, 'storage').action(async (chosen: string, { check }: { check?: true }) => {
    const config = configOf(command, io);
    const { pending, lines } = await openingDatabase(config, () =>
      check ? checked(config) : chosen === 'up' ? up(config) : status(config),
    );
    await print(io, lines.map((line) => `${line}\n`).join(''));
    if (check && pending > 0) throw new Finished(EXIT.failed);
  });
}

interface Outcome {
  lines: string[];
  pending: number;
}

async function up({ dataDir, database }: Config): Promise<Outcome> {
  const { applyMigrations } = await import('../store/migrations/maintenance.ts');
  createDataDir(dataDir);
  const applied = await applyMigrations(database);
  const lines =
    applied.length === 0
      ? ['Nothing to apply: the database is up to date.']
      : applied.map((name) => `Applied ${name}.`);
  return { pending: 0, lines };
}

async function status({ database }: Config): Promise<Outcome> {
  const { listMigrations } = await import('../store/migrations/maintenance.ts');
  const { applied, pending } = await listMigrations(database);
  const lines = [...applied.map((name) => `applied  ${name}`), ...pending.map((name) => `pending  ${name}`)];
  return { pending: pending.length, lines };
}

async function checked({ database }: Config): Promise<Outcome> {
  const { listMigrations } = await import('../store/migrations/maintenance.ts');
  const { applied, pending } = await listMigrations(database);
  const remedy =
    applied.length === 0
      ? 'There is no Keyward database yet. To create it, run: keyward migrate'
      : 'To apply them, run: keyward migrate';
  const lines =
    pending.length === 0
      ? ['The database is up to date.']
      : [...pending.map((name) => `pending  ${name}`), remedy];
  return { pending: pending.length, lines };
}
