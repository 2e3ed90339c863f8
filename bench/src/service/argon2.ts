import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
// The server's own copy.
import { hash } from '@node-rs/argon2';
import { PASSWORD } from '../support/keyward.ts';

export interface HashesAlone {
  perSecond: number;
  /** Processor time of each, in milliseconds. */
  cpuMs: number;
}

const SCRIPT = fileURLToPath(new URL('argon2-alone.ts', import.meta.url));

/** Verifies a stored hash on all cores, in a process of its own that does nothing else. */
export async function verifyAlone(stored: string, password: string, seconds: number): Promise<HashesAlone> {
  const args = [SCRIPT, stored, password, String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** Processor time in milliseconds of argon2id with Keyward's parameters, which are the library's defaults. */
export async function argon2Alone(seconds: number): Promise<number> {
  return (await verifyAlone(await hash(PASSWORD), PASSWORD, seconds)).cpuMs;
}
