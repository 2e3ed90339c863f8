/** What an attempt of a delivery came to, as the database keeps it. */
export interface Attempt {
  /** Milliseconds since the epoch. */
  at: number;
  /** Null if no answer began. */
  status_code: number | null;
  duration_ms: number;
  /** Its beginning; null if no answer began. */
  response_body: string | null;
  /** Why it failed; null if it succeeded. */
  error: string | null;
}

/** Only an operator's retries make more than the schedule has. */
const KEPT = 20;

/** The attempts of a delivery with one more, oldest first. */
export function withAttempt(attempts: readonly Attempt[], attempt: Attempt): Attempt[] {
  return [...attempts, attempt].slice(-KEPT);
}

/** Reads the column. What it holds is what {@link withAttempt} gave. */
export function readAttempts(json: string): Attempt[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(json) as Attempt[];
}
