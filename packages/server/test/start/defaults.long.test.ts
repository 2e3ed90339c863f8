import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from '../support/command.ts';
import { runHere } from '../support/command-line.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../support/databases.ts';
import { type KeywardProcess, startProcess } from '../support/process.ts';
import { post } from './requests.ts';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a start without any setting', () => {
  let keyward: KeywardProcess;
  before(async () => {
    keyward = await startProcess();
  });
  after(() => keyward.kill('SIGKILL'));

  it('keeps what it generates and the database to itself, in the data directory', () => {
    const data = join(keyward.folder, 'keyward-data');
    assert.deepEqual(readdirSync(keyward.folder), ['keyward-data']);
    assert.equal(mode(data), '700');
    const files = readdirSync(data).filter((name) => statSync(join(data, name)).isFile());
    for (const name of ['jwt-secret', 'master-key', 'keyward.db']) assert.ok(files.includes(name), name);
    for (const name of files) assert.equal(mode(join(data, name)), '600', name);
    assert.equal(keyward.stderr(), '');
  });

  it('RE11: keeps a second process off its data directory, and commands at work in it', async () => {
    const data = join(keyward.folder, 'keyward-data');
    const env = { KEYWARD_DATA_DIR: data, KEYWARD_PORT: '0' };
    const refused = await runCommand(['serve'], { env });
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(
      refused.stderr,
      new RegExp(
        `^keyward: KEYWARD_DATA_DIR: ${data} is in use by the Keyward of process ${keyward.pid}, ${keyward.url}; stop that one\\. [^\\n]*KEYWARD_DATABASE_URL\\.\\n$`,
      ),
    );
    for (const command of [['cleanup'], ['logs', 'tail'], ['mailbox'], ['doctor']]) {
      const { code, stderr } = await runHere(command, { env });
      assert.deepEqual([code, stderr], [0, ''], command.join(' '));
    }
    assert.equal((await fetch(`${keyward.url}/livez`)).status, 200);
  });

  it('RE11: leaves the data directory to the next process, however it ends', async () => {
    await using database = await createTestDatabase('sqlite');
    const env = { KEYWARD_DATA_DIR: database.dataDir };
    const killed = await startProcess({ env });
    await killed.kill('SIGKILL');
    await using next = await startProcess({ env });
    assert.equal(next.stderr(), '');
  });

  it('answers the pulse', async () => {
    const pulse = await fetch(`${keyward.url}/auth/config/pulse`);
    const body: Record<string, unknown> = JSON.parse(await pulse.text());
    assert.deepEqual([pulse.status, body['status'], body['state']], [200, 'healthy', 'active']);
  });

  it('prints an aligned banner whose every address answers', async () => {
    const [title = '', , ...rows] = keyward.stdout().trimEnd().split('\n');
    assert.match(title, /^Keyward \d+\.\d+\.\d+\S* is ready$/);
    for (const row of rows) assert.match(row, /^ {2}.{9} {2}\S/);
    const labels = new Set(rows.map((row) => row.slice(2, 11).trim()));
    for (const label of [
      'API',
      'Console',
      'Sign-in',
      'Pulse',
      'Docs',
      'Reference',
      'Set up',
      'Mailbox',
      'Database',
      'Data',
      'Mode',
    ])
      assert.ok(labels.has(label), label);
    assert.match(
      rows.join('\n'),
      / {2}SQLite, keyward-data\/keyward\.db\n.* {2}keyward-data\n.* {2}development, profile documented$/,
    );

    const { port } = new URL(keyward.url);
    assert.match(
      rows.join('\n'),
      new RegExp(`/signin\n +to use passkeys, open http://localhost:${port}/signin\n`),
    );

    const [api, ...pages] = rows.flatMap((row) => row.match(/(?<= {2})http:\S+/) ?? []);
    assert.equal(api, `${keyward.url}/auth`);
    assert.equal((await fetch(api)).headers.get('content-type'), 'application/json; charset=utf-8');
    assert.ok(pages.includes(`${api}/config/pulse`));
    for (const page of pages) assert.equal((await fetch(page)).status, 200, page);
  });

  it('keeps sessions over a restart, because the generated secret stays', async () => {
    await using database = await createTestDatabase('sqlite');
    const env = { KEYWARD_DATA_DIR: database.dataDir };
    const first = await startProcess({ env });
    const person = { name: 'Ada', email: 'ada@example.org', password: 'Erstes1' };
    const { access_token: token } = await post(`${first.url}/auth/signup/password`, person);
    await first.kill('SIGTERM');
    await using second = await startProcess({ env });
    const me = await fetch(`${second.url}/auth/me`, {
      headers: { authorization: `Bearer ${String(token)}` },
    });
    assert.equal(me.status, 200);
  });
});

describe('the banner', () => {
  it('shows the outside address beside the one it listens on, and the warnings', async () => {
    await using keyward = await startProcess({
      env: { KEYWARD_PUBLIC_URL: 'https://id.example.org', KEYWARD_JWT_SECRET: 'kurz' },
    });
    const banner = keyward.stdout();
    assert.match(banner, /^ {2}API +https:\/\/id\.example\.org\/auth$/m);
    assert.match(banner, /^ {2}Listening +http:\/\/127\.0\.0\.1:\d+$/m);
    assert.match(banner, /^ {2}Set up +https:\/\/id\.example\.org\/setup#\S+$/m);
    assert.match(
      banner,
      /^ {2}Warning +KEYWARD_JWT_SECRET is shorter than 32 bytes; production refuses it\.$/m,
    );
    assert.ok(!banner.includes('kurz'));
  });

  it('shows where a PostgreSQL server is, but no credentials', { skip: WITHOUT_POSTGRES }, async () => {
    await using database = await createTestDatabase('postgres');
    await using keyward = await startProcess({
      env: { KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir },
    });
    const { host, pathname, username } = new URL(database.url);
    assert.ok(keyward.stdout().includes(`PostgreSQL, ${host}${pathname}\n`));
    assert.ok(!keyward.stdout().includes(`${username}@`) && !keyward.stdout().includes(`${username}:`));
  });
});
