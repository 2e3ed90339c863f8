/** Resolves when `work` settles, or after `ms` milliseconds. */
export async function settleWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]).catch(() => {});
  clearTimeout(timer);
}
