import { DATABASES } from './databases.ts';
import { createTemplate, dropAll, POSTGRES_TEMPLATE, POSTGRES_URL } from './postgres-databases.ts';
import { insist, type PostgresServer, startPostgres } from './postgres.ts';
import { prepareProcesses } from './prepare-processes.ts';

let server: PostgresServer | undefined;

/**
 * Starts one PostgreSQL server for a whole test run (`--test-global-setup`). Test processes inherit the
 * environment and find its URL there. A run that was given the URL of a server uses that one.
 */
export async function globalSetup(): Promise<void> {
  try {
    await Promise.all([prepareProcesses(), preparePostgres()]);
  } catch (error) {
    // Otherwise the runner's own handler would throw this error, and exit with 7.
    console.error('The set-up of the tests failed, so no test was run:', error);
    process.exit(1);
  }
}

async function preparePostgres(): Promise<void> {
  if (!DATABASES.includes('postgres')) return;
  if (process.env[POSTGRES_URL] === undefined) {
    server = await insist(startPostgres);
    process.env[POSTGRES_URL] = server.url;
  }
  const url = process.env[POSTGRES_URL];
  process.env[POSTGRES_TEMPLATE] = await insist(() => createTemplate(url));
}

/** The runner also calls this when tests fail or the run is interrupted. */
export async function globalTeardown(): Promise<void> {
  if (server !== undefined) return server.stop();
  const url = process.env[POSTGRES_URL];
  const template = process.env[POSTGRES_TEMPLATE];
  if (url !== undefined && template !== undefined) await dropAll(url, template);
}
