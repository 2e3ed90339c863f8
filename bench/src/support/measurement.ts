/** Empty for a ratio. */
export type Unit = '/s' | 'ms' | 'µs' | 'MiB' | '';

/** One number of a round. Every round gives the same values in the same order. */
export interface Value {
  label: string;
  value: number;
  unit: Unit;
  /** Its column, where several values of one label stand side by side: those of products, for one. */
  of?: string;
  /** Whether the report says what it is of the first value of its label. */
  compared?: boolean;
  /** The value's limit, if any. */
  target?: { atLeast: number } | { below: number };
}

/** Takes a sentence that readers of the table need. */
export type Note = (sentence: string) => void;

/** What a run gives to those who prepare. */
export interface Options {
  /** Of the larger database of `growth`. */
  accounts: number;
  /** A folder that keeps the databases of `growth` for the next run; null: they go with this one. */
  data: string | null;
  /** Takes a line about what is going on. */
  tell: (line: string) => void;
}

/** Values that are measured together, in turns within each round. */
export interface Measurement {
  title: string;
  /** Starts the measured parts; the result measures them once, for about `seconds` per load. */
  prepare: (
    stack: AsyncDisposableStack,
    note: Note,
    options: Options,
  ) => Promise<(seconds: number) => Promise<Value[]>>;
}
