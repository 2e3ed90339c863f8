/**
 * How long a session may be unused, in milliseconds; null: without limit. The settings set it. It is kept here, so that
 * every query applies it.
 */
export interface SessionRules {
  idleMs: number | null;
}

/** The time since which a live session must have been used; null if there is no limit. */
export function usedSince(now: number, { idleMs }: SessionRules): number | null {
  return idleMs === null ? null : now - idleMs;
}
