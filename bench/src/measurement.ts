/** Empty for a ratio. */
export type Unit = '/s' | 'ms' | 'µs' | 'MiB' | '';

/** One number of a round. Every round gives the same values in the same order. */
export interface Value {
  label: string;
  value: number;
  unit: Unit;
  /** The value's limit, if any. */
  target?: { atLeast: number } | { below: number };
}

/** Values that are measured together, in turns within each round. */
export interface Measurement {
  title: string;
  /** Starts the measured parts; the result measures them once, for about `seconds` per load. */
  prepare: (stack: AsyncDisposableStack) => Promise<(seconds: number) => Promise<Value[]>>;
}
