import assert from 'node:assert/strict';
import os from 'node:os';
import { describe, it } from 'node:test';
import { startKeyward } from '../../support/keyward.ts';
import { asObject } from '../expectations.ts';
import { addReader } from './logs.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the first record of a start on ${kind}`, () => {
    it('tells versions, the machine and where settings come from, and no secret', async () => {
      const secret = 'start-report-secret-of-more-than-32-bytes';
      await using keyward = await startKeyward(kind, {
        settings: { KEYWARD_JWT_SECRET: secret, KEYWARD_MANAGEMENT_PORT: '0' },
        inOneProcess: true,
      });
      const reader = await addReader(keyward);
      const [record] = await reader.records('/log/app?event=service.started');
      const told = asObject(record?.['metadata']);
      assert.match(String(told['version']), /^\d+\.\d+\.\d+/);
      assert.equal(told['node'], process.versions.node);
      assert.equal(told['database'], kind);
      assert.match(String(told['database_version']), kind === 'sqlite' ? /^3\.\d+/ : /^1\d/);
      assert.equal(told['pool_size'], kind === 'sqlite' ? undefined : 10);
      assert.equal(told['cores'], os.availableParallelism());
      assert.equal(told['workers'], 1);
      assert.equal(told['port'], keyward.port);
      assert.equal(told['management_port'], keyward.ready.management?.port);
      const counts = asObject(told['settings']);
      // The settings that tests give to every app, and the two above.
      assert.equal(counts['environment'], 5);
      assert.ok(Number(counts['default']) > 50, JSON.stringify(counts));
      const text = JSON.stringify(record);
      for (const hidden of [secret, keyward.database.url, 'keyward.db'])
        assert.ok(!text.includes(hidden), text);
    });
  });
}
