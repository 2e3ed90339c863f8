import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { assertRefusal, claimsOf, suiteKeyward } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

/** A route with a body: a valid body, and the status of its validation error. */
interface BodyRoute {
  method: string;
  path: string;
  invalid: number;
  body: (person: SignedUp) => Record<string, unknown>;
}

const fresh = { name: 'New', email: 'new@example.org', handle: 'new', password: PASSWORD };

/** Every route of these groups that takes a body. */
const ROUTES: BodyRoute[] = [
  {
    method: 'POST',
    path: '/login',
    invalid: 422,
    body: ({ email }) => ({ identifier: email, password: PASSWORD }),
  },
  {
    method: 'POST',
    path: '/login/password',
    invalid: 422,
    body: ({ email }) => ({ identifier: email, password: PASSWORD }),
  },
  { method: 'POST', path: '/signup', invalid: 400, body: () => ({ ...fresh, phone: '+4930901820' }) },
  { method: 'POST', path: '/signup/password', invalid: 422, body: () => fresh },
  {
    method: 'POST',
    path: '/token/refresh',
    invalid: 422,
    body: ({ refreshToken }) => ({ refresh_token: refreshToken }),
  },
  {
    method: 'PATCH',
    path: '/me',
    invalid: 422,
    body: () => ({
      name: 'Changed',
      email: 'changed@example.org',
      handle: 'changed',
      phone: '+4930901821',
      avatar_url: 'https://example.org/a.png',
      current_password: PASSWORD,
    }),
  },
  {
    method: 'PUT',
    path: '/update/password',
    invalid: 422,
    body: () => ({ password: 'Another-horse-2', current_password: PASSWORD }),
  },
];

const CLEARABLE = new Set(['phone', 'avatar_url']);

/** Fields that only the service, or a superadmin elsewhere, may set. */
const PRIVILEGED: Record<string, unknown> = {
  id: 1,
  uid: '00000000-0000-4000-8000-000000000000',
  role: 'superadmin',
  status: 'active',
  email_verified: true,
  emailVerified: true,
  verified: true,
  password_hash: 'x',
  passwordHash: 'x',
  handle_key: 'x',
  created_at: 0,
  sid: 1,
  account_id: 1,
  user_id: 1,
  aid: 1,
};

for (const kind of ANY_DATABASE) {
  describe(`hostile bodies on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
    let victim: SignedUp;
    let person: SignedUp;
    before(async () => {
      victim = await addPerson(keyward);
      person = await addPerson(keyward);
    });

    const send = ({ method, path }: BodyRoute, body: unknown): Promise<Answer> =>
      keyward.call(method, path, { body, token: person.token });

    /** The state that a request could have changed. */
    const state = async () => ({
      accounts: await keyward.database.query('select * from accounts order by id'),
      sessions: await keyward.database.query('select * from sessions order by id'),
    });

    const unchanged = async (attack: () => Promise<void>) => {
      const old = await state();
      await attack();
      assert.deepEqual(await state(), old);
    };

    for (const route of ROUTES) {
      const name = `${route.method} ${route.path}`;

      it(`PW12: ${name} refuses fields of a wrong type`, async () => {
        await unchanged(async () => {
          const body = route.body(person);
          for (const field of Object.keys(body)) {
            for (const value of [[], ['x'], [body[field]], {}, { $ne: '' }, 123456, 0, true, false, null]) {
              if (value === null && CLEARABLE.has(field) && ['/me', '/signup'].includes(route.path)) continue;
              const answer = await send(route, { ...body, [field]: value });
              assertRefusal(answer, route.invalid, 'ValidationError', [field]);
            }
          }
        });
      });

      it(`AZ2: ${name} accepts no privileged field`, async () => {
        await unchanged(async () => {
          for (const [field, value] of Object.entries(PRIVILEGED)) {
            const answer = await send(route, { ...route.body(person), [field]: value });
            assertRefusal(answer, route.invalid, 'ValidationError', [field]);
          }
        });
      });

      it(`AZ3: ${name} accepts no key that pollutes a prototype or occurs twice`, async () => {
        await unchanged(async () => {
          const good = JSON.stringify(route.body(person)).slice(1);
          const first = Object.keys(route.body(person))[0];
          for (const body of [
            `{"__proto__":{"role":"superadmin"},${good}`,
            `{"__pro\\u0074o__":{"role":"superadmin"},${good}`,
            `{"constructor":{"prototype":{"role":"superadmin"}},${good}`,
            `{"x":[{"__proto__":{"account__role":"superadmin"}}],${good}`,
            `{"${first}":"x",${good}`,
            `{"role":"user","role":"superadmin",${good}`,
          ]) {
            assertRefusal(await send(route, body), 400, 'MalformedBodyError');
          }
        });
      });
    }

    it('AZ3: nobody gained a right', async () => {
      const later = await addPerson(keyward);
      for (const { token } of [person, later]) {
        assertRefusal(await keyward.call('GET', '/config/counts', { token }), 403, 'RoleMismatchError');
      }
      assert.equal(Reflect.get({}, 'role'), undefined);
    });

    it("AZ5: another account's id in a body or a query has no effect", async () => {
      const row = await accountRow(keyward, victim.id);
      for (const query of ['account_id', 'user_id', 'id', 'aid', 'sid']) {
        const value = query === 'sid' ? claimsOf(victim.token)['sid'] : victim.id;
        const { token } = await addPerson(keyward);
        const me = await keyward.call('GET', `/me?${query}=${String(value)}`, { token });
        assert.equal(me.status, 200, me.text);
        assert.notEqual(JSON.parse(me.text).account.id, victim.id);
        const patched = await keyward.call('PATCH', `/me?${query}=${String(value)}`, {
          token,
          body: { name: 'Mine' },
        });
        assert.equal(patched.body['name'], 'Mine');
        const path = query === 'sid' ? '/logout' : '/logout-all';
        const out = await keyward.call('POST', `${path}?${query}=${String(value)}`, {
          token,
          body: { [query]: value },
        });
        assert.equal(out.status, 200, out.text);
        assertRefusal(await keyward.call('GET', '/me', { token }), 401, 'SessionDestroyedError');
      }
      assert.deepEqual(await accountRow(keyward, victim.id), row);
      assert.equal((await keyward.call('GET', '/me', { token: victim.token })).status, 200);
    });

    it('the valid bodies are accepted', async () => {
      for (const route of ROUTES) {
        const answer = await send(route, route.body(person));
        assert.ok(answer.status === 200 || answer.status === 201, answer.text);
        await keyward.database.query(`delete from accounts where email = 'new@example.org'`);
      }
    });
  });
}
