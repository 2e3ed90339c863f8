import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, DATABASES, type DatabaseKind, type TestDatabase } from '../support/databases.ts';
import { PASSWORD } from '../support/keyward.ts';
import { SOURCE_COMMAND_LINE, startProcess } from '../support/process.ts';
import { type Asker, askerOf } from './asked.ts';
import { olderRef, olderTree } from './older-release.ts';
import type { Part } from './part.ts';

const PEOPLE = 10;
const START_MS = 60_000;
const SECRETS = {
  KEYWARD_JWT_SECRET: 'a-secret-for-all-instances-of-this-run',
  KEYWARD_MASTER_KEY: '5a'.repeat(32),
};

interface Person {
  email: string;
  token: string;
}

/** Starts a release on a database, and gives what sends requests to it. */
async function startRelease(script: string, database: TestDatabase) {
  const keyward = await startProcess({
    script,
    env: { ...SECRETS, KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir },
    timeoutMs: START_MS,
  });
  return { keyward, asker: askerOf(keyward.url) };
}

async function signUp(asker: Asker, email: string): Promise<Person> {
  const signUps = { name: 'Ada', email, password: PASSWORD };
  const { status, body } = await asker.ask('POST', '/signup/password', { body: signUps });
  assert.equal(status, 200, JSON.stringify(body));
  return { email, token: String(body['access_token']) };
}

/** @returns the number of checks: each person is still signed in, and signs in again */
async function assertThere(asker: Asker, people: readonly Person[]): Promise<number> {
  for (const { email, token } of people) {
    const me = await asker.ask('GET', '/me', { token });
    assert.equal(me.status, 200, JSON.stringify(me.body));
    const login = await asker.ask('POST', '/login', { body: { identifier: email, password: PASSWORD } });
    assert.equal(login.status, 200, JSON.stringify(login.body));
  }
  return 2 * people.length;
}

/** Copies a database as its operator does: by `keyward backup` and `restore` on SQLite, by the server on PostgreSQL. */
async function copyOf(database: TestDatabase, script: string): Promise<TestDatabase> {
  const copy = await createTestDatabase(database.kind);
  if (database.kind === 'postgres') {
    const name = new URL(copy.url).pathname.slice(1);
    await database.query(`drop database ${name} with (force)`);
    await database.query(`create database ${name} template ${new URL(database.url).pathname.slice(1)}`);
    return copy;
  }
  const file = join(copy.dataDir, 'backup.tar');
  for (const [act, dataDir] of [
    ['backup', database.dataDir],
    ['restore', copy.dataDir],
  ] as const) {
    const env = { ...SECRETS, KEYWARD_DATA_DIR: dataDir };
    const { code, stderr } = await runCommand([act, file], { script, env });
    assert.equal(code, 0, stderr);
  }
  return copy;
}

async function upgradeOn(kind: DatabaseKind, older: string): Promise<number> {
  await using database = await createTestDatabase(kind);
  const people: Person[] = [];
  const old = await startRelease(older, database);
  for (let index = 0; index < PEOPLE; index++)
    people.push(await signUp(old.asker, `ada${index}@example.org`));
  old.asker.close();
  await old.keyward.kill('SIGTERM');
  await using copy = await copyOf(database, older);

  const present = await startRelease(SOURCE_COMMAND_LINE, database);
  let checked = await assertThere(present.asker, people);
  const later = await signUp(present.asker, 'later@example.org');
  checked += await assertThere(present.asker, [later]);
  present.asker.close();
  await present.keyward.kill('SIGTERM');
  await assert.rejects(startRelease(older, database), /The database was written by a newer Keyward/);

  const back = await startRelease(older, copy);
  checked += await assertThere(back.asker, people);
  const gone = await back.asker.ask('GET', '/me', { token: later.token });
  assert.equal(gone.status, 401, 'what came after the backup is gone');
  back.asker.close();
  await back.keyward.kill('SIGTERM');
  return checked + 2;
}

export const upgrade: Part = {
  name: 'upgrade',
  about: 'The data of an older release, taken over by this one, and back to the backup',
  limit: 6,
  async run(tell) {
    const ref = olderRef();
    const older = olderTree(ref);
    let checked = 0;
    try {
      for (const kind of DATABASES) {
        checked += await upgradeOn(kind, older.commandLine);
        tell(`${kind}: from ${ref.slice(0, 12)} to this version, and back`);
      }
    } finally {
      older.folder.remove();
    }
    return { sent: 0, injected: '–', checked, lost: 0, worstMs: null, slopeKib: null };
  },
};
