import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSWORD, startKeyward } from '../../support/keyward.ts';
import { addPerson } from '../people.ts';
import { asText, assertAccount, assertRefusal, JWT, suiteKeyward } from '../expectations.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** The two routes differ only in their answer for an unknown identifier. */
const ROUTES = [
  { path: '/login', unknown: [401, 'InvalidCredentialsError'] },
  { path: '/login/password', unknown: [404, 'UserNotFoundError'] },
] as const;

const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', handle: 'Ada.L', phone: '+49 30 901820' };

for (const kind of databasesFor(import.meta.filename)) {
  for (const { path, unknown } of ROUTES) {
    describe(`POST ${path} on ${kind}`, () => {
      const keyward = suiteKeyward(kind);
      before(() => keyward.call('POST', '/signup', { body: { ...ADA, password: PASSWORD } }));
      const login = (identifier: string, password = PASSWORD) =>
        keyward.call('POST', path, { body: { identifier, password } });

      describe('200', () => {
        it('answers the token response with the full account, without a refresh token', async () => {
          const answer = await login(ADA.email);
          assert.equal(answer.status, 200, answer.text);
          assert.deepEqual(Object.keys(answer.body).sort(), ['access_token', 'account', 'token_type']);
          assert.match(asText(answer.body['access_token']), JWT);
          assert.equal(answer.body['token_type'], 'Bearer');
          assertAccount(answer.body['account'], {
            ...ADA,
            phone: '+4930901820',
            avatar_url: null,
            email_verified: false,
            role: 'user',
            status: 'active',
          });
        });

        it('adds a refresh token in dual-token mode', async () => {
          await using dual = await startKeyward(kind, { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
          const { email } = await addPerson(dual);
          const answer = await dual.call('POST', path, { body: { identifier: email, password: PASSWORD } });
          assert.equal(answer.status, 200, answer.text);
          const fields = ['access_token', 'account', 'refresh_token', 'token_type'];
          assert.deepEqual(Object.keys(answer.body).sort(), fields);
          assert.match(asText(answer.body['refresh_token']), JWT);
          assert.notEqual(answer.body['refresh_token'], answer.body['access_token']);
        });

        const spellings = {
          email: ['ada@example.org', 'ADA@Example.ORG'],
          handle: ['Ada.L', 'ada.l'],
          phone: ['+4930901820', '004930901820', '+49-30-901820', '+49 (30) 901.820'],
        };
        for (const [form, identifiers] of Object.entries(spellings)) {
          it(`takes the ${form} in every spelling of it`, async () => {
            for (const identifier of identifiers) {
              const answer = await login(identifier);
              assert.equal(answer.status, 200, `${identifier}: ${answer.text}`);
              assertAccount(answer.body['account'], { email: ADA.email });
            }
          });
        }
      });

      describe('401', () => {
        it('refuses a wrong password', async () => {
          assertRefusal(await login(ADA.email, 'Wrong-horse-1'), 401, 'InvalidCredentialsError');
        });

        it('refuses an empty password', async () => {
          assertRefusal(await login(ADA.email, ''), 401, 'InvalidCredentialsError');
        });

        it('refuses every password of an account that has none', async () => {
          const { id, email } = await addPerson(keyward);
          await keyward.database.query('update accounts set password_hash = null where id = $1', [id]);
          assertRefusal(await login(email), 401, 'InvalidCredentialsError');
        });

        it('does not reveal a suspension to a wrong password', async () => {
          const { id, email } = await addPerson(keyward);
          await keyward.database.query(`update accounts set status = 'suspended' where id = $1`, [id]);
          assertRefusal(await login(email, 'Wrong-horse-1'), 401, 'InvalidCredentialsError');
        });
      });

      describe('403', () => {
        for (const status of ['suspended', 'pending', 'Active']) {
          it(`refuses the right password of an account whose status is ${status}`, async () => {
            const { id, email } = await addPerson(keyward);
            await keyward.database.query('update accounts set status = $2 where id = $1', [id, status]);
            assertRefusal(await login(email), 403, 'AccountInactiveError');
          });
        }
      });

      describe(`${unknown[0]} for unknown identifiers`, () => {
        for (const identifier of ['nobody@example.org', 'nobody', '+49 30 123456', '@']) {
          it(`finds no account for ${JSON.stringify(identifier)}`, async () => {
            assertRefusal(await login(identifier), unknown[0], unknown[1]);
          });
        }
      });

      describe('422', () => {
        const bodies: [string, unknown, string[]][] = [
          ['nothing', {}, ['identifier', 'password']],
          ['no password', { identifier: 'ada' }, ['password']],
          ['no identifier', { password: PASSWORD }, ['identifier']],
          ['an empty identifier', { identifier: '', password: PASSWORD }, ['identifier']],
          ['an unknown field', { identifier: 'ada', password: PASSWORD, remember: true }, ['remember']],
        ];
        for (const [title, body, fields] of bodies) {
          it(`refuses ${title}`, async () => {
            assertRefusal(await keyward.call('POST', path, { body }), 422, 'ValidationError', fields);
          });
        }

        for (const body of ['[]', '"ada"', 'null', '1']) {
          it(`refuses ${body} instead of an object`, async () => {
            assertRefusal(await keyward.call('POST', path, { body }), 422, 'ValidationError');
          });
        }
      });
    });
  }

  describe(`429 of both logins on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('tries no password after ten failures from one address, not even the right one', async () => {
      const { email } = await addPerson(keyward);
      const login = (path: string, password = PASSWORD) =>
        keyward.call('POST', path, { body: { identifier: email, password } });
      for (let failure = 0; failure < 10; failure += 1) {
        const path = failure % 2 === 0 ? '/login' : '/login/password';
        assertRefusal(await login(path, `Wrong-horse-${failure}`), 401, 'InvalidCredentialsError');
      }
      for (const { path } of ROUTES) {
        const limited = await login(path);
        assertRefusal(limited, 429, 'RateLimitedError');
        assert.ok(Number(limited.headers.get('retry-after')) <= 15 * 60);
      }
      keyward.clock.advance(15 * 60_000);
      for (const { path } of ROUTES) assert.equal((await login(path)).status, 200);
    });
  });
}
