import { fileURLToPath } from 'node:url';
import { type Asker, askerOf } from '../long/asked.ts';
import { tempFolder } from '../support/at-exit.ts';
import { type KeywardProcess, startProcess } from '../support/process.ts';
import { WITHOUT_LIMITS } from './without-limits.ts';

const SERVICE = fileURLToPath(new URL('../support/cheap-service.ts', import.meta.url));
/** Long enough for a busy machine. */
const START_MS = 60_000;

/** While a process is down, another program may get its port. */
const NOBODY: Asker = {
  ask: () => Promise.reject(new Error('the instance does not run')),
  figures: { sent: 0, worstMs: 0 },
  close: () => {},
};

/** An instance of the service, which can be killed. */
export interface Instance extends AsyncDisposable {
  /** Sends a request to the running process; fails while there is none. */
  asker: Asker;
  /** Kills the process as a power failure would, and starts another. */
  kill(): Promise<void>;
}

/** Starts an instance on a database, with the keys that all of them share, and a data directory of its own. */
export async function startInstance(databaseUrl: string): Promise<Instance> {
  const folder = tempFolder();
  const env = {
    ...WITHOUT_LIMITS,
    KEYWARD_DATABASE_URL: databaseUrl,
    KEYWARD_DATA_DIR: folder.path,
    KEYWARD_JWT_SECRET: 'a secret of the tests, which all instances share',
    KEYWARD_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    KEYWARD_WEBHOOK_NETWORKS: '127.0.0.0/8',
  };
  const start = () => startProcess({ script: SERVICE, args: [], env, timeoutMs: START_MS });
  let running: KeywardProcess = await start();
  const instance: Instance = {
    asker: askerOf(running.url),
    async kill() {
      const former = instance.asker;
      instance.asker = NOBODY;
      await running.kill('SIGKILL');
      former.close();
      running = await start();
      instance.asker = askerOf(running.url);
    },
    async [Symbol.asyncDispose]() {
      instance.asker.close();
      await running[Symbol.asyncDispose]();
      folder.remove();
    },
  };
  return instance;
}
