import type { EventRow, MembershipRow } from '../../store/engine/schema.ts';
import type { EventData } from '../audit/events/event-types.ts';
import type { UndoneType } from '../audit/events/undone-types.ts';
import { readNames } from '../organizations/roles.ts';
import { createBreaks, type Followed, isFollowed, isMoreThan } from './undo.ts';

/** The acts in organizations by which somebody gets access. */
export const GIVING = [
  'organization.invitation_created',
  'organization.domain_verified',
  'organization.updated',
  'member.added',
  'member.updated',
  'role.updated',
  'connection.created',
  'connection.updated',
  'connection.token_created',
  'portal.created',
] as const satisfies readonly UndoneType[];

/** The acts to read: also those by which somebody loses access. */
export const READ = [...GIVING, 'member.removed', 'role.deleted'] as const satisfies readonly UndoneType[];

export type Read = (typeof READ)[number];

/** What the actors of an undo, and those whom they let in, have given in one organization. */
export interface Gains {
  /** Invitations, by their ids. */
  invitations: Set<string>;
  domains: Set<string>;
  /** Connections that they made or changed, by their ids. */
  connections: Map<string, 'created' | 'changed'>;
  /** SCIM tokens, each with the id of its connection. */
  tokens: { connection: string; token: EventData<'connection.token_created'>['token'] }[];
  /** Links to the portal, by their ids. */
  portals: Set<string>;
  /** The permissions that roles got, by the names of the roles. */
  permissions: Map<string, Set<string>>;
  /** The roles that members got, by their accounts. */
  roles: Map<number, Set<string>>;
  /** The accounts that became members, and how. */
  joined: Map<number, MembershipRow['source']>;
}

type Act = Pick<EventRow, 'type' | 'actor' | 'at' | 'data'>;

/** What the acts do not tell. */
export interface Facts {
  /** Whether an account got an identity at a connection besides these at a time, or later. */
  isElsewhere: (accountId: number, connections: ReadonlySet<string>, at: number) => boolean;
  /** Who answers for a connection now, and since when. */
  vouchers: ReadonlyMap<string, { actor: string | null; since: number }>;
  /** The roles that members had before the acts, if a role has changed. */
  before: ReadonlyMap<number, readonly string[]>;
  /** The permissions that roles have had all the time. */
  steady: (roles: readonly string[]) => ReadonlySet<string>;
  /** The permissions of roles. */
  permissions: (roles: readonly string[]) => ReadonlySet<string>;
}

/** A connection that existed before: the honest customer acts by it too, so nobody is removed for it. */
const ROLES_ONLY = 'roles';

/** How people may join by a domain without an invitation. */
const OPEN: ReadonlySet<unknown> = new Set(['suggest', 'join']);

/**
 * Reads what was given, in the order in which it happened. Whoever gets something is followed from then on. What somebody
 * else has given, or taken away, since then is not theirs.
 * @param acts of one organization, the newest first
 * @param accountId of the undo; what it got itself stays
 */
export async function gainsOf(
  acts: readonly Act[],
  accountId: number,
  actors: Followed,
  { isElsewhere, vouchers, before: membersBefore, steady, permissions }: Facts,
): Promise<Gains> {
  const gains: Gains = {
    invitations: new Set(),
    domains: new Set(),
    connections: new Map(),
    tokens: [],
    portals: new Set(),
    permissions: new Map(),
    roles: new Map(),
    joined: new Map(),
  };
  /** The invited, and the domains by which people can join. */
  const [emails, entrances] = [new Set<string>(), new Set<string>()];
  /** Invitations of others; whoever sends one again invites nobody else. */
  const others = new Set<string>();
  /** Those who are followed in this organization alone, now and ever. */
  const here = new Map<string, 'all' | typeof ROLES_ONLY>();
  const ever = new Set<string>();
  /** The roles that members have at the act that is read. */
  const present = new Map(membersBefore);
  const follows = (actor: string | null, at: number) =>
    actor === null ? undefined : isFollowed(actors, actor, at) ? 'all' : here.get(actor);

  function follow(actor: string, how: 'all' | typeof ROLES_ONLY = 'all'): void {
    here.set(actor, how);
    ever.add(actor);
  }

  function give(account: number, roles: readonly string[]): void {
    follow(`account:${account}`);
    const all = gains.roles.get(account) ?? new Set();
    for (const role of roles) all.add(role);
    gains.roles.set(account, all);
  }

  /** Somebody else answers for a member, so it is nobody's gain from then on. */
  function vouch(account: number): void {
    here.delete(`account:${account}`);
    gains.joined.delete(account);
  }

  /** Takes out the connections for which somebody else has answered before a time. Their SCIM tokens still act. */
  function passOn(at: number): void {
    for (const id of gains.connections.keys()) {
      const { actor, since } = vouchers.get(id) ?? { actor: null, since: Infinity };
      if (since > at || isFollowed(actors, actor, since) || ever.has(actor ?? '')) continue;
      gains.connections.delete(id);
      here.delete(`connection:${id}`);
      if (gains.tokens.some(({ connection }) => connection === id)) follow(`connection:${id}`, ROLES_ONLY);
    }
  }

  const read: { readonly [Type in Read]: (data: EventData<Type>, act: Act) => void } = {
    'organization.invitation_created'({ invitation: { id, email } }, { actor, at }) {
      const isTheirs = follows(actor, at) === 'all';
      if (!isTheirs) others.add(id);
      const isGiven = isTheirs && !others.has(id);
      setIn(gains.invitations, id, isGiven);
      setIn(emails, email.toLowerCase(), isGiven);
    },
    'organization.domain_verified'({ domain }, { actor, at }) {
      const isTheirs = follows(actor, at) === 'all';
      setIn(gains.domains, domain, isTheirs);
      setIn(entrances, domain, isTheirs);
    },
    'organization.updated'({ changed, previous }, { actor, at }) {
      const [before, after] = [claimIn(previous), claimIn(changed)];
      if (after !== undefined && OPEN.has(after.joining) && !OPEN.has(before?.joining))
        setIn(entrances, after.domain, follows(actor, at) === 'all');
    },
    'role.updated'({ role: { name }, changed, previous }, { actor, at }) {
      if (changed['permissions'] === undefined) return;
      const [before, after] = [namesOf(previous, 'permissions'), namesOf(changed, 'permissions')];
      const added = after.filter((one) => !before.includes(one));
      const isTheirs = follows(actor, at) === 'all';
      const all = gains.permissions.get(name) ?? new Set();
      for (const one of before) if (!after.includes(one)) all.delete(one);
      for (const one of added)
        if (isTheirs) all.add(one);
        else all.delete(one);
      gains.permissions.set(name, all);
      if (!isTheirs) return;
      for (const [account, names] of present) {
        const elsewhere = steady(names.filter((one) => one !== name));
        if (account !== accountId && names.includes(name) && !added.every((one) => elsewhere.has(one)))
          follow(`account:${account}`);
      }
    },
    'role.deleted'({ role: { name } }) {
      gains.permissions.delete(name);
    },
    'member.removed'({ account }) {
      gains.roles.delete(account.id);
      present.delete(account.id);
    },
    'connection.created'({ connection: { id } }) {
      gains.connections.set(id, 'created');
      follow(`connection:${id}`);
    },
    'connection.updated'({ connection: { id }, changed }) {
      if (!isMoreThan(['name'], changed) || gains.connections.has(id)) return;
      gains.connections.set(id, 'changed');
      follow(`connection:${id}`, ROLES_ONLY);
    },
    'connection.token_created'({ connection: { id }, token }) {
      gains.tokens.push({ connection: id, token });
      if (!here.has(`connection:${id}`)) follow(`connection:${id}`, ROLES_ONLY);
    },
    'portal.created'({ portal: { id } }) {
      gains.portals.add(id);
      follow(`portal:${id}`);
    },
    'member.added'({ account, roles, source }, { actor, at }) {
      present.set(account.id, roles);
      if (account.id === accountId) return;
      // An earlier membership has ended, with its roles.
      gains.roles.delete(account.id);
      const by = follows(actor, at);
      const email = account.email.toLowerCase();
      const made = new Set([...gains.connections].flatMap(([id, how]) => (how === 'created' ? [id] : [])));
      // Whoever the actor is: the account, or the service.
      const isLetIn =
        source === 'invitation'
          ? emails.has(email)
          : source === 'domain'
            ? entrances.has(email.slice(email.lastIndexOf('@') + 1))
            : source === 'connection'
              ? made.size > 0 && !isElsewhere(account.id, made, at)
              : by === 'all';
      if (isLetIn) gains.joined.set(account.id, source);
      if (isLetIn || by === ROLES_ONLY || (source === 'connection' && gains.connections.size > 0))
        give(account.id, roles);
      else vouch(account.id);
    },
    'member.updated'({ account, changed, previous }, { actor, at }) {
      present.set(account.id, namesOf(changed, 'roles'));
      if (account.id === accountId) return;
      const [before, after] = [namesOf(previous, 'roles'), namesOf(changed, 'roles')];
      const gained = after.filter((role) => !before.includes(role));
      const earlier = gains.roles.get(account.id);
      for (const role of before) if (!after.includes(role)) earlier?.delete(role);
      if (gained.length === 0) return;
      // Nobody can give themselves a permission that they lack, but a sign-in by a connection can.
      const isOwn = actor === `account:${account.id}`;
      const held = permissions(before);
      const isGiven = [...permissions(gained)].some((one) => !held.has(one));
      if ((isOwn && isGiven && gains.connections.size > 0) || follows(actor, at) !== undefined)
        return give(account.id, gained);
      for (const role of gained) earlier?.delete(role);
      if (!isOwn) vouch(account.id);
    },
  };
  const isRead = (type: string): type is Read => Object.hasOwn(read, type);
  const ofAnybody = (type: Read) => !type.startsWith('connection.') && type !== 'portal.created';
  const pause = createBreaks();
  for (const act of acts.toReversed()) {
    const { type, actor, at, data } = act;
    passOn(at);
    if (!isRead(type) || (!ofAnybody(type) && follows(actor, at) !== 'all')) continue;
    read[type](JSON.parse(data), act);
    await pause();
  }
  passOn(Infinity);
  return gains;
}

function setIn<Value>(some: Set<Value>, value: Value, isIn: boolean): void {
  if (isIn) some.add(value);
  else some.delete(value);
}

/** The domain that a change of an organization is about. */
function claimIn(change: object): { domain: string; joining: string } | undefined {
  const { domain }: { domain?: { domain: string; joining: string } } = JSON.parse(JSON.stringify(change));
  return domain;
}

function namesOf(change: object, field: string): string[] {
  return readNames(JSON.stringify(Object(change)[field] ?? []));
}
