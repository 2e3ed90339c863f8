/** What a part found; null where there is nothing to say. */
export interface Findings {
  /** Requests. */
  sent: number;
  /** What was done to the service meanwhile. */
  injected: string;
  /** Answers, and facts afterwards, that were compared with what they had to be. */
  checked: number;
  /** What was acknowledged and is gone, or was answered as it must not be. */
  lost: number;
  /** The slowest answer, in milliseconds. */
  worstMs: number | null;
  /** How resident memory continued, in KiB for each 1,000 requests. */
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
