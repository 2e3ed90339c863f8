/** The result of an attempt, as the database stores it. */
export interface Attempt {
  /** Milliseconds since the epoch. */
  at: number;
  /** Null if no answer began. */
  status_code: number | null;
  duration_ms: number;
  /** The beginning of the body; null if no answer began. */
  response_body: string | null;
  /** Why it failed; null if it succeeded. */
  error: string | null;
}

/** Only manual retries exceed the number of scheduled attempts. */
const KEPT = 20;

/** The attempts of a delivery with one more, oldest first. */
export function withAttempt(attempts: readonly Attempt[], attempt: Attempt): Attempt[] {
  return [...attempts, attempt].slice(-KEPT);
}

/** Reads the column, which {@link withAttempt} has made. */
export function readAttempts(json: string): Attempt[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(json) as Attempt[];
}
