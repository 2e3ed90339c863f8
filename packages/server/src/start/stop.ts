import { processOutputs } from '../lib/process-output.ts';

/** Orchestrators kill a process ten seconds after their signal. */
const LAST_MOMENT_MS = 9_500;
/** One Ctrl-C may arrive twice: the terminal sends it to the whole process group, and npm passes its own on. */
const SAME_SIGNAL_MS = 500;
/** How often a service that npm has started looks whether npm's shell is still there. */
const LOOK_MS = 500;

/**
 * Ends this process at SIGTERM and SIGINT: it closes, then exits with 0. A second signal ends it at once with
 * 1. An uncaught error is reported and ends the process in the same way, with 1; `close` receives it, for the
 * log. `npm start` and `npx` end it when they end.
 * @returns a function that acts like a signal; after a signal it does nothing
 */
export function stopOnSignal(close: (fatal?: unknown) => Promise<void>): () => void {
  let stoppingSince: number | undefined;

  function stop(exitCode: number, fatal?: unknown): void {
    stoppingSince = performance.now();
    setTimeout(() => fail('not everything could be closed in time'), LAST_MOMENT_MS).unref();
    close(fatal).then(() => process.exit(exitCode), fail);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince === undefined) stop(0);
      else if (performance.now() - stoppingSince > SAME_SIGNAL_MS)
        fail(`ended at once by a second ${signal}`);
    });
  }
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', (error: unknown) => {
    if (stoppingSince !== undefined) fail(error);
    tell(error);
    stop(1, error);
  });
  const stopOnce = () => {
    if (stoppingSince === undefined) stop(0);
  };
  endWithShell(stopOnce);
  return stopOnce;
}

/** npm passes a signal on to its shell alone, whose end would leave this process behind. */
function endWithShell(stop: () => void): void {
  if (!['start', 'npx'].includes(process.env['npm_lifecycle_event'] ?? '')) return;
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) stop();
  }, LOOK_MS).unref();
}

function fail(error: unknown): never {
  tell(error);
  process.exit(1);
}

function tell(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  processOutputs.stderr.print(`keyward: ${text}\n`);
}
