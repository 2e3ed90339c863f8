import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process in bytes; null when it has ended, or outside Linux. */
export function rss(pid: number): number | null {
  return readOrNull(() => {
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match ? Number(match[1]) * 1024 : null;
  });
}

/**
 * The processor time of a process so far, in milliseconds, to the nearest ten; null when it has ended, or outside
 * Linux.
 */
export function cpuMs(pid: number): number | null {
  return readOrNull(() => {
    // After the name, which may contain spaces: user and system time are the 14th and 15th field, in hundredths of a
    // second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  });
}

/** Number of open file descriptors of a process, sockets included; null when it has ended, or outside Linux. */
export function openFiles(pid: number): number | null {
  return readOrNull(() => readdirSync(`/proc/${pid}/fd`).length);
}

/**
 * Measures a process's resident memory now and every `everyMs`.
 * @returns a function that measures a last time, stops, and gives the peak in bytes (null: nothing was measured)
 */
export function sampleRss(pid: number, everyMs: number): () => number | null {
  let peak = rss(pid);
  const sample = () => {
    const bytes = rss(pid);
    if (bytes !== null) peak = Math.max(peak ?? 0, bytes);
  };
  const timer = setInterval(sample, everyMs).unref();
  return () => {
    clearInterval(timer);
    sample();
    return peak;
  };
}

/** A piece of work that takes about a millisecond on the machine for which the tests have their limits. */
const WORK = JSON.stringify(Array.from({ length: 4_000 }, (_, id) => ({ id, name: `Name ${id}` })));

async function timeOf(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

let leastUnit: number | undefined;

/**
 * How much longer a task takes than a fixed piece of work beside it, which takes about a millisecond: a slow machine
 * takes longer for both. The {@link least} of some tries.
 */
export function fastest(enough: number, task: () => unknown): Promise<number> {
  return least(enough, async () => {
    const took = await timeOf(task);
    // The work itself takes longer than most tasks.
    if (leastUnit !== undefined && took / leastUnit <= enough) return took / leastUnit;
    let unit = Infinity;
    for (let run = 0; run < 3; run += 1) unit = Math.min(unit, await timeOf(() => JSON.parse(WORK)));
    leastUnit = Math.min(leastUnit ?? Infinity, unit);
    return took / unit;
  });
}

/**
 * The least of up to ten measurements, because the machine may be busy with something else. It stops at the first one
 * that is no more than `enough`.
 */
export async function least(enough: number, measure: () => Promise<number>): Promise<number> {
  let found = Infinity;
  for (let run = 0; run < 10 && found > enough; run += 1) found = Math.min(found, await measure());
  return found;
}

function readOrNull(read: () => number | null): number | null {
  try {
    return read();
  } catch {
    return null;
  }
}
