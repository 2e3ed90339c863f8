/** Rounds of a measurement, of which the shortest counts: the system may interrupt any of them. */
const ROUNDS = 20;

/**
 * A clock that all processes of this machine share and that nobody can set. It begins anywhere.
 * @returns a function that tells its time, in milliseconds
 */
export function createMachineTime(): () => number {
  // Both read the same clock. `performance` counts from the start of the process, and is several times as fast.
  let offset = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = performance.now();
    offset = Math.min(offset, Number(process.hrtime.bigint()) / 1e6 - own);
  }
  return () => offset + performance.now();
}
