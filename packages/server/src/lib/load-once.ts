/** Loads at the first call and keeps the result; after a failure the next call tries again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

/**
 * The same for each key, for as long as the key lives. Simultaneous calls share one load.
 * @param load its other arguments must be the same for the same key
 */
export function loadOncePer<K extends object, Args extends unknown[], T>(
  load: (key: K, ...args: Args) => Promise<T>,
): (key: K, ...args: Args) => Promise<T> {
  const loaders = new WeakMap<K, () => Promise<T>>();
  return (key, ...args) => {
    let loader = loaders.get(key);
    if (loader === undefined) {
      loader = loadOnce(() => load(key, ...args));
      loaders.set(key, loader);
    }
    return loader();
  };
}
