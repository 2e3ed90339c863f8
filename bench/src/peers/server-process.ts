import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from '../../../packages/server/test/support/at-exit.ts';
import { baseEnv } from '../../../packages/server/test/support/process.ts';
import { cpuMs } from '../support/cpu-time.ts';
import type { Command } from './peer.ts';

const ASK_EVERY_MS = 5;
const END_MS = 10_000;
/** The first start of Keycloak makes its tables. */
const PATIENCE_MS = 120_000;

export interface ServerProcess extends AsyncDisposable {
  url: string;
  pid: number;
  /** Milliseconds from `spawn` to the first answer, in steps of 5. */
  startMs: number;
  /** Processor time until then. */
  startCpuMs: number;
}

/**
 * Starts a server of any product on a port, with only PATH and HOME in its environment, and waits for its first answer.
 * Its standard output is discarded.
 * @throws Error with its error output when it ends, or does not answer in time
 */
export async function startServer(
  { program, args, env, folder }: Command,
  port: number,
  healthPath: string,
): Promise<ServerProcess> {
  const start = performance.now();
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...baseEnv(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const forget = atExit(() => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-10_000)));
  let ended = false;
  const exited = once(child, 'close').finally(() => {
    ended = true;
    forget();
  });
  exited.catch(() => {});

  const url = `http://127.0.0.1:${port}`;
  while (!(await isOpen(port)) || !(await answers(url + healthPath))) {
    if (ended || performance.now() - start > PATIENCE_MS) {
      child.kill('SIGKILL');
      throw new Error(`${program} did not start:\n${stderr}`);
    }
    await sleep(ASK_EVERY_MS);
  }
  const startMs = performance.now() - start;
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} has no pid`);
  return {
    url,
    pid,
    startMs,
    startCpuMs: cpuMs(pid),
    [Symbol.asyncDispose]: async () => {
      // Not SIGKILL: H2 writes half a second after a commit, and the data is read again.
      child.kill();
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    // If both addresses were the same, the system could give the socket that port, and the socket would connect to itself.
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

/** On a busy machine, a socket that is open can be somebody else's for a moment. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
