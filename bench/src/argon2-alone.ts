import { availableParallelism } from 'node:os';
// The server's own copy, so that both sides hash with the same code.
import { verify } from '@node-rs/argon2';

/*
 * A separate process: verifies a password against a stored hash for some seconds on all cores, and does nothing else.
 * Prints the number of verifications per second, and the milliseconds of processor time that each of them takes.
 */

const [stored = '', password = '', seconds = '1'] = process.argv.slice(2);
if (!(await verify(stored, password))) throw new Error('The password does not fit the hash');

const lanes = availableParallelism();
let done = 0;
const before = process.cpuUsage();
const start = performance.now();
const end = start + Number(seconds) * 1000;

async function verifyUntilEnd(): Promise<void> {
  for (;;) {
    await verify(stored, password);
    if (performance.now() > end) return;
    done += 1;
  }
}

await Promise.all(Array.from({ length: lanes }, verifyUntilEnd));
const { user, system } = process.cpuUsage(before);
// The last ones ended too late to be counted.
const cpuMs = (user + system) / 1000 / (done + lanes);
process.stdout.write(JSON.stringify({ perSecond: done / Number(seconds), cpuMs }));
