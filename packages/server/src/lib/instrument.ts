/** Slow work that operators monitor. */
export type Work = 'password hash' | 'mail send' | 'webhook attempt';

/** Runs work, and may measure it, without changing its outcome. */
export type Instrument = <T>(work: Work, run: () => Promise<T>) => Promise<T>;

/** Combines two instruments, one inside the other. */
export function bothInstruments(
  outer: Instrument | undefined,
  inner: Instrument | undefined,
): Instrument | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner;
  return (work, run) => outer(work, () => inner(work, run));
}

export const uninstrumented: Instrument = (_work, run) => run();
