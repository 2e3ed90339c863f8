import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Transaction } from '../../store/database.ts';
import type { ScimGroupRow, ScimUserRow } from '../../store/engine/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { isObject, type Resource } from './attributes.ts';
import type { Filter } from './filter.ts';
import { HABITS } from './habits.ts';
import { mostInGroups, type ProvisioningLimits } from './limits.ts';
import { applied, type Operation } from './patch.ts';
import { again, type Asking, lockProvider, type Provider, toldBy } from './provider.ts';
import { assertVersion, notFound } from './resources.ts';
import { followGroups, isMapped } from './roles.ts';
import { ScimError } from './scim-error.ts';

/** The form of an id of the protocol. */
const ID = /^[\x21-\x7e]{1,256}$/;

/** Of all connections of an organization. */
const MAX_GROUPS = 5_000;

/**
 * The groups of a provider. Groups in the mapping of the connection give their members roles, at once.
 * @throws ScimError `forbidden`, `notFound`, `preconditionFailed`, `uniqueness`, `invalidValue`
 */
export interface ScimGroups {
  create(asking: Asking, resource: Resource): Promise<ScimGroupRow>;
  replace(
    asking: Asking,
    uid: string,
    ifMatch: string | undefined,
    resource: Resource,
  ): Promise<ScimGroupRow>;
  patch(
    asking: Asking,
    uid: string,
    ifMatch: string | undefined,
    operations: readonly Operation[],
  ): Promise<ScimGroupRow>;
  delete(asking: Asking, uid: string, ifMatch: string | undefined): Promise<void>;
}

/** The change of a group's members. */
interface MemberChange {
  op: Operation['op'];
  /** The ids of the protocol; null: all. */
  uids: readonly string[] | null;
}

export function createScimGroups(deps: {
  store: Store;
  settings: Settings;
  limits: Pick<ProvisioningLimits, 'byGroup' | 'noteRows'>;
  clock: Clock;
}): ScimGroups {
  const { store, settings, limits, clock } = deps;
  /** The last change of a group in each organization, with all before it. */
  const last = new Map<number, Promise<unknown>>();

  const mostIn = (provider: Provider) => mostInGroups(provider, settings.current.organizations);

  /** Others would wait for the lock of the organization, each with a connection to the database. */
  async function inTurn<T>({ organization: { id } }: Asking, work: () => Promise<T>): Promise<T> {
    const done = (last.get(id) ?? Promise.resolve()).then(work);
    const turn = done.catch(() => {});
    last.set(id, turn);
    try {
      return await done;
    } finally {
      if (last.get(id) === turn) last.delete(id);
    }
  }

  /**
   * Runs a change of a group, or a new one, while the organization is locked, and lets roles follow.
   * @param people counts those whom the change concerns
   */
  function changing(
    asking: Asking,
    people: () => Promise<number>,
    work: (tables: Transaction, now: Asking) => Promise<{ row: ScimGroupRow; touched: readonly number[] }>,
  ): Promise<ScimGroupRow> {
    const attempt = () =>
      store.transaction(async (tables) => {
        const now = { ...asking, ...(await lockProvider(tables, asking, settings.current.organizations)) };
        const { row, touched } = await work(tables, now);
        if (touched.length > 0) {
          const members = await tables.scimUsers.byIds(touched);
          const accountIds = members.map(({ account_id: id }) => id).toSorted((a, b) => a - b);
          const how = { settings: settings.current.organizations, told: toldBy(now, clock) };
          return { row, written: await followGroups(tables, now, accountIds, how) };
        }
        return { row, written: 0 };
      });
    return inTurn(asking, async () => {
      await limits.byGroup(asking, await people());
      const { row, written } = await again(attempt);
      await limits.noteRows(asking, written);
      return row;
    });
  }

  async function assertFree({ scimGroups }: Transaction, { connection }: Provider, name: string) {
    if ((await scimGroups.find(connection.id, 'display_name_key', name.toLowerCase())) !== null)
      throw new ScimError('uniqueness', 'A group with this displayName exists already.');
  }

  async function existing({ scimGroups }: Transaction, { connection }: Provider, uid: string) {
    const row = await scimGroups.find(connection.id, 'uid', uid);
    if (row === null) throw notFound();
    return row;
  }

  /** The people whom a change of a group concerns. @param to the group after it; undefined for a new group */
  async function concerned(
    asking: Asking,
    changes: readonly MemberChange[],
    group?: { uid: string; to: (before: Resource) => Resource },
  ): Promise<number> {
    const named = changes.reduce((sum, { uids }) => sum + (uids?.length ?? 0), 0);
    const row =
      group === undefined ? null : await store.scimGroups.find(asking.connection.id, 'uid', group.uid);
    // A new name can change the roles of all.
    const isForAll =
      changes.some(({ op, uids }) => op === 'replace' || uids === null) ||
      (row !== null && columnsOf(group?.to(resourceOf(row)) ?? {}).display_name !== row.display_name);
    const members = row !== null && isForAll ? await store.scimGroups.countMembers(row.id) : 0;
    return named + members;
  }

  const change = async (
    asking: Asking,
    uid: string,
    ifMatch: string | undefined,
    { resource: to, members }: { resource: (before: Resource) => Resource; members: readonly MemberChange[] },
  ) => {
    const people = () => concerned(asking, members, { uid, to });
    return changing(asking, people, async (tables, now) => {
      const before = await existing(tables, now, uid);
      assertVersion(before, ifMatch);
      const columns = columnsOf(to(resourceOf(before)));
      if (columns.display_name_key !== before.display_name_key)
        await assertFree(tables, now, columns.display_name);
      const moved = await changeMembers(tables, now, before, { changes: members, most: mostIn(now) });
      const isRenamed = columns.display_name !== before.display_name;
      if (!isRenamed && columns.external_id === before.external_id && moved.length === 0)
        return { row: before, touched: [] };
      const row = await tables.scimGroups.update(before.id, {
        ...columns,
        version: before.version + 1,
        updated_at: clock.now(),
      });
      const matters = isMapped(now.connection, [before.display_name, row.display_name]);
      const touched = isRenamed ? [...(await tables.scimGroups.memberIds(row.id)), ...moved] : moved;
      return { row, touched: matters ? [...new Set(touched)] : [] };
    });
  };

  return {
    async create(asking, resource) {
      const members: MemberChange[] = [{ op: 'add', uids: uidsIn(resource['members']) }];
      const people = () => concerned(asking, members);
      return changing(asking, people, async (tables, now) => {
        const columns = columnsOf(resource);
        await assertFree(tables, now, columns.display_name);
        if ((await tables.scimGroups.countOf(now.organization.id)) >= MAX_GROUPS)
          throw new ScimError(
            'forbidden',
            `The organization has ${MAX_GROUPS} provisioned groups, its limit.`,
          );
        const at = clock.now();
        const row = await tables.scimGroups.insert({
          uid: randomUUID(),
          connection_id: now.connection.id,
          ...columns,
          version: 1,
          created_at: at,
          updated_at: at,
        });
        const moved = await changeMembers(tables, now, row, { changes: members, most: mostIn(now) });
        return { row, touched: isMapped(now.connection, [row.display_name]) ? moved : [] };
      });
    },

    replace: (asking, uid, ifMatch, resource) =>
      change(asking, uid, ifMatch, {
        resource: () => resource,
        members: [{ op: 'replace', uids: uidsIn(resource['members']) }],
      }),

    patch: (asking, uid, ifMatch, operations) => {
      const isOfMembers = ({ path }: Operation) => path.target.attribute.name === 'members';
      const { others = [], members = [] } = Object.groupBy(operations, (one) =>
        isOfMembers(one) ? 'members' : 'others',
      );
      return change(asking, uid, ifMatch, {
        resource: (before) => others.reduce(applied, before),
        members: members.map(memberChange),
      });
    },

    async delete(asking, uid, ifMatch) {
      const all: MemberChange[] = [{ op: 'remove', uids: null }];
      const people = () => concerned(asking, all, { uid, to: (before) => before });
      await changing(asking, people, async (tables, now) => {
        const row = await existing(tables, now, uid);
        assertVersion(row, ifMatch);
        const moved = await tables.scimGroups.memberIds(row.id);
        await tables.scimGroups.delete(row.id);
        return { row, touched: isMapped(now.connection, [row.display_name]) ? moved : [] };
      });
    },
  };
}

/** @returns the `id` of each person who was added or removed @throws ScimError `invalidValue` for an unknown person */
async function changeMembers(
  { scimGroups, scimUsers }: Transaction,
  { connection, organization }: Provider,
  group: ScimGroupRow,
  { changes, most }: { changes: readonly MemberChange[]; most: number },
): Promise<number[]> {
  if (changes.length === 0) return [];
  const before = new Set(await scimGroups.memberIds(group.id));
  const named = new Map<string, ScimUserRow>();
  const uids = [...new Set(changes.flatMap((one) => one.uids ?? []))];
  for (const row of await scimUsers.named(
    connection.id,
    uids.filter((uid) => ID.test(uid)),
  ))
    named.set(row.uid, row);
  const after = new Set(before);
  for (const { op, uids: meant } of changes) {
    if (op === 'replace' || meant === null) after.clear();
    for (const uid of meant ?? []) {
      const row = named.get(uid);
      if (op === 'remove') after.delete(row?.id ?? 0);
      else if (row === undefined)
        throw new ScimError('invalidValue', `There is no person ${uid.slice(0, 100)}.`);
      else after.add(row.id);
    }
  }
  const added = [...after].filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !after.has(id));
  const more = added.length - removed.length;
  if (more > 0 && (await scimGroups.countMembersOf(organization.id)) + more > most)
    throw new ScimError('forbidden', `The groups of the organization have ${most} members, its limit.`);
  await scimGroups.add(group.id, added);
  await scimGroups.remove(group.id, removed);
  return [...added, ...removed];
}

function memberChange({ op, path: { filter }, value }: Operation): MemberChange {
  if (op !== 'remove') return { op, uids: uidsIn(value) };
  if (filter === null) return { op, uids: HABITS.removedValues(value) };
  return { op, uids: uidsOf(filter) };
}

/** The people that a filter of members names: `members[value eq "2819c223"]`. */
function uidsOf(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(uidsOf);
  const isId = filter.op === 'eq' && filter.target.attribute.name === 'value';
  if (isId && typeof filter.value === 'string') return [filter.value];
  throw new ScimError('invalidFilter', 'members can be chosen by value eq "…" only.');
}

function uidsIn(members: unknown): string[] {
  const all: unknown[] = Array.isArray(members) ? members : members === undefined ? [] : [members];
  return all.map((one) => {
    const uid = isObject(one) ? one['value'] : one;
    if (typeof uid !== 'string')
      throw new ScimError('invalidValue', 'A member needs a value, the id of a person.');
    return uid;
  });
}

function resourceOf({ display_name, external_id }: ScimGroupRow): Resource {
  return { displayName: display_name, ...(external_id !== null && { externalId: external_id }) };
}

function columnsOf({ displayName, externalId }: Resource) {
  if (typeof displayName !== 'string') throw new ScimError('invalidValue', 'displayName is required.');
  return {
    display_name: displayName,
    display_name_key: displayName.toLowerCase(),
    external_id: typeof externalId === 'string' ? externalId : null,
  };
}
