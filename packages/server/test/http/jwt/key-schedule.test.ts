import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../support/databases.ts';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { headerOf } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

const DAY_MS = 86_400_000;
const OWN = 'a secret of somebody, which has more than 32 bytes';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the signing key is replaced on a schedule, two instances on ${kind}`, () => {
    let database: TestDatabase;
    let one: TestKeyward;
    let two: TestKeyward;
    before(async () => {
      database = await createTestDatabase(kind, 'tables');
      one = await startKeyward(kind, { database });
      two = await startKeyward(kind, { database, clock: one.clock });
    });
    after(async () => {
      await two[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
      await database.drop();
    });

    const inForce = ({ app }: TestKeyward = one) => app.services.settings.current.jwt;
    async function change(body: object): Promise<void> {
      const { token } = await addPerson(one, { role: 'superadmin' });
      const answer = await one.call('PATCH', '/config/jwt', { token, body });
      assert.equal(answer.status, 200, answer.text);
    }
    const jwks = async (keyward: TestKeyward) => {
      const { body } = await keyward.callRoot('GET', '/.well-known/jwks.json');
      return [body['keys']].flat().map((key) => Object(key).kid);
    };
    /** The hourly task of each instance, at the same time. */
    const everyHour = () => Promise.all([one, two].map(({ app }) => app.services.sweep()));
    const generation = () => inForce().key_generation;

    it('TK17: one instance replaces it when it is old enough, and the tokens of the replaced one stay good', async () => {
      await change({ create_key: true, algorithm: 'ES256' });
      const first = generation();
      one.clock.advance(90 * DAY_MS - 1);
      await everyHour();
      assert.equal(generation(), first);

      const { token } = await addPerson(one);
      one.clock.advance(1);
      await everyHour();
      await Promise.all([one, two].map(({ app }) => app.services.runtimeSettings.catchUp()));
      assert.equal(generation(), first + 1);
      assert.deepEqual(inForce(two), inForce());
      assert.equal(inForce().algorithm, 'ES256');
      const { token: next } = await addPerson(two);
      assert.notEqual(headerOf(next)['kid'], headerOf(token)['kid']);
      for (const keyward of [one, two]) {
        assert.deepEqual(await jwks(keyward), [headerOf(next)['kid'], headerOf(token)['kid']]);
        for (const bearer of [token, next])
          assert.equal((await keyward.call('GET', '/me', { token: bearer })).status, 200);
      }
      const told = await database.query(
        "select actor, data from events where type = 'settings.changed' order by id",
      );
      assert.deepEqual(
        told.map(({ actor }) => String(actor).split(':')[0]),
        ['account', 'service'],
      );
      assert.doesNotMatch(JSON.stringify(told), /PRIVATE KEY/);
    });

    it('TK17: does not replace a key that somebody else made, nor any where the setting says never', async () => {
      await change({ create_key: true, rotate_days: 0 });
      const created = generation();
      one.clock.advance(3650 * DAY_MS);
      await everyHour();
      assert.equal(generation(), created);

      await change({ secret_key: OWN, algorithm: 'HS256', rotate_days: 1 });
      const own = generation();
      one.clock.advance(3650 * DAY_MS);
      await everyHour();
      assert.equal(generation(), own);
    });

    it('TK17: does not replace it while the maximum number of replaced keys verify tokens', async () => {
      await change({ create_key: true, algorithm: 'ES256', rotate_days: 1, session_duration_days: 30 });
      const created = generation();
      for (let day = 0; day < 12; day += 1) {
        one.clock.advance(DAY_MS);
        await everyHour();
      }
      assert.equal(generation(), created + 8);
      one.clock.advance(30 * DAY_MS);
      await everyHour();
      assert.equal(generation(), created + 9);
    });
  });
}
