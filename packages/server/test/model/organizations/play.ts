import assert from 'node:assert/strict';
import { rowsOf } from '../../http/admin/admin.ts';
import { asText, claimsOf } from '../../http/expectations.ts';
import { type Acme, membersOf, outcome, resultsOf } from '../../http/organizations/help.ts';
import { addPerson } from '../../http/people.ts';
import type { Answer, SignedUp, TestKeyward } from '../../support/keyward.ts';
import { IN_DOMAIN, judge, type Model, type Move, newModel, PEOPLE, UNPROVEN } from './judge.ts';

/** What a play needs. */
export interface Stage {
  instances: readonly TestKeyward[];
  root: SignedUp;
  /** Another organization, which claims the same domain. */
  rival: Acme;
  /** Sets what the host answers to `memberJoining`. */
  setHost: (answer: Move['host']) => void;
}

/** The id of an invitation that nobody made. */
const NO_INVITATION = `inv_${'x'.repeat(22)}`;

const EVERYBODY = Array.from({ length: PEOPLE }, (_, who) => who);

let plays = 0;

/** Turns most acts that few can do, or that concern few, to those: most moves shall move something. */
function towards(model: Model, move: Move): Move {
  const { act, by, whom } = move;
  const among = (list: readonly number[], other: number) => list[whom % list.length] ?? other;
  if (act === 'accept') return { ...move, by: among([...model.invitations.keys()], by) };
  if (act === 'ask') return { ...move, by: among(IN_DOMAIN, by) };
  if (whom === 0) return move;
  if (act === 'policy' && move.strict) return { ...move, by: PEOPLE };
  if (act !== 'invite') return move;
  return {
    ...move,
    whom: among(
      EVERYBODY.filter((who) => !model.members.has(who)),
      whom,
    ),
  };
}

/** Plays moves on the instances in turn, and compares each outcome, and the state after it, with the model. */
export async function play(
  { instances, root, rival, setHost }: Stage,
  moves: readonly Move[],
): Promise<void> {
  const [first] = instances;
  assert.ok(first);
  plays += 1;
  const domain = `play${plays}.example.net`;
  const people: SignedUp[] = [];
  for (let who = 0; who < PEOPLE; who += 1) {
    const email = `person${who}@${IN_DOMAIN.includes(who) ? domain : `elsewhere${plays}.example.net`}`;
    const handle = `person.${plays}.${who}`;
    people.push(await addPerson(first, { email, handle, verified: who !== UNPROVEN }));
  }
  setHost('consent');
  const body = { name: 'Model', owner: people[0]?.id };
  const made = await first.call('POST', '/organization', { token: root.token, body });
  const acme = { id: asText(made.body['id']), path: `/organization/${asText(made.body['id'])}` };
  const model = newModel();
  const versions = new Map<number, number>();
  const ids = new Map<number, string>();

  for (const [index, tried] of moves.entries()) {
    const move = towards(model, tried);
    const keyward: TestKeyward = instances[index % instances.length] ?? first;
    const { act, whom, role, joining } = move;
    if (model.dead.has(move.by)) continue;
    const by = act.startsWith('rival') ? root : (people[move.by] ?? root);
    if (act === 'rival vouch' && model.rival === null)
      await keyward.call('POST', `${rival.path}/domain`, {
        token: root.token,
        body: { domain, joining: 'suggest' },
      });
    const id = people[whom]?.id;
    const member = `${acme.path}/member/${id}`;
    const claim = `${acme.path}/domain/${domain}`;
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
      policy: ['PATCH', acme.path, { policy: { methods: move.strict ? ['passkey'] : null } }],
      claim: ['POST', `${acme.path}/domain`, { domain, joining }],
      vouch: ['POST', `${claim}/verify`, { vouch: true }],
      joining: ['PATCH', claim, { joining }],
      unclaim: ['DELETE', claim],
      ask: ['POST', `${acme.path}/join`],
      'rival vouch': ['POST', `${rival.path}/domain/${domain}/verify`, { vouch: true }],
      'rival unclaim': ['DELETE', `${rival.path}/domain/${domain}`],
      die: ['DELETE', '/account', { account_id: id }],
    } as const;
    const [method, path, sent] = requests[act];
    const expected = judge(model, move);
    setHost(move.host);
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
    await Promise.all(
      [...new Set([move.by, whom, ...model.turned])].map(async (who) => {
        const person = people[who];
        if (person === undefined || model.dead.has(who)) return;
        const { organization } = (await keyward.call('GET', '/me', { token: person.token })).body;
        const isActive = model.turned.has(who) && model.state === 'active' && !model.strict;
        const held = organization === null ? null : Object(organization).roles;
        assert.deepEqual(held, isActive ? [model.members.get(who)] : null);
      }),
    );
    if (model.state === 'gone') continue;
    const owners = [...model.members.values()].filter((one) => one === 'owner');
    assert.ok(owners.length > 0, 'there is always an owner');
    const { token } = root;
    const [members, shown, domains, invitations] = await Promise.all([
      membersOf(keyward, root, acme),
      keyward.call('GET', acme.path, { token }),
      keyward.call('GET', `${acme.path}/domain`, { token }),
      keyward.call('GET', `${acme.path}/invitation?limit=100`, { token }),
    ]);
    const roles = Object.fromEntries([...model.members].map(([who, one]) => [people[who]?.id, [one]]));
    assert.deepEqual(members, roles);
    assert.deepEqual(
      [shown.body['status'], shown.body['members_count'], Object(shown.body['policy']).methods],
      [model.state, model.members.size, model.strict ? ['passkey'] : null],
    );
    assert.deepEqual(
      rowsOf(domains, 'domains').map(({ status, joining: way }) => ({ status, joining: way })),
      model.domain === null ? [] : [model.domain],
    );
    assert.deepEqual(
      new Map(rowsOf(invitations, 'invitations').map((one) => [one['email'], one['roles']])),
      new Map([...model.invitations].map(([who, one]) => [people[who]?.email, [one.role]])),
    );
  }
}
