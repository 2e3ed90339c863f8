import type { ExpressionBuilder } from 'kysely';
import type { Schema } from '../engine/schema.ts';

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

/** The sessions for whose owners only a connection speaks, as `isVouched` says. */
export function onlyVouched(is: ExpressionBuilder<Schema, 'sessions'>) {
  return is.and([
    is('method', '=', 'connection'),
    is('reauthenticated_at', 'is', null),
    is.or([is('factor_at', 'is', null), is('factor_vouched', '=', 1)]),
  ]);
}
