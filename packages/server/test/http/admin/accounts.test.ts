import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, startKeyward } from '../../support/keyward.ts';
import { asObject, assertAdministered, assertRefusal, suiteKeyward, timestampOf } from '../expectations.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import { addSuperadmin, assertForSuperadmins, eventsOf, NOT_COUNTS, rowsOf } from './admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /account/ on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('200: pages of all accounts, newest first, with and without the slash', async () => {
      await using own = await startKeyward(kind);
      const root = await addSuperadmin(own);
      const get = (path: string) => own.call('GET', path, { token: root.token });
      const alone = await get('/account/');
      const { accounts, ...page } = alone.body;
      assert.deepEqual(page, { total: 1, total_pages: 1, page: 1, limit: 10, cursor: null });
      assert.ok(Array.isArray(accounts));
      assertAdministered(accounts[0], { id: root.id, role: 'superadmin' });

      const ids = [root.id];
      for (let i = 0; i < 24; i += 1) {
        own.clock.advance(1_000);
        ids.unshift((await addPerson(own)).id);
      }
      for (const path of ['/account', '/account/']) {
        const answer = await get(`${path}?page=2&limit=10&unknown=ignored`);
        assert.deepEqual(
          rowsOf(answer, 'accounts').map(({ id }) => id),
          ids.slice(10, 20),
        );
        const { accounts: _, cursor, ...rest } = answer.body;
        assert.equal(typeof cursor, 'string');
        assert.deepEqual(rest, { total: 25, total_pages: 3, page: 2, limit: 10 });
      }
      assert.deepEqual(
        rowsOf(await get('/account/?limit=100'), 'accounts').map(({ id }) => id),
        ids,
      );
      assert.deepEqual(rowsOf(await get('/account/?page=4'), 'accounts'), []);
      assert.deepEqual(rowsOf(await get('/account/?page=9007199254740991'), 'accounts'), []);
      assert.doesNotMatch((await get('/account/')).text, /password|argon/);
    });

    it('200: sorts and filters', async () => {
      await using own = await startKeyward(kind);
      const root = await addSuperadmin(own, { name: 'Zoe', email: 'zoe@example.org', handle: 'zz' });
      const ada = await addPerson(own, {
        name: 'anna',
        email: 'B@example.org',
        handle: 'M',
        status: 'pending',
      });
      const bob = await addPerson(own, {
        name: 'Bob',
        email: 'a@example.org',
        handle: 'n',
        phone: '+4930123456',
      });
      const ids = async (query: string) =>
        rowsOf(await own.call('GET', `/account/?${query}`, { token: root.token }), 'accounts').map(
          ({ id }) => id,
        );
      assert.deepEqual(await ids('sort=name'), [ada.id, bob.id, root.id]);
      assert.deepEqual(await ids('sort=-name'), [root.id, bob.id, ada.id]);
      assert.deepEqual(await ids('sort=email'), [bob.id, ada.id, root.id]);
      assert.deepEqual(await ids('sort=-handle'), [root.id, bob.id, ada.id]);
      assert.deepEqual(await ids('sort=created_at'), [root.id, ada.id, bob.id]);
      assert.deepEqual(await ids('role=superadmin'), [root.id]);
      assert.deepEqual(await ids('status=pending&role=user'), [ada.id]);
      assert.deepEqual(await ids('email_verified=true'), []);
      assert.deepEqual(await ids('email_verified=false&sort=name'), [ada.id, bob.id, root.id]);
      // No uid begins with these letters.
      assert.deepEqual(await ids('q=AN'), [ada.id]);
      assert.deepEqual(await ids('q=b%40EXAMPLE'), [ada.id]);
      assert.deepEqual(await ids('q=%2B49+30'), [bob.id]);
      assert.deepEqual(await ids('q=+'), [bob.id, ada.id, root.id]);
      await own.call('PATCH', '/account/', {
        token: root.token,
        body: { account_id: ada.id, name: 'Ångström' },
      });
      assert.deepEqual(await ids('q=%C3%A5NG'), [ada.id]);
      assert.deepEqual(await ids('q=an'), []);
    });

    it('DB1: a search treats wildcards and SQL literally', async () => {
      const { token } = await addSuperadmin(keyward);
      for (const q of ['%', '_', 'a%', "' or '1'='1", '"; drop table accounts; --', '\\']) {
        const answer = await keyward.call('GET', `/account/?q=${encodeURIComponent(q)}`, { token });
        assert.equal(answer.body['total'], 0, q);
      }
    });

    it('RL11, DB1: 422 for an invalid page, limit, sort or filter', async () => {
      const { token } = await addSuperadmin(keyward);
      const refused = async (query: string, field: string) =>
        assertRefusal(await keyward.call('GET', `/account/?${query}`, { token }), 422, 'ValidationError', [
          field,
        ]);
      for (const value of NOT_COUNTS) {
        await refused(`page=${value}`, 'page');
        await refused(`limit=${value}`, 'limit');
      }
      await refused('limit=101', 'limit');
      await refused('page=1&page=2', 'page');
      await refused('email_verified=yes', 'email_verified');
      await refused('q=%00', 'q');
      await refused(`q=${'a'.repeat(321)}`, 'q');
      for (const sort of ['password_hash', 'id;', '--name', '']) await refused(`sort=${sort}`, 'sort');
      const { text } = await keyward.call('GET', '/account/?sort=shoe_size', { token });
      assert.match(text, /created_at, -created_at, .*name, -name/);
    });

    it('DB1: field and value find equal ids, texts that contain the value literally, and times that begin so', async () => {
      const { token } = await addSuperadmin(keyward);
      const { id } = await addPerson(keyward, {
        name: 'Ünique 100%_\\ Person',
        email: 'middle.of.it@example.org',
        handle: 'Some.Where',
        phone: '+4930123999',
      });
      await keyward.database.query(
        "update accounts set avatar_url = 'https://example.org/Pic.png', status = 'odd_one', role = 'quaestor', created_at = 86400000, email_verified = 0 where id = $1",
        [id],
      );
      const uid = String((await accountRow(keyward, id))['uid']);
      for (const [field, value, found] of [
        ['id', String(id), true],
        ['id', String(id).slice(0, -1) || '0', false],
        ['uid', uid.toUpperCase(), true],
        ['uid', uid.slice(1), false],
        ['name', 'üNIQUE', true],
        ['name', '0%_\\ p', true],
        ['name', '1%0', false],
        ['name', 'pers_n', false],
        ['handle', 'E.WHERE', true],
        ['email', 'OF.IT@', true],
        ['email', 'middle_of', false],
        ['phone', '0049 30 1239', true],
        ['phone', '998', false],
        ['avatar_url', '/pic.', true],
        ['role', 'AEST', true],
        ['status', 'd_o', true],
        ['status', 'd%o', false],
        ['email_verified', 'false', true],
        ['email_verified', 'maybe', false],
        ['created_at', '1970-01-02', true],
        ['created_at', '1970-01-02T00:00:00.000', true],
        ['created_at', '1970-13', false],
        ['updated_at', '1970', false],
      ] as const) {
        const path = `/account/?limit=100&field=${field}&value=${encodeURIComponent(value)}`;
        const rows = rowsOf(await keyward.call('GET', path, { token }), 'accounts');
        assert.equal(
          rows.some((row) => row['id'] === id),
          found,
          `${field} ${value}`,
        );
        if (found && field !== 'email_verified') assert.equal(rows.length, 1, `${field} ${value}`);
      }
      const all = await keyward.call('GET', '/account/?field=name&value=', { token });
      assert.ok(Number(all.body['total']) > 1, 'an empty value asks for nothing');
      for (const field of ['password_hash', 'name_key', '']) {
        const answer = await keyward.call('GET', `/account/?field=${field}&value=x`, { token });
        assertRefusal(answer, 422, 'ValidationError', ['field']);
        assert.match(String(answer.body['message']), /one of id, uid, name, handle, email/);
      }
      for (const [query, path] of [
        ['field=name', 'value'],
        ['value=x', 'field'],
      ] as const)
        assertRefusal(await keyward.call('GET', `/account/?${query}`, { token }), 422, 'ValidationError', [
          path,
        ]);
    });

    it('401, 403: for superadmins only', () =>
      assertForSuperadmins(keyward, (token) => keyward.call('GET', '/account/', { token })));
  });

  describe(`GET /account/query and /account/{id} on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const query = (token: string | undefined, field: string, value: string) =>
      keyward.call('GET', `/account/query?field=${field}&value=${encodeURIComponent(value)}`, { token });

    it('200: the account with a field, in any of its spellings', async () => {
      const { token } = await addSuperadmin(keyward);
      const { id } = await addPerson(keyward, {
        email: 'Find.Me@example.org',
        handle: 'FindMe',
        phone: '+49307777777',
      });
      const uid = String((await accountRow(keyward, id))['uid']);
      const fields: [string, string][] = [
        ['id', String(id)],
        ['email', 'find.me@EXAMPLE.org'],
        ['handle', 'findme'],
        ['phone', '0049 30 777-7777'],
        ['uid', uid.toUpperCase()],
      ];
      for (const [field, value] of fields) {
        const answer = await query(token, field, value);
        assert.equal(answer.status, 200, answer.text);
        const { accounts, ...account } = answer.body;
        assertAdministered(account, { id, handle: 'FindMe' });
        assert.deepEqual(accounts, [account], 'a client that shows results as a list shows this one alone');
      }
    });

    it('DB1: 404 for a value that no account has, 422 for another field', async () => {
      const { token } = await addSuperadmin(keyward);
      for (const field of ['id', 'email', 'handle', 'phone', 'uid']) {
        for (const value of [
          '%',
          '_',
          '0',
          '-1',
          '9007199254740993',
          '9223372036854775808',
          '1e308',
          "' or 1=1 --",
        ]) {
          assertRefusal(await query(token, field, value), 404, 'UserNotFoundError');
        }
      }
      for (const field of ['password_hash', 'email_key', 'role', '']) {
        assertRefusal(await query(token, field, 'x'), 422, 'ValidationError', ['field']);
      }
      assertRefusal(await query(token, 'email', ''), 422, 'ValidationError', ['value']);
      assertRefusal(await keyward.call('GET', '/account/query', { token }), 422, 'ValidationError', [
        'field',
        'value',
      ]);
    });

    it('200: one account with its live sessions and its links', async () => {
      const { token } = await addSuperadmin(keyward);
      const { id } = await addPerson(keyward);
      await newSession(keyward, id);
      const now = keyward.clock.now();
      await keyward.database.query(
        'update sessions set expires_at = $1 where id = (select min(id) from sessions where account_id = $2)',
        [now, id],
      );
      await keyward.database.query(
        `insert into provider_links (account_id, provider, subject, created_at) values ($1, 'https://id.example', 'x', $2)`,
        [id, now],
      );
      const answer = await keyward.call('GET', `/account/${id}`, { token });
      const { sessions, links, applications, has_password: _, factors: __, ...account } = answer.body;
      assertAdministered(account, { id });
      assert.ok(Array.isArray(sessions) && Array.isArray(links));
      assert.deepEqual(applications, []);
      assert.equal(sessions.length, 1);
      const fields = [
        'account_id',
        'browser',
        'created_at',
        'device',
        'expires_at',
        'id',
        'ip_address',
        'last_used_at',
        'system',
        'user_agent',
      ];
      assert.deepEqual(Object.keys(asObject(sessions[0])).sort(), fields);
      assert.deepEqual(
        links.map((link) => ({ ...asObject(link), id: 0 })),
        [{ id: 0, provider: 'https://id.example', created_at: timestampOf(now) }],
      );
    });

    it('RL11: 404 and 422 for ids without an account', async () => {
      const { token } = await addSuperadmin(keyward);
      assertRefusal(
        await keyward.call('GET', '/account/9007199254740991', { token }),
        404,
        'UserNotFoundError',
      );
      for (const id of NOT_COUNTS.filter((value) => value !== '')) {
        assertRefusal(await keyward.call('GET', `/account/${id}`, { token }), 422, 'ValidationError', ['id']);
      }
    });

    it('401, 403: for superadmins only', async () => {
      await assertForSuperadmins(keyward, (token) => query(token, 'id', '1'));
      await assertForSuperadmins(keyward, (token) => keyward.call('GET', '/account/1', { token }));
    });
  });

  describe(`POST /account/ on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const post = (token: string | undefined, body: unknown) =>
      keyward.call('POST', '/account/', { token, body });

    it('201: from a name and an email; without a password, nobody can sign in with one', async () => {
      const { token } = await addSuperadmin(keyward);
      const answer = await post(token, { name: 'Grace Hopper', email: 'grace@example.org' });
      assert.equal(answer.status, 201, answer.text);
      assertAdministered(answer.body, {
        name: 'Grace Hopper',
        handle: 'grace.hopper',
        email_verified: false,
        phone: null,
        avatar_url: null,
        role: 'user',
        status: 'active',
      });
      assert.equal((await accountRow(keyward, Number(answer.body['id'])))['password_hash'], null);
      const login = { identifier: 'grace@example.org', password: PASSWORD };
      assertRefusal(await keyward.call('POST', '/login', { body: login }), 401, 'InvalidCredentialsError');
    });

    it('201: with everything', async () => {
      const { token } = await addSuperadmin(keyward);
      const fields = {
        name: 'Full',
        email: 'full@example.org',
        handle: 'Full.House',
        phone: '+49 30 5550100',
        avatar_url: 'https://example.org/a.png',
        role: 'auditor',
        status: 'pending',
        email_verified: true,
      };
      const answer = await post(token, { ...fields, password: PASSWORD });
      assert.equal(answer.status, 201, answer.text);
      assertAdministered(answer.body, { ...fields, phone: '+49305550100' });
      await post(token, { account_id: 1 });
      const id = Number(answer.body['id']);
      await keyward.call('PATCH', '/account/', { token, body: { account_id: id, status: 'active' } });
      await keyward.logIn('full@example.org');
    });

    it('SC4: is recorded, with the actor and without the password', async () => {
      const root = await addSuperadmin(keyward);
      const [event, ...more] = await eventsOf(keyward, () =>
        post(root.token, { name: 'Told', email: 'told@example.org', password: PASSWORD }),
      );
      assert.deepEqual(more, []);
      assert.equal(event?.name, 'admin.account_created');
      assert.equal(event.accountId, root.id);
      assert.equal(event.client?.ipAddress, '127.0.0.1');
      assert.equal(asObject(event.metadata?.['after'])['email'], 'told@example.org');
      assert.doesNotMatch(JSON.stringify(event), new RegExp(`${PASSWORD}|argon2`));
    });

    it('400, 409, 422: weak, taken, and what does not fit', async () => {
      const { token } = await addSuperadmin(keyward);
      const taken = await addPerson(keyward, { phone: '+4930888888' });
      const fields = { name: 'New', email: 'new.one@example.org' };
      assertRefusal(await post(token, { ...fields, password: 'weak' }), 400, 'WeakPasswordError');
      assertRefusal(
        await post(token, { ...fields, email: taken.email.toUpperCase() }),
        409,
        'EmailAlreadyExistsError',
      );
      assertRefusal(await post(token, { ...fields, handle: taken.handle }), 409, 'HandleAlreadyExistsError');
      assertRefusal(await post(token, { ...fields, phone: '+49 30 888888' }), 409, 'PhoneAlreadyExistsError');
      assertRefusal(await post(token, {}), 422, 'ValidationError', ['email', 'name']);
      assertRefusal(await post(token, { ...fields, uid: 'x', id: 1 }), 422, 'ValidationError', ['id', 'uid']);
      for (const label of ['', ' ', ' user', 'a\nb', 'a'.repeat(51), 1, null]) {
        assertRefusal(await post(token, { ...fields, role: label }), 422, 'ValidationError', ['role']);
        assertRefusal(await post(token, { ...fields, status: label }), 422, 'ValidationError', ['status']);
      }
    });

    it('401, 403: for superadmins only', () => assertForSuperadmins(keyward, (token) => post(token, {})));
  });
}
