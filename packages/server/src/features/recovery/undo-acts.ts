import type { Transaction } from '../../store/database.ts';
import { isUndone, UNDONE_TYPES } from '../audit/events/undone-types.ts';
import { ADMINISTRATION_ACTS } from './administration-acts.ts';
import { ORGANIZATION_ACTS } from './organization-acts.ts';
import type { Undo, UndoActs } from './undo.ts';

const ACTS: UndoActs = { ...ADMINISTRATION_ACTS, ...ORGANIZATION_ACTS };

/**
 * Takes back what an account has done since a time, in the open transaction of an undo: a thief may have done it, to come
 * back or to receive data. The audit log tells what it was. What came of it, as an act with a new API key, is taken back
 * too.
 */
export async function undoActs(tables: Transaction, undo: Undo): Promise<void> {
  const followed = new Map<string, number>();
  // A set also visits what is added meanwhile.
  const waiting = new Set<Followed>();
  const atEnd: (() => Promise<void>)[] = [];
  const follow = (next: Followed) => {
    const key = `${next.actor} ${next.organization ?? ''}`;
    if ((followed.get(key) ?? Infinity) <= next.since) return;
    followed.set(key, next.since);
    waiting.add(next);
  };

  follow({ actor: `account:${undo.accountId}`, organization: undefined, since: undo.since });
  for (const next of waiting) {
    waiting.delete(next);
    const { actor, organization, since } = next;
    for (const { type, at, data } of await tables.events.actsSince({ actor }, UNDONE_TYPES, since)) {
      const about: { organization?: { id?: unknown } } = JSON.parse(data);
      if (!isUndone(type) || (organization !== undefined && about.organization?.id !== organization))
        continue;
      await ACTS[type](tables, JSON.parse(data), {
        ...undo,
        since,
        at,
        follow: (other, within) => follow({ actor: other, organization: within, since: at }),
        atEnd: (act) => atEnd.push(act),
      });
    }
  }
  for (const act of atEnd) await act();
}

interface Followed {
  actor: string;
  /** Only acts in this organization. */
  organization: string | undefined;
  since: number;
}
