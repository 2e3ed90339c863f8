import { Command } from 'commander';
import { openingDatabase } from './database-problem.ts';
import type { Config } from '../config/config.ts';
import { isWorker } from '../workers/worker-environment.ts';
import type { Io } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Run the service until it is stopped (SIGTERM or Ctrl-C).

Without settings it listens on http://127.0.0.1:4000 and keeps everything in
./keyward-data. A setting comes from the first of these that has it: an option,
the environment, the file .env in the working directory, the default.

Examples:
  $ keyward serve
  $ keyward serve --port 8080 --data-dir /var/lib/keyward
  $ keyward serve --workers auto
  $ KEYWARD_DATABASE_URL=postgres://user:password@db/keyward keyward serve`;

async function serve(config: Config): Promise<void> {
  if (config.workers > 1) return (await import('../workers/supervise.ts')).supervise(config);
  return (await import('../main.ts')).main(config);
}

async function serveAsWorker(): Promise<void> {
  const { begin, runWorker } = await import('../workers/run-worker.ts');
  const beginning = await begin();
  await openingDatabase(beginning.config, () => runWorker(beginning));
}

export function serveCommand(io: Io): Command {
  const command = new Command('serve').summary('run the service').description(DESCRIPTION);
  return withSettings(command, 'all').action(async () => {
    if (isWorker()) return serveAsWorker();
    const config = configOf(command, io);
    await openingDatabase(config, () => serve(config));
  });
}
