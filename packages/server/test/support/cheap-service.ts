import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { loadSecrets } from '../../src/config/secrets.ts';
import { CHEAP_ARGON2 } from './cheap-argon2.ts';

/*
 * Runs the service in a process, with password hashes that take a fraction of the real work. Tests kill it under more
 * logins than the machine could hash at the real cost.
 */

const config = loadConfig({ env: process.env, cwd: process.cwd(), dotenv: false });
const app = await createApp(config, () => loadSecrets(config), { argon2: CHEAP_ARGON2 });
const { listen } = await app.listen();
process.stdout.write(`http://127.0.0.1:${listen.port}\n`);
process.once('SIGTERM', () => void app.close());
