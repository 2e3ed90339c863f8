import { Command, Option } from 'commander';
import { localUrl } from '../config/addresses.ts';
import { systemCode } from '../config/error.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { CommandError } from './failure.ts';
import { type Io, print } from './io.ts';
import { wholeNumber } from './number-option.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Wait until the service and its database answer.

Polls /readyz at the listening address of the settings. Ends with 0 when the
service is ready, or with 1 when the time has passed.

Examples:
  $ keyward serve & keyward ready && npm test
  $ keyward ready --timeout 60 --url https://auth.example.org
  $ keyward ready --timeout 0        # once, as the health check of a container`;

interface Options {
  timeout: number;
  url?: string;
}

export function readyCommand(io: Io): Command {
  const command = new Command('ready')
    .summary('wait for a running instance')
    .description(DESCRIPTION)
    .addOption(
      new Option('--timeout <seconds>', 'time to wait; 0 asks once')
        .default(30)
        .argParser(wholeNumber(0, 86_400)),
    )
    .option('--url <address>', 'address of the service (default: the listening address of the settings)');
  return withSettings(command, 'storage').action(async ({ timeout, url }: Options) => {
    const { listen } = configOf(command, io);
    const address = url ?? localUrl(listen.host, listen.port);
    await waitUntilReady(address, timeout * 1000, systemClock);
    await print(io, `${address} is ready.\n`);
  });
}

const PAUSE_MS = 200;
/** Time limit of one request. */
const ANSWER_MS = 3_000;

/** @throws CommandError with the problem of the last try */
export async function waitUntilReady(address: string, timeoutMs: number, clock: Clock): Promise<void> {
  const until = clock.now() + timeoutMs;
  for (;;) {
    const problem = await ask(address);
    if (problem === null) return;
    if (clock.now() + PAUSE_MS > until)
      throw new CommandError(`${address} is not ready after ${timeoutMs / 1000} s: ${problem}`);
    await clock.sleep(PAUSE_MS);
  }
}

/** Null when the service is ready. */
async function ask(address: string): Promise<string | null> {
  try {
    const answer = await fetch(`${address.replace(/\/$/, '')}/readyz`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    });
    if (answer.ok) return null;
    return answer.status === 503 ? 'its database does not answer' : `it answers ${answer.status}`;
  } catch (error) {
    const code = error instanceof Error ? systemCode(error.cause) : '';
    if (code === 'ECONNREFUSED') return 'nothing listens at this address';
    return error instanceof Error && error.name === 'TimeoutError'
      ? 'it does not answer in time'
      : `it cannot be reached (${code})`;
  }
}
