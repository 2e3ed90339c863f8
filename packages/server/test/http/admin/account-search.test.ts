import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { openStore } from '../../../src/store/database.ts';
import { applyMigrations } from '../../../src/store/migrations/maintenance.ts';
import { optionsOf } from '../../store/stores.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../../support/databases.ts';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addSuperadmin } from './admin.ts';

/** What a search by this query finds: the names, in alphabetical order, which are as many as the total. */
async function namesBy(keyward: TestKeyward, token: string, query: Record<string, string>) {
  const search = new URLSearchParams(query).toString();
  const { status, body } = await keyward.call('GET', `/account/?${search}`, { token });
  assert.equal(status, 200, JSON.stringify([query, body]));
  const { accounts, total } = body;
  assert.ok(Array.isArray(accounts));
  assert.equal(total, accounts.length);
  return accounts.map((account) => String(Object(account).name)).toSorted();
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`searches for accounts on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let token: string;
    const named = (q: string, filter = {}) => namesBy(keyward, token, { q, ...filter });
    before(async () => {
      ({ token } = await addSuperadmin(keyward, { name: 'Root', email: 'root@keyward.test', handle: 'zz' }));
      const people = [
        {
          name: 'Ada Lovelace',
          email: 'ada@analytical-engine.example',
          handle: 'countess',
          phone: '+4930123456',
        },
        { name: 'Grace Hopper', email: 'grace.hopper@navy.example', handle: 'cobol', status: 'pending' },
        { name: 'Łukasz Ångström-Żółć', email: 'lukasz@xn--bcher-kva.example', handle: 'optics' },
        { name: '山田 太郎左衛門', email: 'taro@nippon.example', handle: 'taro' },
        { name: '100%_off "NEAR" a*b', email: 'odd_one+tag@odd.example', handle: 'odd' },
        { name: 'De la Cruz', email: 'cruz@odder.example', handle: 'delacruz' },
        { name: 'Banana Split', email: 'split@fruit.example', handle: 'fruit' },
      ];
      for (const person of people) await addPerson(keyward, person);
    });

    it('find parts of names, emails and handles, in any case', async () => {
      for (const q of ['lovelace', 'LACE', 'vel', 'analytical', 'tical-eng', 'untess', 'a@ana'])
        assert.deepEqual(await named(q), ['Ada Lovelace'], q);
      assert.deepEqual(await named('navy.example'), ['Grace Hopper']);
      assert.equal((await named('.example')).length, 7);
      assert.deepEqual(await named('lovelaces'), []);
      // Its trigrams are all there.
      assert.deepEqual(await named('nanana'), []);
      assert.deepEqual(await named('anana'), ['Banana Split']);
    });

    it('find all words in any order, short ones too, but no word across two fields', async () => {
      for (const q of ['Lovelace Ada', ' ada   lovelace ', 'engine ada', 'lovelace a', 'ada ada love'])
        assert.deepEqual(await named(q), ['Ada Lovelace'], q);
      assert.deepEqual(await named('cruz de la'), ['De la Cruz']);
      assert.deepEqual(await named('ada hopper'), []);
      assert.deepEqual(await named('lovelaceada'), []);
      assert.deepEqual(await named('LovelaceAda@'), []);
    });

    it('find beginnings of texts that are too short, of phones and of uids', async () => {
      assert.deepEqual(await named('gr'), ['Grace Hopper']);
      assert.deepEqual(await named('op'), ['Łukasz Ångström-Żółć']);
      assert.deepEqual(await named('de la'), ['De la Cruz']);
      assert.deepEqual(await named('山田'), ['山田 太郎左衛門']);
      assert.deepEqual(await named('+49 30 123'), ['Ada Lovelace']);
      const { body } = await keyward.call('GET', '/account/?q=lovelace', { token });
      const [{ uid }] = Object(body['accounts']);
      assert.deepEqual(await named(String(uid).slice(0, 13)), ['Ada Lovelace']);
    });

    it('find letters of every script, and emails by their international domain', async () => {
      for (const q of ['ngström', 'STRÖM', 'żół', 'ŁUKASZ', 'lukasz@bücher.example'])
        assert.deepEqual(await named(q), ['Łukasz Ångström-Żółć'], q);
      // Accents count.
      assert.deepEqual(await named('angstrom'), []);
      assert.deepEqual(await named('太郎左'), ['山田 太郎左衛門']);
    });

    it('DB1: treat wildcards, quotes and operators of the indexes literally', async () => {
      for (const q of [
        '100%',
        '%_off',
        '"near"',
        'near "',
        '_one',
        '100 a*b',
        '+tag',
        'near 100',
        '%_off _off',
      ])
        assert.deepEqual(await named(q), ['100%_off "NEAR" a*b'], q);
      for (const q of [
        'ada%lace',
        'ada_lovelace',
        'lovelac%',
        'lovel*',
        '%ada%',
        '^ada',
        'text:ada',
        '-hopper',
        'ada OR hopper',
        'ada AND lovelace',
        'NOT ada',
        'NEAR(ada lovelace)',
        '{text}:ada',
        '"ada"',
        "ada'",
        'ada" OR "hopper',
        String.raw`lovelac\e`,
        String.raw`\ada`,
        '%%%',
        '"""',
        '***',
      ])
        assert.deepEqual(await named(q), [], q);
    });

    it('search one field by the same index, and together with filters', async () => {
      const field = (name: string, value: string, more = {}) =>
        namesBy(keyward, token, { field: name, value, ...more });
      assert.deepEqual(await field('name', 'lovelace'), ['Ada Lovelace']);
      assert.deepEqual(await field('name', 'ANGSTR'), []);
      assert.deepEqual(await field('name', 'ÅNGSTR'), ['Łukasz Ångström-Żółć']);
      assert.deepEqual(await field('email', 'NAVY'), ['Grace Hopper']);
      assert.deepEqual(await field('email', 'hopper grace'), []);
      assert.deepEqual(await field('handle', 'lovelace'), []);
      assert.deepEqual(await field('email', 'exam', { q: 'race' }), ['Grace Hopper']);
      assert.deepEqual(await field('handle', 'co', { q: '.example' }), ['Ada Lovelace', 'Grace Hopper']);
      assert.deepEqual(await named('.example', { status: 'pending' }), ['Grace Hopper']);
      assert.deepEqual(await named('lovelace', { status: 'pending' }), []);
    });

    it('answer a search of any length', async () => {
      assert.deepEqual(await named('lovelace '.repeat(35).trim()), ['Ada Lovelace']);
      const letters = Array.from({ length: 320 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
      assert.deepEqual(await named(letters), []);
      assert.deepEqual(await named(letters.replaceAll(/(...)./gu, '$1 ')), []);
    });

    it('find the current values of an account, and none that were removed or rolled back', async () => {
      const { id } = await addPerson(keyward, { name: 'Barbara Liskov', email: 'liskov@mit.example' });
      const change = (body: object) =>
        keyward.call('PATCH', '/account/', { token, body: { account_id: id, ...body } });
      assert.deepEqual(await named('iskov'), ['Barbara Liskov']);
      assert.equal((await change({ name: 'Barbara Huberman' })).status, 200);
      assert.deepEqual(await named('huberman'), ['Barbara Huberman']);
      assert.equal((await change({ email: 'barbara@lcs.example' })).status, 200);
      assert.deepEqual(await named('iskov'), []);
      assert.deepEqual(await named('lcs.exam'), ['Barbara Huberman']);
      // Another account has the email.
      assert.equal((await change({ name: 'Barbara Wing', email: 'cruz@odder.example' })).status, 409);
      assert.deepEqual(await named('wing'), []);
      await assert.rejects(
        keyward.app.services.store.transaction(async ({ accounts }) => {
          await accounts.update(id, { name: 'Barbara Shaw' });
          await accounts.delete(id);
          throw new Error('rolled back');
        }),
        /rolled back/,
      );
      assert.deepEqual(await named('shaw'), []);
      assert.deepEqual(await named('huberman'), ['Barbara Huberman']);
      const gone = await keyward.call('DELETE', '/account/', { token, body: { account_id: id } });
      assert.equal(gone.status, 200);
      assert.deepEqual(await named('barbara'), []);
      const left = "select rowid from account_texts where account_texts match 'bar'";
      if (kind === 'sqlite') assert.deepEqual(await keyward.database.query(left), []);
    });
  });
}

describe('searches without the extension of PostgreSQL', { skip: WITHOUT_POSTGRES }, () => {
  it('find beginnings, and parts as soon as there is an index', async () => {
    await using keyward = await startKeyward('postgres');
    const { token } = await addSuperadmin(keyward, { name: 'Ada Lovelace' });
    const findings = async () => {
      const { text } = await keyward.call('GET', '/config/findings', { token });
      keyward.clock.advance(10_000);
      return text;
    };
    assert.deepEqual(await namesBy(keyward, token, { q: 'lovelace' }), ['Ada Lovelace']);
    assert.doesNotMatch(await findings(), /pg_trgm/);
    await keyward.database.query('drop extension pg_trgm cascade');
    assert.deepEqual(await namesBy(keyward, token, { q: 'lovelace' }), []);
    assert.deepEqual(await namesBy(keyward, token, { q: 'ada love' }), ['Ada Lovelace']);
    assert.deepEqual(await namesBy(keyward, token, { field: 'name', value: 'lovel' }), ['Ada Lovelace']);
    assert.match(await findings(), /CREATE EXTENSION pg_trgm/);
    await applyMigrations(optionsOf(keyward.database));
    assert.deepEqual(await namesBy(keyward, token, { q: 'lovelace' }), ['Ada Lovelace']);
    assert.doesNotMatch(await findings(), /pg_trgm/);
  });

  it('work where the role may not create it, and use it once the owner has created it elsewhere', async () => {
    await using database = await createTestDatabase('postgres');
    const query = (statement: string) => database.query(statement);
    const role = `limited_${randomBytes(6).toString('hex')}`;
    await query(`create role ${role} login password 'limited'`);
    await query(`grant create on schema public to ${role}`);
    const limited = Object.assign(new URL(database.url), { username: role, password: 'limited' }).href;
    const options = optionsOf({ kind: 'postgres', url: limited });
    const findsParts = async () => {
      const store = await openStore(options);
      try {
        return await store.findsParts();
      } finally {
        await store.close();
      }
    };
    try {
      assert.equal(await findsParts(), false);
      await query('create schema extensions');
      await query('create extension pg_trgm schema extensions');
      await query(`grant usage on schema extensions to ${role}`);
      assert.equal(await findsParts(), true);
    } finally {
      await query(`drop owned by ${role} cascade`);
      await query(`drop role ${role}`);
    }
  });
});
