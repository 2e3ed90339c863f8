/** The results of a part; null values are not reported. */
export interface Findings {
  /** Requests. */
  sent: number;
  /** The faults that were injected. */
  injected: string;
  /** The number of compared answers and facts. */
  checked: number;
  /** Lost acknowledged writes, and wrong answers. */
  lost: number;
  /** The slowest answer, in milliseconds. */
  worstMs: number | null;
  /** The growth of resident memory, in KiB for each 1,000 requests. */
  slopeKib: number | null;
}

/** One part of the long run. It stops by itself, and throws an error for what is wrong. */
export interface Part {
  name: string;
  /** A line for people. */
  about: string;
  /** Minutes after which the part has failed. */
  limit: number;
  run(tell: (progress: string) => void): Promise<Findings>;
}

/** Thrown by a part that this machine cannot run. */
export class Skipped extends Error {}
