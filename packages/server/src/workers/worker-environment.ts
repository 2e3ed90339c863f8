import { ConfigError } from '../config/error.ts';
import { version } from '../package.ts';

/**
 * In the environment of workers. Node's own variable is not enough, because process managers run whole services as
 * cluster workers.
 */
const VARIABLE = 'WORKER_OF_KEYWARD';
/** Read at the start: another version may be installed while this one runs. */
const VERSION = version();

/** The environment of a worker. */
export const WORKER_ENVIRONMENT = { [VARIABLE]: VERSION };

/**
 * Whether another process of this service has started this one.
 * @throws ConfigError when it runs another version, whose database this process would migrate
 */
export function isWorker(): boolean {
  const running = process.env[VARIABLE];
  if (running === undefined) return false;
  if (running === VERSION) return true;
  throw new ConfigError(
    `Keyward ${VERSION} has been installed over the running ${running}; restart the service, so that it can start workers again.`,
  );
}
