/** Empty for a ratio. */
export type Unit = '/s' | 'ms' | 'MiB' | '';

/** One number that a round gave. Every round gives the same values in the same order. */
export interface Value {
  label: string;
  value: number;
  unit: Unit;
  /** The limit it is held to, if any. */
  target?: { atLeast: number } | { below: number };
}

/** What is measured together, turn by turn within each round. */
export interface Measurement {
  title: string;
  /** Starts what is measured; the result measures it once for about `seconds` a load. */
  prepare: (stack: AsyncDisposableStack) => Promise<(seconds: number) => Promise<Value[]>>;
}
