import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DATABASES } from '../../support/databases.ts';
import { databasesFor, usually } from '../../support/usual-size.ts';
import { signUpSuperadmin, suiteKeyward } from './logins.ts';
import { NAUGHTY_STRINGS } from './naughty-strings.ts';
import { bodyTakers, type Brief, eachOf, inject } from './requests.ts';

/** Internal details: stacks, files, SQL, words of databases and libraries. */
const INSIDE =
  /\bat (async )?\S+ \(|\.[jt]s:\d|node:|node_modules|\/(tmp|work|home|usr|var)\/|\bselect\b.*\bfrom\b|\binsert into\b|\bSQLITE|constraint|relation "|syntax error|\bpg_|kysely|fastify|\bajv\b|argon2/i;

function assertHarmless(answer: Brief, what: string): void {
  assert.ok(answer.status < 500, `${what}: ${answer.text}`);
  if (answer.status < 400) return;
  assert.equal(answer.body['success'], false, what);
  assert.doesNotMatch(answer.text, INSIDE, what);
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`naughty strings on ${kind}`, async () => {
    const keyward = await suiteKeyward(kind, {
      settings: {
        KEYWARD_LIMIT_ADDRESS: '100000/1h',
        KEYWARD_LIMIT_ACCOUNT: '100000/1h',
        KEYWARD_LIMIT_SIGNUPS: '100000/1h',
      },
    });
    const takers = await bodyTakers();
    const { id: superadmin, token } = await signUpSuperadmin(keyward);
    // Hashing would take most of the time; a password of this length is not hashed.
    const hashing = kind === 'sqlite' ? '/auth/login/password' : '/auth/signup/password';
    const unhashed = { password: 'x'.repeat(1_025) };

    it('HD3: break nothing and reveal nothing in any field of any endpoint', async (test) => {
      // A full run sends each string to each endpoint on one database, a normal run to every 26th endpoint.
      // Stored strings are tested on both databases below.
      const nth = usually(26, 1) * DATABASES.length;
      const cases = takers.flatMap((taker, row) =>
        NAUGHTY_STRINGS.filter((_, column) => (row + column) % nth === DATABASES.indexOf(kind)).map(
          (text) => ({ taker, text }),
        ),
      );
      let deeper = 0;
      await eachOf(cases, async ({ taker, text }) => {
        const { texts, name } = taker;
        const long = texts.includes('password') && taker.path !== hashing ? unhashed : {};
        const everywhere = { ...Object.fromEntries(texts.map((field) => [field, text])), ...long };
        const answer = await inject(keyward, taker, everywhere, token);
        assertHarmless(answer, `${name} with ${JSON.stringify(text)}`);
        if (answer.body['error'] !== 'ValidationError') return;
        // One invalid field hides the effect of the others.
        const refused = answer.body.details?.fields?.map(({ path }) => path) ?? [];
        for (const field of texts.filter((one) => !refused.includes(one))) {
          deeper += 1;
          const single = await inject(keyward, taker, { ...taker.body(), [field]: text, ...long }, token);
          assertHarmless(single, `${name} with ${field} = ${JSON.stringify(text)}`);
        }
      });
      test.diagnostic(`${cases.length + deeper} answers compared`);
      assert.ok(deeper > usually(35, 1_000), String(deeper));
      const ready = await keyward.callRoot('GET', '/readyz');
      assert.equal(ready.status, 200, ready.text);
    });

    it('HD3: break nothing as names of fields, in headers, in paths and in queries', async () => {
      const some = NAUGHTY_STRINGS.filter((_, index) => index % DATABASES.length === DATABASES.indexOf(kind));
      await eachOf(some, async (text) => {
        const what = JSON.stringify(text);
        const body = `{"identifier":"a","password":"b",${JSON.stringify(text)}:1}`;
        const named = await keyward.call('POST', '/login', { body });
        // The answer names the field that it refuses.
        assertHarmless({ ...named, text: named.text.replaceAll(what.slice(1, -1), '') }, what);
        const encoded = encodeURIComponent(text.toWellFormed()).slice(0, 8_000);
        assertHarmless(await keyward.call('GET', `/${encoded}?${encoded}=${encoded}`), what);
        assertHarmless(await keyward.call('GET', `/me?q=${encoded}`, { token }), what);
        const header = encoded.slice(0, 1_000);
        const headers = {
          'user-agent': header,
          'x-request-id': header,
          'accept-language': header,
          origin: header,
        };
        assertHarmless(await keyward.call('POST', '/login', { body: '{}', headers }), what);
        assertHarmless(
          await keyward.call('GET', '/me', { headers: { authorization: `Bearer ${header}` } }),
          what,
        );
      });
    });

    it('HD3: come back unchanged where they are accepted', async () => {
      const kept: string[] = [];
      let [own, used] = ['', 0];
      await eachOf(
        NAUGHTY_STRINGS,
        async (name) => {
          // Others than above, and several: each may change a name only so many times.
          if (used % 100 === 0) ({ token: own } = await keyward.signUp());
          used += 1;
          const patched = await keyward.call('PATCH', '/me', { token: own, body: { name } });
          if (patched.status !== 200) return;
          assert.equal(patched.body['name'], name.trim());
          const me = await keyward.call('GET', '/me', { token: own });
          assert.equal(Object(me.body['account']).name, name.trim());
          kept.push(name);
        },
        1,
      );
      assert.ok(kept.length > 100, String(kept.length));
    });

    it('DB1: injected SQL finds nobody and changes nothing', async () => {
      const count = async () =>
        (await keyward.database.query('select count(*) as n from accounts'))[0]?.['n'];
      const before = Number(await count());
      const { handle } = await keyward.signUp({ name: "Robert'); DROP TABLE accounts;--" });
      const injections = [
        `${handle}' --`,
        `${handle}'/*`,
        `' OR handle_key = '${handle}`,
        `x' UNION SELECT * FROM accounts WHERE handle_key = '${handle}' --`,
        `'; UPDATE accounts SET role = 'superadmin'; --`,
        `${handle}\\`,
        `${handle}\u02bc OR 1=1`,
        "' OR 1=1 --",
        '" OR ""="',
        '%',
        '_',
        '%@example.org',
        `${handle.slice(0, -1)}_`,
        `${handle.slice(0, -1)}%`,
        '*',
      ];
      for (const identifier of injections) {
        for (const [path, refused] of [
          ['/login/password', 404],
          ['/login', 401],
        ] as const) {
          const answer = await keyward.call('POST', path, {
            body: { identifier, password: 'Correct-horse-1' },
          });
          assert.equal(answer.status, refused, `${identifier}: ${answer.text}`);
        }
      }
      for (const injection of injections) {
        const { id, token: own } = await keyward.signUp();
        const headers = { 'user-agent': encodeURIComponent(injection) };
        await keyward.call('PATCH', '/me', { token: own, body: { name: injection }, headers });
        const [row] = await keyward.database.query('select name, role from accounts where id = $1', [id]);
        assert.deepEqual({ ...row }, { name: injection, role: 'user' });
      }
      const superadmins = await keyward.database.query("select id from accounts where role <> 'user'");
      assert.deepEqual(
        superadmins.map((row) => row['id']),
        [superadmin],
      );
      assert.equal(Number(await count()), before + 1 + injections.length);
    });
  });
}
