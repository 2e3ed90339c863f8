import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { codeFor } from '../codes/support/mailed.ts';
import { connect, signInBy } from '../connections/help.ts';
import { addMember, outcome, type RoleName } from '../organizations/help.ts';
import { asText } from '../expectations.ts';
import { enrolTotp } from '../factors/enrol.ts';
import { addPerson, moveUnproven, newSession } from '../people.ts';
import { assertFailed } from '../providers/harness.ts';
import { GROUP, USER } from '../scim/help.ts';
import { changeAndUndo, undoScene } from './undo-help.ts';

const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an undo in organizations, ${kind}`, () => {
    const scene = undoScene(kind);
    const { keyward, members } = scene;
    const ask: typeof scene.ask = (...asked) => scene.ask(...asked);

    const statusOf = async ({ path }: { path: string }) => (await ask(scene.root, 'GET', path))['status'];
    /** Passes the window of an undo. */
    async function later(): Promise<void> {
      keyward.clock.advance(15 * DAY_MS);
      scene.victim = { ...scene.victim, ...(await newSession(keyward, scene.victim.id)) };
      scene.root = { ...scene.root, ...(await newSession(keyward, scene.root.id)) };
    }

    const logIn = ({ email: identifier }: Pick<SignedUp, 'email'>) =>
      keyward.call('POST', '/login', { body: { identifier, password: PASSWORD } });
    /** A session of another method, which asks to enter the organization. */
    async function enter({ status, body, text }: Answer) {
      assert.equal(status, 200, text);
      const sent = { token: asText(body['access_token']), body: { organization: scene.acme.id } };
      return keyward.call('POST', '/token/organization', sent);
    }
    async function inDomain(role: RoleName): Promise<SignedUp> {
      const person = await addPerson(keyward, { email: `${role}@${scene.domain}`, verified: true });
      await addMember(keyward, scene.root, scene.acme, person, role);
      return person;
    }
    async function passwordOf({ id }: SignedUp): Promise<string> {
      const [row] = await keyward.database.query('select password_hash from accounts where id = $1', [id]);
      return String(row?.['password_hash']);
    }

    it('leaves people, roles and domains to the owners', async () => {
      const invited = await scene.accompliceOf(scene.victim, 'admin');
      const before = await members();
      assert.deepEqual(before[invited.id], ['admin']);
      const told = await changeAndUndo(keyward, scene.victim);
      assert.deepEqual(await members(), before);
      assert.deepEqual(
        told.filter((type) => /^(member|role|organization)\./.test(type)),
        [],
      );
    });

    it('disables a connection that the account has saved since, but no earlier one', async () => {
      const early = await connect(keyward, scene.victim, scene.acme, scene.provider, {});
      const saved = await connect(keyward, scene.root, scene.acme, scene.provider, {});
      await later();
      await ask(scene.victim, 'PATCH', saved.path, { keep_roles: true });
      const made = await connect(keyward, scene.victim, scene.acme, scene.provider, {});
      await changeAndUndo(keyward, scene.victim);
      assert.deepEqual(
        [await statusOf(early), await statusOf(saved), await statusOf(made)],
        ['active', 'disabled', 'disabled'],
      );
    });

    it('R12: leaves a connection for which somebody else has vouched since', async () => {
      const connection = await connect(keyward, scene.victim, scene.acme, scene.provider, {});
      const employee = { sub: 'employee', email: `employee@${scene.domain}`, name: 'Employee' };
      await ask(scene.root, 'PATCH', connection.path, {});
      await signInBy(keyward, connection, scene.provider, employee);
      const before = await members();
      assert.equal(Object.keys(before).length, 2);
      await changeAndUndo(keyward, scene.victim);
      assert.equal(await statusOf(connection), 'active');
      assert.deepEqual(await members(), before);
    });

    for (const how of ['keeps', 'revokes'] as const)
      it(`S1: lets the groups give nothing that the SCIM token of a thief has stored, who ${how} it`, async () => {
        const connection = await connect(keyward, scene.root, scene.acme, scene.provider, {
          mapping: { staff: ['admin'] },
          keep_roles: true,
        });
        await later();
        const made = await ask(scene.victim, 'POST', `${connection.path}/scim_token`);
        const scim = { token: String(made['token']) };
        const at = `/scim/v2/${connection.id}`;
        const email = `insider@${scene.domain}`;
        const user = await ask(scim, 'POST', `${at}/Users`, { schemas: [USER], userName: email });
        const group = { schemas: [GROUP], displayName: 'staff', members: [{ value: user['id'] }] };
        await ask(scim, 'POST', `${at}/Groups`, group);
        if (how === 'revokes')
          await ask(scene.victim, 'DELETE', `${connection.path}/scim_token/${String(made['id'])}`);
        await changeAndUndo(keyward, scene.victim);
        assert.equal((await keyward.call('GET', `${at}/Users`, scim)).status, 401);
        assert.equal(await statusOf(connection), 'active');
        const entered = await signInBy(keyward, connection, scene.provider, {
          sub: 'insider',
          email,
          name: 'In',
        });
        const roles = Object.values(await members()).flat();
        assert.deepEqual(new Set(roles), new Set(['owner', 'member']), String(entered));
      });

    /** What stands between the account and its connection after a theft, or after a dismissal. */
    const OBSTACLES: Record<string, (admin: SignedUp) => Promise<unknown>> = {
      'a required connection': () =>
        keyward.database.query(`update organization_domains set joining = 'require' where domain = $1`, [
          scene.domain,
        ]),
      'a policy that a link does not meet': () =>
        keyward.database.query(
          `update organizations set policy = '{"require_second_factor":true}' where uid = $1`,
          [scene.acme.id],
        ),
      'a suspended organization': () => ask(scene.root, 'POST', `${scene.acme.path}/suspend`),
      'a lost role': ({ id }) =>
        ask(scene.root, 'PATCH', `${scene.acme.path}/member/${id}`, { roles: ['member'] }),
    };
    const TOUCHES = {
      made: 'disabled',
      'pointed elsewhere': 'disabled',
      'saved otherwise': 'active',
    } as const;
    for (const [obstacle, come] of Object.entries(OBSTACLES))
      for (const [touch, after] of Object.entries(TOUCHES))
        it(`S4, S10, R3-2, R3-3, R3-4, R3-13: leaves a connection that was ${touch} ${after}, despite ${obstacle}`, async () => {
          let admin = await addPerson(keyward, { email: `admin@${scene.domain}`, verified: true });
          await addMember(keyward, scene.root, scene.acme, admin, 'admin');
          const connection = await connect(keyward, admin, scene.acme, scene.provider, {});
          if (touch !== 'made') await later();
          admin = { ...admin, ...(await newSession(keyward, admin.id)) };
          if (touch === 'pointed elsewhere')
            await ask(admin, 'PATCH', connection.path, { oidc: { client_secret: 'another' } });
          if (touch === 'saved otherwise')
            await ask(admin, 'PATCH', connection.path, {
              keep_roles: true,
              oidc: { client_secret: CLIENT.secret },
            });
          const token = await ask(admin, 'POST', `${connection.path}/scim_token`);
          const told = await changeAndUndo(keyward, admin, () => come(admin));
          if (obstacle === 'a suspended organization')
            await ask(scene.root, 'POST', `${scene.acme.path}/activate`);
          assert.equal(await statusOf(connection), after);
          // Its roles are nobody's gift any more.
          if (touch === 'saved otherwise') {
            assert.ok(told.includes('connection.trust_lost'), told.join(' '));
            const lost = await keyward.mail.nextMail(scene.victim.email);
            assert.match(lost.parsed.subject ?? '', /needs your approval/);
          }
          const scim = await keyward.call('GET', `/scim/v2/${connection.id}/Users`, {
            token: String(token['token']),
          });
          assert.equal(scim.status, 401);
        });

    for (const role of ['owner', 'admin'] as const)
      it(`R3-2, R3-17: keeps a connection that it disables required, also of this ${role}`, async () => {
        let person = await addPerson(keyward, { email: `mine@${scene.domain}`, verified: true });
        await addMember(keyward, scene.root, scene.acme, person, role);
        const connection = await connect(keyward, scene.root, scene.acme, scene.provider, {});
        await later();
        person = { ...person, ...(await newSession(keyward, person.id)) };
        await ask(person, 'PATCH', connection.path, { oidc: { client_secret: 'another' } });
        const require = OBSTACLES['a required connection'];
        await changeAndUndo(keyward, person, async () => require?.(person));
        const stored = await ask(scene.root, 'GET', connection.path);
        assert.deepEqual([stored['status'], stored['still_required']], ['disabled', true]);
        const told = await keyward.mail.nextMail(scene.victim.email);
        assert.match(told.parsed.subject ?? '', /needs your approval/);

        await keyward.database.query(
          'update accounts set password_hash = (select password_hash from accounts where id = $1) where id = $2',
          [scene.victim.id, person.id],
        );
        assert.equal((await logIn(scene.victim)).status, 200);
        const refused = await logIn(person);
        // An owner breaks the glass.
        assert.equal(outcome(refused), role === 'admin' ? '403 ConnectionRequiredError' : 'ok');
        if (role === 'owner') return;
        // Nobody signs in by the provider either, and the page can say so.
        const user = { sub: 'mine', email: person.email, name: 'Mine' };
        assertFailed(await signInBy(keyward, connection, scene.provider, user), 'connection_not_found');
        await ask(scene.victim, 'PATCH', connection.path, { name: 'Acme 2' });
        assert.equal(outcome(await logIn(person)), '403 ConnectionRequiredError');
        const lifted = await ask(scene.victim, 'PATCH', connection.path, { status: 'disabled' });
        assert.equal(lifted['still_required'], false);
        assert.equal((await logIn(person)).status, 200);
      });

    it('P3-5, O3-14: lets owners in to turn it on again, but not the one who chose it while there are others', async () => {
      const [owner, other] = [
        await inDomain('owner'),
        await addPerson(keyward, { email: `second@${scene.domain}`, verified: true }),
      ];
      await addMember(keyward, scene.root, scene.acme, other, 'owner');
      await connect(keyward, owner, scene.acme, scene.provider, {});
      const hash = await passwordOf(owner);
      await changeAndUndo(keyward, owner, async () => OBSTACLES['a required connection']?.(owner));
      await keyward.database.query('update accounts set password_hash = $1 where id = $2', [hash, owner.id]);
      await ask(scene.root, 'PATCH', '/config/organizations', { break_glass: false });
      const outcomes = [outcome(await logIn(owner)), outcome(await logIn(other))];
      await ask(scene.root, 'DELETE', `${scene.acme.path}/member/${other.id}`);
      await ask(scene.root, 'DELETE', `${scene.acme.path}/member/${scene.victim.id}`);
      outcomes.push(outcome(await logIn(owner)));
      await ask(scene.root, 'PATCH', '/config/organizations', { break_glass: true });
      assert.deepEqual(outcomes, ['403 ConnectionRequiredError', 'ok', 'ok']);
    });

    it('frees the owners of a policy that the account has set since, and nobody else', async () => {
      const [owner, member] = [await addPerson(keyward, { verified: true }), await inDomain('admin')];
      await addMember(keyward, scene.root, scene.acme, owner, 'owner');
      const read = async () =>
        Promise.all(
          [owner, member].map(async ({ token }) =>
            outcome(await keyward.call('GET', `${scene.acme.path}/member`, { token })),
          ),
        );
      await enrolTotp(keyward, scene.victim);
      await ask(scene.victim, 'PATCH', scene.acme.path, { policy: { require_second_factor: true } });
      const kept = '403 OrganizationPolicyError';
      assert.deepEqual(await read(), [kept, kept]);
      await changeAndUndo(keyward, scene.victim);
      assert.deepEqual(await read(), ['ok', kept]);
    });

    it('O6-1: frees them also of a policy of the account that has left since', async () => {
      const owner = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, owner, 'owner');
      const read = async () =>
        outcome(await keyward.call('GET', `${scene.acme.path}/member`, { token: owner.token }));
      await enrolTotp(keyward, scene.victim);
      await ask(scene.victim, 'PATCH', scene.acme.path, { policy: { require_second_factor: true } });
      await ask(scene.victim, 'POST', `${scene.acme.path}/leave`);
      assert.equal(await read(), '403 OrganizationPolicyError');
      await changeAndUndo(keyward, scene.victim);
      assert.equal(await read(), 'ok');
    });

    it('O4-2: lets owners approve again what an undo has voided, but not the one whose undo it was', async () => {
      const [owner, other] = [
        await inDomain('owner'),
        await addPerson(keyward, { email: `second@${scene.domain}`, verified: true }),
      ];
      await addMember(keyward, scene.root, scene.acme, other, 'owner');
      const connection = await connect(keyward, scene.root, scene.acme, scene.provider, {});
      await ask(owner, 'PATCH', connection.path, {});
      const hash = await passwordOf(owner);
      await ask(scene.root, 'PATCH', '/config/organizations', { break_glass: false });
      await changeAndUndo(keyward, owner, async () => OBSTACLES['a required connection']?.(owner));
      await keyward.database.query('update accounts set password_hash = $1 where id = $2', [hash, owner.id]);
      const outcomes = [outcome(await logIn(owner)), outcome(await logIn(other))];
      await ask(scene.root, 'PATCH', connection.path, {});
      outcomes.push(outcome(await logIn(other)));
      await ask(scene.root, 'PATCH', '/config/organizations', { break_glass: true });
      const required = '403 ConnectionRequiredError';
      assert.deepEqual(outcomes, [required, 'ok', required]);
    });

    it('O3-2: turns a connection off that the account has turned on since, and keeps it required', async () => {
      const connection = await connect(keyward, scene.root, scene.acme, scene.provider, {});
      await ask(scene.root, 'PATCH', connection.path, { status: 'disabled' });
      await later();
      await ask(scene.victim, 'PATCH', connection.path, { status: 'active' });
      await changeAndUndo(keyward, scene.victim, async () => {
        await OBSTACLES['a required connection']?.(scene.victim);
        await ask(scene.root, 'PATCH', `${scene.acme.path}/member/${scene.victim.id}`, { roles: ['owner'] });
      });
      const { status, still_required: required } = await ask(scene.root, 'GET', connection.path);
      assert.deepEqual([status, required], ['disabled', true]);
    });

    /** What happens between the promotion and the undo. */
    const THEN: Record<string, (promoted: SignedUp, other: SignedUp) => Promise<unknown>> = {
      nothing: () => Promise.resolve(),
      'asks for the deletion of the account': () =>
        keyward.database.query('update accounts set deletion_at = $1 where id = $2', [
          keyward.clock.now() + DAY_MS,
          scene.root.id,
        ]),
      'is met by another superadmin': (promoted, other) =>
        ask(other, 'PATCH', '/account/', { account_id: promoted.id, role: 'user' }),
    };
    for (const [then, happen] of Object.entries(THEN))
      it(`O3-10, O4-1, O4-4: disables what a superadmin of a thief has made, who then ${then}`, async () => {
        const other = await addSuperadmin(keyward, { verified: true });
        const early = await connect(keyward, other, scene.acme, scene.provider, {});
        const promoted = await addPerson(keyward, { verified: true });
        await ask(scene.root, 'PATCH', '/account/', { account_id: promoted.id, role: 'superadmin' });
        const accomplice = { ...promoted, ...(await newSession(keyward, promoted.id)) };
        const made = await connect(keyward, accomplice, scene.acme, scene.provider, {});
        const { token } = await ask(accomplice, 'POST', `${early.path}/scim_token`);
        const { key } = await ask(accomplice, 'POST', '/apikey', {
          name: 'Thief',
          scopes: ['organizations:write'],
        });
        const byKey = await ask({ token: String(key) }, 'POST', `${scene.acme.path}/connection`, {
          name: 'Thief',
          status: 'active',
          oidc: { issuer: scene.provider.issuer, client_id: 'thief', client_secret: 'thief' },
        });
        await changeAndUndo(keyward, scene.root, () => {
          keyward.clock.advance(1_000);
          return happen(promoted, other);
        });
        scene.root = other;
        assert.equal((await keyward.call('GET', '/account/', accomplice)).status, 403);
        const left = `${scene.acme.path}/connection/${String(byKey['id'])}`;
        assert.deepEqual(
          [await statusOf(early), await statusOf(made), await statusOf({ path: left })],
          ['active', 'disabled', 'disabled'],
        );
        const scim = await keyward.call('GET', `/scim/v2/${early.id}/Users`, { token: String(token) });
        assert.equal(scim.status, 401);
      });

    it('O3-8: keeps it required of others when the account is no member any more', async () => {
      const [leaver, other] = [await addPerson(keyward, { verified: true }), await inDomain('member')];
      await addMember(keyward, scene.root, scene.acme, leaver, 'admin');
      await connect(keyward, leaver, scene.acme, scene.provider, {});
      await OBSTACLES['a required connection']?.(leaver);
      await changeAndUndo(keyward, leaver, () =>
        ask(scene.root, 'DELETE', `${scene.acme.path}/member/${leaver.id}`),
      );
      assert.equal(outcome(await logIn(other)), '403 ConnectionRequiredError');
    });

    it('O3-6: leaves those bound who have come by a connection since, and whose link it removes', async () => {
      const person = await inDomain('member');
      const connection = await connect(keyward, scene.root, scene.acme, scene.provider, {});
      const user = { sub: person.email, email: person.email, name: 'Ada' };
      await signInBy(keyward, connection, scene.provider, user);
      const email = `private.${person.email}.example.net`;
      await keyward.database.query('update accounts set email = $1, email_key = $1 where id = $2', [
        email,
        person.id,
      ]);
      const hash = await passwordOf(person);
      await changeAndUndo(keyward, { ...person, email }, async () =>
        OBSTACLES['a required connection']?.(person),
      );
      await keyward.database.query('update accounts set password_hash = $1 where id = $2', [hash, person.id]);
      assert.equal(outcome(await enter(await logIn({ email }))), '403 ConnectionRequiredError');
    });

    it('O5-4: keeps nobody from signing in by an organization of the thief, which the email has passed', async () => {
      const person = await addPerson(keyward, { verified: true });
      await connect(keyward, scene.root, scene.acme, scene.provider, {});
      await addMember(keyward, scene.root, scene.acme, person, 'member');
      const hash = await passwordOf(person);
      await changeAndUndo(keyward, person, async () => {
        await OBSTACLES['a required connection']?.(person);
        const email = `thief${person.id}@${scene.domain}`;
        const session = await newSession(keyward, person.id);
        await ask(session, 'PATCH', '/me', { email, current_password: 'Planted-horse-1' });
        const otp = codeIn(await keyward.mail.nextMail(email));
        await ask(session, 'POST', '/link/verify', { email, otp });
      });
      await keyward.database.query('update accounts set password_hash = $1 where id = $2', [hash, person.id]);
      assert.equal(outcome(await enter(await logIn(person))), '403 ConnectionRequiredError');
    });

    it('O3-5: leaves a connection whose provider somebody else has chosen since', async () => {
      const leaver = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, leaver, 'owner');
      const connection = await connect(keyward, scene.victim, scene.acme, scene.provider, {});
      await ask(leaver, 'PATCH', connection.path, {});
      await ask(leaver, 'PATCH', connection.path, { oidc: { scopes: ['openid', 'email'] } });
      await changeAndUndo(keyward, leaver, () =>
        ask(scene.root, 'DELETE', `${scene.acme.path}/member/${leaver.id}`),
      );
      const { status, signs_in_owners: trusted } = await ask(scene.root, 'GET', connection.path);
      assert.deepEqual([status, trusted], ['active', false]);
    });

    it('R3-11: leaves a connection that the account saved long ago, whoever makes and revokes tokens', async () => {
      const connection = await connect(keyward, scene.victim, scene.acme, scene.provider, {});
      const tokens = `${connection.path}/scim_token`;
      const early = await ask(scene.victim, 'POST', tokens);
      await ask(scene.victim, 'DELETE', `${tokens}/${String(early['id'])}`);
      const [before] = await keyward.database.query(
        'select former_vouchers from connections where uid = $1',
        [connection.id],
      );
      await later();
      const { id } = await ask(scene.root, 'POST', tokens);
      await ask(scene.root, 'DELETE', `${tokens}/${String(id)}`);
      await changeAndUndo(keyward, scene.victim);
      assert.equal(await statusOf(connection), 'active');
      const [after] = await keyward.database.query('select former_vouchers from connections where uid = $1', [
        connection.id,
      ]);
      const makers = (row?: object) => JSON.stringify(row).match(/account[^,]*/g);
      assert.equal(makers(after)?.length, (makers(before)?.length ?? 0) + 1);
      assert.ok(!makers(after)?.some((one) => one.endsWith(':0')), 'the groups count for nobody');
    });

    it('O5-5: leaves what somebody set up long ago who moves the account to an own mailbox and disowns it', async () => {
      const leaver = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, leaver, 'admin');
      const connection = await connect(keyward, leaver, scene.acme, scene.provider, {});
      const { id: early } = await ask(leaver, 'POST', `${connection.path}/scim_token`);
      await ask(scene.root, 'DELETE', `${scene.acme.path}/member/${leaver.id}`);
      await later();
      const email = `own${leaver.id}@example.net`;
      await moveUnproven(keyward, scene.root, leaver, email);
      // The earlier mailbox can undo the move for a week.
      await keyward.database.query('delete from email_changes where account_id = $1', [leaver.id]);
      const otp = await codeFor(keyward, 'verify', email);
      assert.equal((await keyward.call('POST', '/link/verify', { body: { email, otp } })).status, 200);
      let mail = await keyward.mail.nextMail(email);
      while (!mail.parsed.text?.includes('/email-undo?')) mail = await keyward.mail.nextMail(email);
      const body = { token: new URL(linkIn(mail)).searchParams.get('token') };
      assert.equal((await keyward.call('POST', '/email/undo', { body })).status, 200);
      assert.equal(await statusOf(connection), 'active');
      const tokens = await ask(scene.root, 'GET', `${connection.path}/scim_token`);
      assert.match(JSON.stringify(tokens), new RegExp(String(early)));
    });

    it('O5-2: ends the word of the account for a draft, whose mapping applies to provisioned people', async () => {
      const mapping = { everyone: ['admin'] };
      const connection = await connect(keyward, scene.victim, scene.acme, scene.provider, {
        status: 'draft',
        mapping,
      });
      await changeAndUndo(keyward, scene.victim);
      const { status, signs_in_owners: trusted } = await ask(scene.root, 'GET', connection.path);
      assert.deepEqual([status, trusted], ['draft', false]);
    });

    it('R3-12: disables connections and ends tokens that an API key of the account has made', async () => {
      const made = await ask(scene.root, 'POST', '/apikey', {
        name: 'Thief',
        scopes: ['organizations:read', 'organizations:write'],
      });
      const key = { token: String(made['key']) };
      const other = await addSuperadmin(keyward, { verified: true });
      const connection = await connect(keyward, other, scene.acme, scene.provider, {});
      const byKey = await ask(key, 'POST', `${scene.acme.path}/connection`, {
        name: 'Thief',
        status: 'active',
        oidc: { issuer: scene.provider.issuer, client_id: 'thief', client_secret: 'thief' },
      });
      const { token } = await ask(key, 'POST', `${connection.path}/scim_token`);
      await changeAndUndo(keyward, scene.root);
      scene.root = other;
      assert.equal(
        await statusOf({ path: `${scene.acme.path}/connection/${String(byKey['id'])}` }),
        'disabled',
      );
      assert.equal(await statusOf(connection), 'active');
      const scim = await keyward.call('GET', `/scim/v2/${connection.id}/Users`, { token: String(token) });
      assert.equal(scim.status, 401);
    });

    // SQLite has one writer.
    it(
      'S13: waits for no organization in which the account has nothing',
      { skip: kind === 'sqlite' },
      async () => {
        await connect(keyward, scene.root, scene.acme, scene.provider, {});
        const { store, clock } = keyward.app.services;
        const id = await store.organizations.idOf(scene.acme.id, clock.now());
        const stranger = await addPerson(keyward, { verified: true });
        await store.transaction(async (tables) => {
          assert.ok(await tables.organizations.lock(id ?? 0));
          await changeAndUndo(keyward, stranger);
        });
      },
    );
  });
}
