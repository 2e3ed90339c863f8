import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { WITHOUT_POSTGRES } from '../../support/databases.ts';
import { holdAccount, holdOrganization, holdSession } from '../../support/hold-account.ts';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { asText } from '../expectations.ts';
import { addMember, addOrganization, outcome, suiteCast } from '../organizations/help.ts';
import { addPerson, moveUnproven, newSession } from '../people.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { addProvider, patch, type TestProvider, USER } from '../scim/help.ts';
import { connect, type Connected, CONNECTIONS_ON, eachHome, signInBy } from './help.ts';

describe('the locks of acts that end the same sessions', { skip: WITHOUT_POSTGRES }, () => {
  const keyward = suiteMailed('postgres', { settings: CONNECTIONS_ON });
  const idp = suiteOidcProvider();
  const cast = suiteCast(keyward);
  const acme = eachHome(keyward, cast);
  let person: SignedUp;
  let connection: Connected;
  let last: number;

  beforeEach(async () => {
    person = await acme.member('admin');
    connection = await connect(keyward, person, acme, idp);
    await enterTwice();
  });

  /** Begins two sessions by the connection. */
  async function enterTwice(): Promise<void> {
    const user = { sub: person.email, email: person.email, email_verified: true, name: 'Ada' };
    for (let count = 0; count < 2; count += 1)
      last = Number(
        (await assertSignedIn(keyward, await signInBy(keyward, connection, idp, user))).sessionId,
      );
  }

  const send = ({ token }: { token: string }, method: string, path: string, body?: object) =>
    keyward.call(method, path, { token, ...(body !== undefined && { body }) });

  /** The person as the provider of the connection sees them. */
  async function provisioned() {
    const { body } = await send(cast.owner, 'POST', `${connection.path}/scim_token`);
    const token = { token: asText(body['token']) };
    const users = `/scim/v2/${connection.id}/Users`;
    const made = await send(token, 'POST', users, { schemas: [USER], userName: person.email });
    return { token, path: `${users}/${asText(made.body['id'])}` };
  }

  /** Changes a password. @returns its undo */
  async function undoOf(of: SignedUp): Promise<() => Promise<Answer>> {
    const body = { password: 'Other-horse-1', current_password: PASSWORD };
    assert.equal(outcome(await send(of, 'PUT', '/update/password', body)), 'ok');
    let mail = await keyward.mail.nextMail(of.email);
    while (!mail.parsed.text?.includes('/email-undo?')) mail = await keyward.mail.nextMail(of.email);
    const token = new URL(linkIn(mail)).searchParams.get('token');
    return () => keyward.call('POST', '/email/undo', { body: { token } });
  }

  /** Ends of all sessions of an account. */
  const ENDS: Readonly<Record<string, () => Promise<() => Promise<Answer>>>> = {
    'the provider deactivates the person': async () => {
      const { token, path } = await provisioned();
      return () => send(token, 'PATCH', path, patch({ op: 'replace', path: 'active', value: false }));
    },
    'the provider removes the person': async () => {
      const { token, path } = await provisioned();
      return () => send(token, 'DELETE', path);
    },
    'the person deletes the account': async () => () => send(person, 'DELETE', '/me'),
    'a superadmin deletes the account': async () => () =>
      send(cast.root, 'DELETE', '/account/', { account_id: person.id }),
    'the person undoes a change': async () => {
      const undo = await undoOf(person);
      await enterTwice();
      return undo;
    },
    'a superadmin suspends the person, who vouches for the connection': async () => () =>
      send(cast.root, 'PATCH', '/account/', { account_id: person.id, status: 'suspended' }),
  };
  const ACTS: Readonly<Record<string, () => Promise<Answer>>> = {
    'the connection is turned off': () => send(cast.owner, 'PATCH', connection.path, { status: 'disabled' }),
    'the member is removed': () => send(cast.owner, 'DELETE', `${acme.path}/member/${person.id}`),
  };
  it('have one order when an undo demotes somebody who joins', async () => {
    await acme.act(cast.owner, 'PATCH', `/domain/${acme.domain}`, { joining: 'suggest' });
    const victim = await addSuperadmin(keyward, { verified: true });
    await addMember(keyward, cast.root, acme, victim, 'owner');
    const promoted = await addPerson(keyward, { email: acme.newEmail(), verified: true });
    const role = { account_id: promoted.id, role: 'superadmin' };
    assert.equal(outcome(await send(victim, 'PATCH', '/account', role)), 'ok');
    const { token } = await newSession(keyward, promoted.id);
    const undo = await undoOf(victim);
    const failed = keyward.app.services.store.failedStatements();
    await using held = await holdAccount(keyward.database.url, promoted.id);
    const joining = send({ token }, 'POST', `${acme.path}/join`);
    await held.waiters(1);
    const undoing = undo();
    await held.waiters(2);
    await held.release();
    assert.deepEqual([await joining, await undoing].map(outcome), ['ok', 'ok']);
    assert.equal(keyward.app.services.store.failedStatements(), failed);
    const rows = await keyward.database.query('select role from accounts where id = $1', [promoted.id]);
    assert.deepEqual(rows, [{ role: 'user' }]);
  });

  it('O8-7: have one order when two organizations take over people of each other', async () => {
    const one = await addProvider(keyward, cast.root, acme);
    const two = await addProvider(keyward, cast.root, await addOrganization(keyward, cast.root, cast.owner));
    /** The provider opens an account, whose person moves to a domain of the other organization. */
    const opened = async (by: TestProvider, to: TestProvider) => {
      const made = await by.add();
      const [row] = await keyward.database.query('select id from accounts where uid = $1', [made.id]);
      const email = `of-${by.domain}@${to.domain}`;
      await moveUnproven(keyward, cast.root, { id: Number(row?.['id']) }, email);
      return () => to.send('POST', '/Users', { schemas: [USER], userName: email });
    };
    const [intoTwo, intoOne] = [await opened(one, two), await opened(two, one)];
    const failed = keyward.app.services.store.failedStatements();
    await using held = await holdOrganization(keyward.database.url, two.acme.id);
    const first = intoTwo();
    await held.waiters(1);
    const second = intoOne();
    await held.waiters(2);
    await held.release();
    assert.deepEqual([(await first).status, (await second).status], [201, 201]);
    assert.equal(keyward.app.services.store.failedStatements(), failed);
  });

  it('O8-5: let nobody in by a connection while another organization takes over the domain', async () => {
    await acme.act(cast.owner, 'DELETE', `/domain/${acme.domain}`);
    const buyer = await addOrganization(keyward, cast.root, cast.stranger);
    const domains = `${buyer.path}/domain`;
    assert.equal((await send(cast.root, 'POST', domains, { domain: acme.domain })).status, 201);
    await using held = await holdSession(keyward.database.url, last);
    const verifying = send(cast.root, 'POST', `${domains}/${acme.domain}/verify`, { vouch: true });
    await held.waiters(1);
    const user = { sub: person.email, email: person.email, email_verified: true, name: 'Ada' };
    const entering = signInBy(keyward, connection, idp, user);
    await held.waiters(2);
    await held.release();
    assert.equal(outcome(await verifying), 'ok');
    assertFailed(await entering, 'account_elsewhere');
  });

  for (const [end, prepare] of Object.entries(ENDS))
    for (const [act, run] of Object.entries(ACTS))
      it(`have one order when ${end} while ${act}`, async () => {
        const endSessions = await prepare();
        const failed = keyward.app.services.store.failedStatements();
        await using held = await holdSession(keyward.database.url, last);
        const ending = endSessions();
        await held.waiters(1);
        const acting = run();
        await held.waiters(2);
        await held.release();
        const outcomes = [await ending, await acting].map(outcome);
        assert.equal(outcomes[0], 'ok');
        // The end has removed the member by then.
        assert.ok(['ok', '404 MemberNotFoundError'].includes(outcomes[1] ?? ''), outcomes[1]);
        assert.equal(keyward.app.services.store.failedStatements(), failed);
        assert.deepEqual(
          await keyward.database.query('select id from sessions where account_id = $1', [person.id]),
          [],
        );
      });
});
