/** Work that takes long, and that operators watch. */
export type Work = 'password hash' | 'mail send' | 'webhook attempt';

/** Runs work, and may measure it. Its outcome stays as it is. */
export type Around = <T>(work: Work, run: () => Promise<T>) => Promise<T>;

/** Both, one within the other. */
export function bothAround(outer: Around | undefined, inner: Around | undefined): Around | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner;
  return (work, run) => outer(work, () => inner(work, run));
}

export const unmeasured: Around = (_work, run) => run();
