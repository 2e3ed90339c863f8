import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { addSuperadmin } from '../http/admin/admin.ts';
import { asText, claimsOf } from '../http/expectations.ts';
import { membersOf, ON, outcome, resultsOf, type RoleName } from '../http/organizations/help.ts';
import { addPerson, newSession } from '../http/people.ts';
import { createTestDatabase } from '../support/databases.ts';
import { type Answer, type SignedUp, startKeyward, type TestKeyward } from '../support/keyward.ts';
import { databasesFor } from '../support/usual-size.ts';

const { TEST_SEED, TEST_PATH, TEST_MODEL_RUNS } = process.env;

const RANK = { member: 0, admin: 1, owner: 2 } as const;
const PEOPLE = 4;
const ACTS = [
  'add',
  'set',
  'remove',
  'leave',
  'invite',
  'accept',
  'revoke',
  'transfer',
  'delete',
  'restore',
  'suspend',
  'activate',
  'turn',
  'die',
] as const;

interface Move {
  act: (typeof ACTS)[number];
  /** Who acts: a person, or beyond them the superadmin. */
  by: number;
  whom: number;
  role: RoleName;
}

/** What must be true of one organization. */
interface Model {
  state: 'active' | 'suspended' | 'deleted' | 'gone';
  members: Map<number, RoleName>;
  dead: Set<number>;
  /** By the invited person. */
  invitations: Map<number, { role: RoleName; by: number }>;
  /** Those in whose sessions it is the active organization. */
  turned: Set<number>;
}

const refuse = (status: number, kind: string) => `${status} ${kind}Error`;
const isLastOwner = ({ members }: Model, who: number) =>
  members.get(who) === 'owner' && [...members].every(([other, role]) => other === who || role !== 'owner');

/** Plays a move in the model. @returns the outcome */
function judge(model: Model, { act, by, whom, role }: Move): string {
  const { members } = model;
  const isRoot = by >= PEOPLE;
  const own = members.get(by);
  if (act === 'die') {
    if (!isRoot) return refuse(403, 'RoleMismatch');
    if (model.dead.has(whom)) return refuse(404, 'UserNotFound');
    if (members.has(whom)) {
      const isLast = isLastOwner(model, whom);
      if (members.size > 1 && isLast && model.state !== 'deleted') return refuse(409, 'LastOwner');
      if (members.size === 1 || isLast) model.state = 'gone';
      members.delete(whom);
    }
    model.invitations.delete(whom);
    model.dead.add(whom);
    return 'ok';
  }
  if (act === 'accept') {
    const invitation = model.invitations.get(by);
    if (invitation === undefined || model.state === 'gone' || model.state === 'deleted')
      return refuse(400, 'InvitationInvalid');
    if (model.state === 'suspended') return refuse(403, 'OrganizationSuspended');
    const inviter = invitation.by >= PEOPLE ? 'owner' : (members.get(invitation.by) ?? 'member');
    if (RANK[invitation.role] > RANK[inviter]) return refuse(400, 'InvitationInvalid');
    members.set(by, invitation.role);
    model.invitations.delete(by);
    return 'ok';
  }
  if (act === 'turn') {
    if (own === undefined || model.state === 'gone' || model.state === 'deleted')
      return refuse(404, 'OrganizationNotFound');
    if (model.state === 'suspended') return refuse(403, 'OrganizationSuspended');
    model.turned.add(by);
    return 'ok';
  }
  if (['add', 'restore', 'suspend', 'activate'].includes(act) && !isRoot) return refuse(403, 'RoleMismatch');
  if (model.state === 'gone' || (model.state === 'deleted' && !(isRoot && act === 'restore')))
    return refuse(404, 'OrganizationNotFound');
  if (!isRoot && own === undefined) return refuse(404, 'OrganizationNotFound');
  if (act === 'restore' || act === 'suspend' || act === 'activate') {
    const turns = {
      restore: ['deleted', 'active'],
      suspend: ['active', 'suspended'],
      activate: ['suspended', 'active'],
    } as const;
    const [from, to] = turns[act];
    if (model.state === from) model.state = to;
    return 'ok';
  }
  if (act === 'leave') {
    if (own === undefined) return refuse(404, 'MemberNotFound');
    if (isLastOwner(model, by)) return refuse(409, 'LastOwner');
    members.delete(by);
    return 'ok';
  }
  if (!isRoot && model.state === 'suspended') return refuse(403, 'OrganizationSuspended');
  const rank = isRoot ? RANK.owner : RANK[own ?? 'member'];
  const needed = act === 'transfer' || act === 'delete' ? RANK.owner : RANK.admin;
  if (rank < needed) return refuse(403, 'PermissionMissing');
  if (act === 'delete') {
    model.state = 'deleted';
    return 'ok';
  }
  const there = members.get(whom);
  if (act === 'invite') {
    // Roles beyond those of the inviter, and a member's email, are errors in the result.
    if (there === undefined && RANK[role] <= rank) model.invitations.set(whom, { role, by });
    return 'ok';
  }
  if (act === 'revoke') return model.invitations.delete(whom) ? 'ok' : refuse(404, 'InvitationNotFound');
  if (act === 'add') {
    if (model.dead.has(whom)) return refuse(404, 'UserNotFound');
    if (there !== undefined) return refuse(409, 'AlreadyMember');
    members.set(whom, role);
    model.invitations.delete(whom);
    return 'ok';
  }
  if (there === undefined) return refuse(404, 'MemberNotFound');
  if (act === 'transfer') {
    if (whom === by) return refuse(422, 'Validation');
    if (isRoot) {
      for (const [other, held] of members) if (held === 'owner') members.set(other, 'admin');
    } else members.set(by, 'admin');
    members.set(whom, 'owner');
    return 'ok';
  }
  if (RANK[there] > rank) return refuse(403, 'PermissionMissing');
  if (act === 'set') {
    if (RANK[role] > rank) return refuse(403, 'PermissionMissing');
    if (role !== 'owner' && isLastOwner(model, whom)) return refuse(409, 'LastOwner');
    members.set(whom, role);
    return 'ok';
  }
  if (isLastOwner(model, whom)) return refuse(409, 'LastOwner');
  members.delete(whom);
  return 'ok';
}

async function play(
  instances: readonly TestKeyward[],
  root: SignedUp,
  moves: readonly Move[],
): Promise<void> {
  const [first] = instances;
  assert.ok(first);
  const people: SignedUp[] = [];
  while (people.length < PEOPLE) people.push(await addPerson(first, { verified: true }));
  const body = { name: 'Model', owner: people[0]?.id };
  const made = await first.call('POST', '/organization', { token: root.token, body });
  const acme = { id: asText(made.body['id']), path: `/organization/${asText(made.body['id'])}` };
  const model: Model = {
    state: 'active',
    members: new Map([[0, 'owner']]),
    dead: new Set(),
    invitations: new Map(),
    turned: new Set(),
  };
  const versions = new Map<number, number>();
  const ids = new Map<number, string>();

  for (const [index, move] of moves.entries()) {
    const keyward: TestKeyward = instances[index % instances.length] ?? first;
    const { act, whom, role } = move;
    const by = people[move.by] ?? root;
    if (model.dead.has(move.by)) continue;
    const id = people[whom]?.id;
    const member = `${acme.path}/member/${id}`;
    const requests = {
      add: ['POST', `${acme.path}/member`, { account_id: id, roles: [role] }],
      set: ['PATCH', member, { roles: [role] }],
      remove: ['DELETE', member],
      leave: ['POST', `${acme.path}/leave`],
      invite: ['POST', `${acme.path}/invitation`, { emails: [people[whom]?.email], roles: [role] }],
      accept: ['POST', '/invitation/accept', { id: ids.get(move.by) ?? NO_INVITATION }],
      revoke: ['DELETE', `${acme.path}/invitation/${ids.get(whom) ?? NO_INVITATION}`],
      transfer: ['POST', `${acme.path}/transfer`, { account_id: id }],
      delete: ['DELETE', acme.path],
      restore: ['POST', `${acme.path}/restore`],
      suspend: ['POST', `${acme.path}/suspend`],
      activate: ['POST', `${acme.path}/activate`],
      turn: ['POST', '/token/organization', { organization: acme.id }],
      die: ['DELETE', '/account', { account_id: id }],
    } as const;
    const [method, path, sent] = requests[act];
    const expected = judge(model, move);
    const answer: Answer = await keyward.call(method, path, { token: by.token, body: sent });
    assert.equal(outcome(answer), expected, `${JSON.stringify(move)}: ${answer.text}`);
    const invitation =
      act === 'invite' && answer.status === 200 ? resultsOf(answer)[0]?.invitation : undefined;
    if (invitation !== undefined) ids.set(whom, invitation.id);
    // A membership that comes back makes nothing active again.
    for (const who of model.turned) if (!model.members.has(who)) model.turned.delete(who);
    if (act === 'turn' && answer.status === 200) {
      const version = Number(Object(claimsOf(answer.body['access_token'])['org']).v);
      assert.ok(version >= (versions.get(move.by) ?? 0), 'the version only rises');
      versions.set(move.by, version);
    }
    for (const [who, { token }] of people.entries())
      if (!model.dead.has(who)) {
        const { organization } = (await keyward.call('GET', '/me', { token })).body;
        const isActive = model.turned.has(who) && model.state === 'active';
        const held = organization === null ? null : Object(organization).roles;
        assert.deepEqual(held, isActive ? [model.members.get(who)] : null);
      }
    if (model.state === 'gone') continue;
    const roles = Object.fromEntries([...model.members].map(([who, one]) => [people[who]?.id, [one]]));
    assert.deepEqual(await membersOf(keyward, root, acme), roles);
    const owners = [...model.members.values()].filter((one) => one === 'owner');
    assert.ok(owners.length > 0, 'there is always an owner');
    const shown = await keyward.call('GET', acme.path, { token: root.token });
    assert.deepEqual([shown.body['status'], shown.body['members_count']], [model.state, model.members.size]);
  }
}

/** The id of an invitation that nobody made. */
const NO_INVITATION = `inv_${'x'.repeat(22)}`;

const move = fc.record<Move>({
  act: fc.constantFrom(
    ...ACTS,
    'add',
    'add',
    'invite',
    'accept',
    'accept',
    'set',
    'set',
    'transfer',
    'leave',
    'restore',
    'activate',
    'turn',
    'turn',
  ),
  by: fc.constantFrom(0, 1, 2, 3, PEOPLE, PEOPLE),
  whom: fc.nat(PEOPLE - 1),
  role: fc.constantFrom<RoleName>('owner', 'admin', 'member'),
});

describe('organizations', () => {
  for (const kind of databasesFor(import.meta.filename)) {
    it(`any sequence of acts on two instances leaves an owner, and gives nobody a right that nobody gave, on ${kind}`, async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const settings = { ...ON, KEYWARD_LIMIT_MAILBOX: '10000/1h', KEYWARD_LIMIT_CHANGES: '100000/1h' };
      await using first = await startKeyward(kind, { database, settings });
      await using second = await startKeyward(kind, { database, clock: first.clock, settings });
      const superadmin = await addSuperadmin(first);
      await fc.assert(
        fc.asyncProperty(fc.array(move, { minLength: 30, maxLength: 50 }), async (moves) => {
          const { token } = await newSession(first, superadmin.id);
          await play([first, second], { ...superadmin, token }, moves);
        }),
        {
          seed: Number(TEST_SEED ?? 7),
          numRuns: Number(TEST_MODEL_RUNS ?? 12),
          ...(TEST_PATH !== undefined && { path: TEST_PATH }),
          interruptAfterTimeLimit: 60_000,
        },
      );
    });
  }
});
