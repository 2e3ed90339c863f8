import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, DATABASES, type DatabaseKind } from '../support/databases.ts';
import { startProcess } from '../support/process.ts';
import { clientOf, type Send } from './client.ts';
import { logIn, newPerson, type Person, signUp, verify, write, type Write } from './people.ts';
import { seededRandom } from './random.ts';

/** Set it to repeat a run; what comes between whose writes differs all the same. */
const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);

const ROUNDS: Record<DatabaseKind, number> = { sqlite: 5, postgres: 2 };
const CLIENTS = 8;
/** The kill comes after so many acknowledged writes, and so long after the last of them. */
const WRITES = { least: 5, most: 60 };
const PAUSE_MS = 15;
/** A client goes on with its newest people; the others wait for the last round. */
const ACTIVE = 2;
const SESSIONS = 3;

/** Hashing a password takes longer than anything else, so the writes without come more often. */
const MIX: readonly (readonly ['signUp' | 'logIn' | Write, number])[] = [
  ['signUp', 0.08],
  ['logIn', 0.14],
  ['changePassword', 0.12],
  ['logOut', 0.1],
  ['refresh', 0.28],
  ['rename', 0.28],
];

/** Writes of one client, one after another, until the service is gone. */
async function writeUntilKilled(
  people: Person[],
  random: () => number,
  send: Send,
  acknowledged: () => void,
): Promise<void> {
  for (;;) {
    try {
      await writeSomething(people, random, send);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
    acknowledged();
  }
}

async function writeSomething(people: Person[], random: () => number, send: Send): Promise<void> {
  const what = chosen(random());
  const person = people.at(-1 - Math.floor(random() * Math.min(ACTIVE, people.length)));
  if (person === undefined || what === 'signUp') {
    const added = newPerson();
    people.push(added);
    return signUp(added, send);
  }
  const live = person.sessions.filter(({ state }) => state === 'live');
  const session = live[Math.floor(random() * live.length)];
  if (session === undefined || (what === 'logIn' && live.length < SESSIONS)) return logIn(person, send);
  return write(what === 'logIn' ? 'logOut' : what, person, session, send);
}

function chosen(random: number): (typeof MIX)[number][0] {
  let sum = 0;
  return MIX.find(([, share]) => random < (sum += share))?.[0] ?? 'refresh';
}

describe('SIGKILL under a load of writes', { concurrency: 2 }, () => {
  for (const kind of DATABASES) {
    it(`RE1: loses no acknowledged write on ${kind}, and leaves none half done, in ${ROUNDS[kind]} rounds`, async (test) => {
      test.diagnostic(`TEST_SEED=${SEED}`);
      const random = seededRandom(SEED);
      await using database = await createTestDatabase(kind);
      const env = {
        KEYWARD_DATABASE_URL: database.url,
        KEYWARD_DATA_DIR: database.dataDir,
        KEYWARD_DUAL_TOKEN_MODE: 'on',
        // All people come from one address.
        KEYWARD_LIMIT_SIGNUPS: '1000000/1h',
      };
      const start = async () => {
        const keyward = await startProcess({ env });
        return { keyward, send: clientOf(`${keyward.url}/auth`) };
      };
      const clients = Array.from({ length: CLIENTS }, () => ({
        people: new Array<Person>(),
        random: seededRandom(random() * 2 ** 32),
      }));

      let writes = 0;
      let checks = 0;
      let { keyward, send } = await start();
      for (let round = 0; round < ROUNDS[kind]; round += 1) {
        const enough = Promise.withResolvers<void>();
        let left = Math.floor(WRITES.least + random() * (WRITES.most - WRITES.least));
        const load = Promise.all(
          clients.map((client) =>
            writeUntilKilled(client.people, client.random, send, () => {
              writes += 1;
              left -= 1;
              if (left === 0) enough.resolve();
            }),
          ),
        );
        // Before anybody is killed, only a failed check ends the load.
        await Promise.race([load, enough.promise]);
        await delay(random() * PAUSE_MS);
        await keyward.kill('SIGKILL');
        assert.equal(keyward.stderr(), '');
        await load;
        ({ keyward, send } = await start());
        // Whom a client has not touched in this round, it checks in the last.
        const last = round === ROUNDS[kind] - 1;
        await Promise.all(
          clients.map(async ({ people }) => {
            for (const person of last ? people : people.slice(-ACTIVE)) {
              const compared = await verify(person, send, last);
              checks += compared;
            }
          }),
        );
      }
      const people = clients.flatMap((client) => client.people);
      const [row] = await database.query('select count(*) as accounts from accounts');
      assert.equal(row?.['accounts'], people.length);
      if (kind === 'sqlite') {
        const problems = await database.query('select * from pragma_integrity_check');
        assert.deepEqual(problems, [{ integrity_check: 'ok' }]);
        assert.deepEqual(await database.query('select * from pragma_foreign_key_check'), []);
      }
      assert.deepEqual(await keyward.kill('SIGTERM'), { code: 0, signal: null });
      test.diagnostic(`${writes} acknowledged writes by ${people.length} people, ${checks} answers compared`);
    });
  }
});
