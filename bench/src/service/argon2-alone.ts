import { availableParallelism } from 'node:os';
// The server's own copy, so that both sides hash with the same code.
import { verify } from '@node-rs/argon2';

/*
 * A separate process: verifies a password against a stored hash for some seconds on all cores, and does nothing else.
 * Prints the number of verifications per second, and the milliseconds of processor time that each of them takes.
 */

const [stored = '', password = '', seconds = '1'] = process.argv.slice(2);
if (!(await verify(stored, password))) throw new Error('The password does not fit the hash');

let done = 0;
const before = process.cpuUsage();
const start = performance.now();
const end = start + Number(seconds) * 1000;

async function verifyUntilEnd(): Promise<void> {
  do {
    await verify(stored, password);
    done += 1;
  } while (performance.now() < end);
}

await Promise.all(Array.from({ length: availableParallelism() }, verifyUntilEnd));
const { user, system } = process.cpuUsage(before);
const perSecond = (done * 1000) / (performance.now() - start);
process.stdout.write(JSON.stringify({ perSecond, cpuMs: (user + system) / 1000 / done }));
