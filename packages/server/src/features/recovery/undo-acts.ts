import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../../store/database.ts';
import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import type { EventData } from '../audit/events/event-types.ts';
import { isUndone, UNDONE_TYPES } from '../audit/events/undone-types.ts';
import { ADMIN, OWNER, readNames } from '../organizations/roles.ts';
import { ADMINISTRATION_ACTS, GIVES_ROLE } from './administration-acts.ts';
import { ORGANIZATION_ACTS } from './organization-acts.ts';
import type { Together, Undo, UndoActs } from './undo.ts';

const ACTS: UndoActs = { ...ADMINISTRATION_ACTS, ...ORGANIZATION_ACTS };

/**
 * Takes back what an account has done since a time, in the open transaction of an undo: a thief may have done it, to come
 * back or to receive data. The audit log tells what it was. What came of it, as an act with a new API key, is taken back
 * too. Everybody who is followed is read together, and other requests go on meanwhile: an organization can have thousands
 * of such acts.
 */
export async function undoActs(tables: Transaction, undo: Undo): Promise<void> {
  const followed = new Map<string, number>();
  const waiting = new Map<string, Followed>();
  const together = new Map<string, { values: Set<string>; since: number; act: Together }>();
  const atEnd: (() => Promise<unknown>)[] = [];
  const follow = (next: Followed) => {
    const key = `${next.actor} ${next.organization ?? ''}`;
    if ((followed.get(key) ?? Infinity) <= next.since) return;
    followed.set(key, next.since);
    waiting.set(key, next);
  };

  async function undoAll(some: readonly Followed[]): Promise<void> {
    const byActor = Map.groupBy(some, ({ actor }) => actor);
    const first = Math.min(...some.map(({ since }) => since));
    const acts = await tables.events.actsSince({ actors: [...byActor.keys()] }, UNDONE_TYPES, first);
    for (const { type, actor, at, data } of acts) {
      await setImmediate();
      const { organization: { id: where = DEPLOYMENT } = {} }: About = JSON.parse(data);
      const reasons = (byActor.get(actor ?? '') ?? []).filter(
        ({ organization, since }) => at >= since && (organization === undefined || where === organization),
      );
      if (!isUndone(type) || reasons.length === 0) continue;
      if (at < undo.changedAt && lost.has(where)) continue;
      await ACTS[type](tables, JSON.parse(data), {
        ...undo,
        since: Math.min(...reasons.map(({ since }) => since)),
        at,
        follow: (other, within) => follow({ actor: other, organization: within, since: at }),
        together(key, value, act) {
          const { values = new Set<string>(), since = at } = together.get(key) ?? {};
          together.set(key, { values: values.add(value), since: Math.min(at, since), act });
        },
        atEnd: (act) => atEnd.push(act),
      });
    }
  }

  const lost = await rightsLost(tables, undo);
  follow({ actor: `account:${undo.accountId}`, organization: undefined, since: undo.since });
  while (waiting.size > 0) {
    const some = [...waiting.values()];
    waiting.clear();
    await undoAll(some);
    const all = [...together.values()];
    together.clear();
    for (const { values, since, act } of all) await act(values, since);
  }
  for (const act of atEnd) {
    await setImmediate();
    await act();
  }
}

/** Whether an undo can take the role of a superadmin from somebody. */
export async function undoesRoles(
  { events }: Transaction,
  { accountId, since }: Pick<Undo, 'accountId' | 'since'>,
): Promise<boolean> {
  return (await events.actsSince({ actors: [`account:${accountId}`] }, GIVES_ROLE, since)).length > 0;
}

/** Where acts happen that are not in an organization. */
const DEPLOYMENT = 'deployment';

interface About {
  organization?: { id?: string };
}

/**
 * Where an account had lost its rights before the change that is undone: organizations, and the deployment for a former
 * superadmin. Otherwise somebody who was dismissed could remove those who did it, by a change of the own password.
 */
async function rightsLost(
  { accounts, events, memberships, organizations }: Transaction,
  { accountId, since, changedAt }: Undo,
): Promise<ReadonlySet<string>> {
  const types = ['account.role_changed', 'member.removed', 'member.updated'] as const;
  const lost = new Set<string>();
  for (const { type, at, data } of await events.actsSince({ account: accountId }, types, since)) {
    if (at >= changedAt) continue;
    if (type === 'account.role_changed') {
      if ((await accounts.find('id', accountId))?.role !== SUPERADMIN) lost.add(DEPLOYMENT);
      continue;
    }
    const { organization }: Pick<EventData<'member.removed'>, 'organization'> = JSON.parse(data);
    const row = await organizations.findBy('uid', organization.id);
    const member = row && (await memberships.find(row.id, accountId));
    const roles = readNames(member?.roles ?? '[]');
    if (!roles.includes(OWNER) && !roles.includes(ADMIN)) lost.add(organization.id);
  }
  return lost;
}

interface Followed {
  actor: string;
  /** Only acts in this organization. */
  organization: string | undefined;
  since: number;
}
