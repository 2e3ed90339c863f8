import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { requestFrom } from '../../support/raw-http.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { addReader, filesOf, numbersOf, range, type Reader, writeNumbered } from './logs.ts';

describe('snapshots of the logs', () => {
  const keyward = suiteKeyward('sqlite');
  let reader: Reader;
  before(async () => {
    reader = await addReader(keyward);
  });
  const folder = () => join(keyward.database.dataDir, 'logs', 'store');

  it('201: a copy that stays as it is while the log continues and is emptied', async () => {
    writeNumbered(keyward, 0, 500);
    const answer = await reader.ask('POST', '/log', { name: 'before-it', source: 'app' });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.body['success'], true);
    const { snapshot } = answer.body;
    assert.deepEqual(Object.keys(snapshot ?? {}).slice(0, 3), ['name', 'source', 'filename']);
    writeNumbered(keyward, 500, 600);
    await reader.ask('POST', '/log/app/reset');
    const read = await reader.records('/log/app-before-it?event=test.number&limit=5000');
    assert.deepEqual(numbersOf(read), range(0, 500));
    const file = filesOf(keyward)['store/app-before-it.log'] ?? '';
    assert.ok(file.endsWith('}\n') && file.includes('"number 499"') && !file.includes('"number 500"'));
    const page = await reader.ask('GET', '/log/app-before-it?event=test.number&order=desc&limit=1');
    assert.deepEqual([page.body['filename'], page.body['total_records']], ['app-before-it.log', 500]);
  });

  it('PT2: of many for one name at once, one is made, and it is never overwritten', async () => {
    writeNumbered(keyward, 0, 100);
    const body = { name: 'raced', source: 'app' };
    const answers = await Promise.all(range(0, 8).map(() => reader.ask('POST', '/log', body)));
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 1);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) assertRefusal(answer, 409, 'SnapshotAlreadyExistsError');
    const file = filesOf(keyward)['store/app-raced.log'];
    await reader.ask('POST', '/log/app/reset');
    assertRefusal(await reader.ask('POST', '/log', body), 409, 'SnapshotAlreadyExistsError');
    assert.equal(filesOf(keyward)['store/app-raced.log'], file);
    assert.equal((await reader.ask('POST', '/log', { name: 'raced', source: 'server' })).status, 201);
  });

  it('204: deletes a copy; 404 when there is none; 403 for the logs themselves', async () => {
    await reader.ask('POST', '/log', { name: 'short_lived', source: 'server' });
    const deleted = await reader.ask('DELETE', '/log/server-short_lived');
    assert.deepEqual([deleted.status, deleted.text], [204, '']);
    assertRefusal(await reader.ask('DELETE', '/log/server-short_lived'), 404, 'LogNotFoundError');
    assertRefusal(await reader.ask('GET', '/log/server-short_lived'), 404, 'LogNotFoundError');
    for (const name of ['app', 'server']) {
      assertRefusal(await reader.ask('DELETE', `/log/${name}`), 403, 'PrimaryLogError');
    }
  });

  it('422: a name or source that does not fit', async () => {
    const names = ['', 'a b', 'a.b', '../a', 'a/b', 'ä', 'a\n', 'x'.repeat(65), 7, null];
    for (const name of names) {
      assertRefusal(await reader.ask('POST', '/log', { name, source: 'app' }), 422, 'ValidationError', [
        'name',
      ]);
    }
    for (const source of ['', 'App', 'mail', 7]) {
      const answer = await reader.ask('POST', '/log', { name: 'x', source });
      assertRefusal(answer, 422, 'ValidationError', ['source']);
    }
    assertRefusal(await reader.ask('POST', '/log', {}), 422, 'ValidationError', ['name', 'source']);
    const more = { name: 'x', source: 'app', path: '/tmp' };
    assertRefusal(await reader.ask('POST', '/log', more), 422, 'ValidationError', ['path']);
    const longest = { name: 'x'.repeat(64), source: 'server' };
    assert.equal((await reader.ask('POST', '/log', longest)).status, 201);
    assert.equal((await reader.ask('GET', `/log/server-${longest.name}`)).status, 200);
  });

  it('PT2: no name leads out of the folder', async () => {
    writeFileSync(join(keyward.database.dataDir, 'app-outside.log'), 'outside\n');
    const { token } = reader;
    const names = [
      '..%2fapp',
      '..%2Fapp-outside',
      '%2e%2e%2fapp-outside',
      'store%2fapp-raced',
      'app-..%2fapp-outside',
      'app-x%00',
      'app-raced%0a',
      'app-raced.log',
      'app.log',
      `app-${'x'.repeat(65)}`,
      `app-${'x'.repeat(190)}`,
      'app-%C3%A4',
      'app-..',
    ];
    for (const name of names) {
      for (const method of ['GET', 'DELETE']) {
        const answer = await requestFrom({
          port: keyward.port,
          method,
          path: `/log/${name}`,
          headers: { authorization: `Bearer ${token}` },
        });
        assert.equal(answer.status, 404, `${method} ${name}: ${answer.body}`);
        assert.doesNotMatch(answer.body, /outside/);
      }
    }
  });

  it('PT2: files in the folder that are not plain files of ours are not read, listed or followed', async () => {
    symlinkSync(join(keyward.database.dataDir, 'jwt-secret'), join(folder(), 'app-linked.log'));
    mkdirSync(join(folder(), 'app-folder.log'));
    writeFileSync(join(folder(), 'notes.log'), 'x\n');
    assertRefusal(await reader.ask('GET', '/log/app-linked'), 404, 'LogNotFoundError');
    const listed = await reader.ask('GET', '/log');
    assert.doesNotMatch(listed.text, /linked|app-folder|notes/);
    const folderAnswer = await reader.ask('GET', '/log/app-folder');
    assertRefusal(folderAnswer, 404, 'LogNotFoundError');
  });

  it('leaves nothing half done behind', () => {
    assert.deepEqual(
      readdirSync(folder()).filter((name) => name.startsWith('.')),
      [],
    );
  });

  it('SC4: copies, resets and deletions are recorded with their actor', async () => {
    await reader.ask('POST', '/log', { name: 'told', source: 'server' });
    await reader.ask('DELETE', '/log/server-told');
    const records = await reader.records('/log/app?event=admin.log_changed&order=desc&limit=2');
    assert.deepEqual(
      records.map(({ account_id, client_ip, level, metadata }) => [account_id, client_ip, level, metadata]),
      [
        [reader.id, '127.0.0.1', 'WARNING', { action: 'delete', snapshot: 'server-told' }],
        [reader.id, '127.0.0.1', 'WARNING', { action: 'snapshot', snapshot: 'server-told' }],
      ],
    );
  });
});
