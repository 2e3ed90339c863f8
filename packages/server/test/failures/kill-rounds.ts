import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type DatabaseKind } from '../support/databases.ts';
import { startProcess } from '../support/process.ts';
import { WITHOUT_LIMITS } from './without-limits.ts';
import { clientOf, type Send } from './client.ts';
import { logIn, newPerson, type Person, signUp, verify, write, type Write } from './people.ts';
import { seededRandom } from './random.ts';

/** Passwords cost little, so that most of the time goes into writes. */
export const CHEAP_SERVICE = fileURLToPath(new URL('../support/cheap-service.ts', import.meta.url));
const CLIENTS = 8;
const PAUSE_MS = 15;
/** A client continues with its newest people; the others wait for the last round. */
const ACTIVE = 2;
const SESSIONS = 3;
const ATTEMPTS = 20;
const ATTEMPT_MS = 500;

/** Hashing a password takes longer than anything else, so the writes without come more often. */
const MIX: readonly (readonly ['signUp' | 'logIn' | Write, number])[] = [
  ['signUp', 0.08],
  ['logIn', 0.14],
  ['changePassword', 0.12],
  ['logOut', 0.1],
  ['refresh', 0.28],
  ['rename', 0.28],
];

export interface KillRounds {
  kind: DatabaseKind;
  rounds: number;
  /** What comes between whose writes differs for the same seed all the same. */
  seed: number;
  /** The kill comes after so many acknowledged writes, and so long after the last of them. */
  writes: { least: number; most: number };
  onRound?: () => void;
}

export interface Killed {
  /** Requests. */
  sent: number;
  /** Writes that were acknowledged. */
  writes: number;
  people: number;
  /** Answers that were compared with what was acknowledged. */
  checks: number;
}

/**
 * Kills the service again and again under a load of writes, on one database.
 * @throws AssertionError when it has lost an acknowledged write, or done one by half
 */
export async function killRounds({
  kind,
  rounds,
  seed,
  writes: range,
  onRound,
}: KillRounds): Promise<Killed> {
  const random = seededRandom(seed);
  await using database = await createTestDatabase(kind);
  const env = {
    KEYWARD_DATABASE_URL: database.url,
    KEYWARD_DATA_DIR: database.dataDir,
    KEYWARD_DUAL_TOKEN_MODE: 'on',
    // Those of the first round are shown again after the last.
    KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
    // All people have one address; and a guess that was under way at a kill keeps its place until its window ends.
    ...WITHOUT_LIMITS,
  };
  let sent = 0;
  const start = async () => {
    const keyward = await startProcess({ script: CHEAP_SERVICE, args: [], env });
    const ask = clientOf(`${keyward.url}/auth`);
    /** What is refused for now may be done or not, like what is not answered. */
    const send: Send = async (...request) => {
      sent += 1;
      const answer = await ask(...request);
      if (answer.status === 503) throw new Error('refused for now');
      return answer;
    };
    return { keyward, send, patiently: patient(send) };
  };
  const clients = Array.from({ length: CLIENTS }, () => ({
    people: new Array<Person>(),
    random: seededRandom(random() * 2 ** 32),
  }));

  let writes = 0;
  let checks = 0;
  let { keyward, send, patiently } = await start();
  for (let round = 0; round < rounds; round += 1) {
    const enough = Promise.withResolvers<void>();
    let left = Math.floor(range.least + random() * (range.most - range.least));
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
    ({ keyward, send, patiently } = await start());
    // Whom a client has not touched in this round, it checks in the last.
    const last = round === rounds - 1;
    await Promise.all(
      clients.map(async ({ people }) => {
        for (const person of last ? people : people.slice(-ACTIVE)) {
          const compared = await verify(person, patiently, last);
          checks += compared;
        }
      }),
    );
    onRound?.();
  }
  const people = clients.flatMap((client) => client.people).length;
  const [row] = await database.query('select count(*) as accounts from accounts');
  assert.equal(row?.['accounts'], people);
  if (kind === 'sqlite') {
    const problems = await database.query('select * from pragma_integrity_check');
    assert.deepEqual(problems, [{ integrity_check: 'ok' }]);
    assert.deepEqual(await database.query('select * from pragma_foreign_key_check'), []);
  }
  assert.deepEqual(await keyward.kill('SIGTERM'), { code: 0, signal: null });
  return { sent, writes, people, checks };
}

/** Asks again, for some seconds, where no answer comes for now: a busy machine is no loss. */
export function patient(send: Send): Send {
  return async (...request) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(...request);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
      await delay(ATTEMPT_MS);
    }
  };
}

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

/** Does one write as somebody new or one of the newest people, whom it remembers. @throws when it is not answered */
export async function writeSomething(people: Person[], random: () => number, send: Send): Promise<void> {
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
