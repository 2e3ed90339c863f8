import { createTaskQueue, type TaskQueue } from '../../lib/task-queue.ts';
import type { Store } from '../../store/database.ts';
import type { ScimGroupRow, ScimUserRow } from '../../store/engine/schema.ts';
import { GROUP, type Resource, USER } from './attributes.ts';
import { asksAbout, type Filter, requiredValue } from './filter.ts';
import { listOf, MAX_PAGE, type ListRequest, type Source } from './list.ts';
import type { Provider } from './provider.ts';
import { notFound, type Part, presentGroup, presentUser, selectPart } from './resources.ts';
import { ScimError } from './scim-error.ts';

/** If the groups of an answer have more members than this together, the answer leaves the members out. */
const MAX_MEMBERS = 20_000;

/** A list in the form of the protocol. */
export interface ShownList {
  total: number;
  startIndex: number | undefined;
  nextCursor: string | undefined;
  resources: Resource[];
}

/** What a request shows: the address, and the part. */
export interface View {
  address: string;
  part: Part;
}

/** The people and groups of a provider, for reading. */
export function createLists({ store }: { store: Store }) {
  const wants = ({ part: { attributes, excluded } }: View, name: string) => {
    const isNamed = (one: string) => one.toLowerCase().split(/[.:]/).includes(name);
    return attributes.length > 0
      ? attributes.some(isNamed)
      : !excluded.some((one) => one.toLowerCase() === name);
  };

  async function showUsers(rows: readonly ScimUserRow[], view: View): Promise<Resource[]> {
    const all = wants(view, 'groups') ? await store.scimGroups.ofUsers(rows.map(({ id }) => id)) : [];
    const byUser = Map.groupBy(all, ({ user_id: id }) => id);
    const selected = selectPart(USER, view.part);
    return rows.map((row) => selected(presentUser(row, view.address, byUser.get(row.id) ?? [])));
  }

  async function showGroups(rows: readonly ScimGroupRow[], view: View): Promise<Resource[]> {
    const groups: Resource[] = [];
    let left = MAX_MEMBERS;
    const withMembers = wants(view, 'members');
    const selected = selectPart(GROUP, view.part);
    for (const row of rows) {
      const members = withMembers ? await store.scimGroups.memberUids(row.id, left) : null;
      left -= members?.length ?? 0;
      groups.push(selected(presentGroup(row, view.address, members)));
    }
    return groups;
  }

  const usersOf = ({ connection: { id } }: Provider): Source<ScimUserRow> => ({
    kind: USER,
    count: () => store.scimUsers.count(id),
    pageAfter: (...page) => store.scimUsers.pageAfter(id, ...page),
    byIds: (ids) => store.scimUsers.byIds(ids),
    async narrowed(filter) {
      if (asksAbout(filter, 'groups'))
        throw new ScimError('invalidFilter', 'groups cannot be used in a filter.');
      const uid = requiredValue(filter, 'id');
      const userName = requiredValue(filter, 'userName');
      const externalId = requiredValue(filter, 'externalId');
      if (uid !== null) return some(await store.scimUsers.find(id, 'uid', uid));
      if (userName !== null)
        return some(await store.scimUsers.find(id, 'user_name_key', userName.toLowerCase()));
      return externalId === null ? null : store.scimUsers.byExternalId(id, externalId, MAX_PAGE);
    },
    resourceOf: (row) => presentUser(row, '', []),
  });

  const groupsOf = ({ connection: { id } }: Provider): Source<ScimGroupRow> => ({
    kind: GROUP,
    count: () => store.scimGroups.count(id),
    pageAfter: (...page) => store.scimGroups.pageAfter(id, ...page),
    byIds: (ids) => store.scimGroups.byIds(ids),
    async narrowed(filter) {
      const uid = requiredValue(filter, 'id');
      const name = requiredValue(filter, 'displayName');
      if (uid !== null) return some(await store.scimGroups.find(id, 'uid', uid));
      if (name !== null) return some(await store.scimGroups.find(id, 'display_name_key', name.toLowerCase()));
      if (asksAbout(filter, 'members'))
        throw new ScimError('tooMany', 'members can be used in a filter for one group only; add its id.');
      return null;
    },
    resourceOf: async (row, filter: Filter | null) => {
      const asked = filter !== null && asksAbout(filter, 'members');
      return presentGroup(row, '', asked ? await store.scimGroups.memberUids(row.id, MAX_MEMBERS) : null);
    },
  });

  /** The lists of an organization that are being read: one at a time, because each reads many rows. */
  const turns = new Map<number, { inTurn: TaskQueue; waiting: number }>();

  async function whenItsTurn<T>({ organization: { id } }: Provider, work: () => Promise<T>): Promise<T> {
    const turn = turns.get(id) ?? { inTurn: createTaskQueue(), waiting: 0 };
    turns.set(id, turn);
    turn.waiting += 1;
    try {
      return await turn.inTurn(work);
    } finally {
      turn.waiting -= 1;
      if (turn.waiting === 0) turns.delete(id);
    }
  }

  async function shown<Row extends { id: number; resource?: string }>(
    source: Source<Row>,
    request: ListRequest,
    show: (rows: readonly Row[]) => Promise<Resource[]>,
  ): Promise<ShownList> {
    const { total, rows, startIndex, nextCursor } = await listOf(source, request);
    const resources = await show(rows);
    return {
      total,
      startIndex: request.cursor === undefined ? startIndex : undefined,
      nextCursor,
      resources,
    };
  }

  async function only<Row>(row: Row | null, show: (rows: Row[]) => Promise<Resource[]>) {
    const [resource] = row === null ? [] : await show([row]);
    if (row === null || resource === undefined) throw notFound();
    return { row, resource };
  }

  return {
    users: (provider: Provider, request: ListRequest, view: View) =>
      whenItsTurn(provider, () => shown(usersOf(provider), request, (rows) => showUsers(rows, view))),
    groups: (provider: Provider, request: ListRequest, view: View) =>
      whenItsTurn(provider, () => shown(groupsOf(provider), request, (rows) => showGroups(rows, view))),
    /** @throws ScimError `notFound` */
    user: async ({ connection }: Provider, uid: string, view: View) =>
      only(await store.scimUsers.find(connection.id, 'uid', uid), (rows) => showUsers(rows, view)),
    /** @throws ScimError `notFound` */
    group: async ({ connection }: Provider, uid: string, view: View) =>
      only(await store.scimGroups.find(connection.id, 'uid', uid), (rows) => showGroups(rows, view)),
  };
}

function some<Row>(row: Row | null): Row[] {
  return row === null ? [] : [row];
}
