import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type DatabaseKind } from '../support/databases.ts';
import { startProcess } from '../support/process.ts';
import { WITHOUT_LIMITS } from './without-limits.ts';
import { clientOf, type Send } from './client.ts';
import { logIn, newPerson, type Person, signUp, verify, write, type Write } from './people.ts';
import { seededRandom } from './random.ts';

/** Passwords hash fast, so that most of the time goes into writes. */
export const CHEAP_SERVICE = fileURLToPath(new URL('../support/cheap-service.ts', import.meta.url));
const CLIENTS = 8;
const PAUSE_MS = 15;
/** A client continues with its newest people; the others wait for the last round. */
const ACTIVE = 2;
const SESSIONS = 3;
const ATTEMPTS = 20;
const ATTEMPT_MS = 500;

/** Hashing is slowest, so writes without a password are more frequent. */
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
  /** The interleaving of writes differs even for the same seed. */
  seed: number;
  /** The kill follows this number of acknowledged writes, after this delay. */
  writes: { least: number; most: number };
  onRound?: () => void;
}

export interface Killed {
  /** Requests. */
  sent: number;
  /** Writes that were acknowledged. */
  writes: number;
  people: number;
  /** Answers that were compared with acknowledged writes. */
  checks: number;
}

/**
 * Kills the service again and again under a load of writes, on one database.
 * @throws AssertionError for a lost or partial acknowledged write
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
    // The tokens of the first round are tried again after the last.
    KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
    // All people have one address, and a guess that a kill interrupts keeps its place until its window ends.
    ...WITHOUT_LIMITS,
  };
  let sent = 0;
  const start = async () => {
    const keyward = await startProcess({ script: CHEAP_SERVICE, args: [], env });
    const ask = clientOf(`${keyward.url}/auth`);
    /** A 503 means unknown, like a missing answer. */
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
    // People that a client did not touch in this round are checked in the last one.
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

/** Retries for some seconds without an answer, because a busy machine is not a loss. */
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

/** Does one write as a new person or one of the newest ones. @throws without an answer */
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
