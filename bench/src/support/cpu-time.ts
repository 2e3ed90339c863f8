import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ, which is 100 on every Linux. */
const TICK_MS = 10;
/** Where the fields after the program's name begin in `/proc/PID/stat`: utime and stime are the 14th and the 15th. */
const FIRST_FIELD = 3;

/**
 * Processor time that a process and those that it started have used, in milliseconds; in steps of 10 ms. Unlike time
 * on the clock, it hardly depends on what else the machine does. NaN outside of Linux.
 */
export function cpuMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const own = (Number(fields[14 - FIRST_FIELD]) + Number(fields[15 - FIRST_FIELD])) * TICK_MS;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + cpuMs(Number(child)), own);
  } catch {
    return Number.NaN;
  }
}

/** Processor time that the threads of a process have used, in milliseconds; finer than the above, for few requests. */
export function cpuOfThreadsMs(pid: number): number {
  try {
    const tasks = `/proc/${pid}/task`;
    const times = readdirSync(tasks).map((task) =>
      Number(readFileSync(`${tasks}/${task}/schedstat`, 'latin1').split(' ', 1)[0]),
    );
    return times.reduce((sum, ns) => sum + ns, 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}
