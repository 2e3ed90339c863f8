/** Empty for a ratio. */
export type Unit = '/s' | 'ms' | 'µs' | 'MiB' | '';

/** One number of a round. Every round gives the same values in the same order. */
export interface Value {
  label: string;
  value: number;
  unit: Unit;
  /** Its column, if several values of one label are shown side by side, such as those of products. */
  of?: string;
  /** Whether the report gives its ratio to the first value of its label. */
  compared?: boolean;
  /** The value's limit, if any. */
  target?: { atLeast: number } | { below: number };
}

/** Receives a sentence for the readers of the table. */
export type Note = (sentence: string) => void;

/** The parts of a run for the preparations. */
export interface Options {
  /** The number of accounts in the larger database of `growth`. */
  accounts: number;
  /** A folder that keeps the databases of `growth` for the next run; null: they are removed after this run. */
  data: string | null;
  /** Receives a line about the progress. */
  tell: (line: string) => void;
}

/** Values that are measured together, alternately within each round. */
export interface Measurement {
  title: string;
  /** Starts the measured parts; the result measures them once, for about `seconds` per load. */
  prepare: (
    stack: AsyncDisposableStack,
    note: Note,
    options: Options,
  ) => Promise<(seconds: number) => Promise<Value[]>>;
}
