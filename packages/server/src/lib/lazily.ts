/** Makes a value at the first call and keeps it. For asynchronous values, see `load-once.ts`. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
