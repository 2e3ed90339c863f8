import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** By then, whoever waited for the start has been answered. */
const AFTER_MS = 500;
/** A process that has been busy for so long since its start repays what it costs to optimise its code. */
const BUSY_MS = 200;
const CHECK_MS = 200;

/**
 * What a process of its own does when it has started, and not that of a host: it keeps the compiled code for the next
 * start, even if it is killed, and optimises its code when it has work.
 */
export function afterStart(): void {
  setTimeout(flushCompileCache, AFTER_MS).unref();

  const start = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    if (performance.eventLoopUtilization(start).active < BUSY_MS) return;
    clearInterval(timer);
    optimise();
  }, CHECK_MS).unref();
}

/** Takes back what `bin/keyward.js` told V8 for the start. */
function optimise(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--maglev');
  setFlagsFromString('--turbofan');
}
