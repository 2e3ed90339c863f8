import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { tempFolder } from '../support/at-exit.ts';
import { baseEnv, commandLine } from '../support/process.ts';
import { freePort } from '../support/servers.ts';
import { until } from '../support/until.ts';

const ROOT = { identifier: 'root@example.org', password: 'Superadmin-1' };

describe('a process whose output leads nowhere', { skip: process.platform === 'win32' }, () => {
  for (const what of ['a full disk', 'pipes that were closed']) {
    it(`RE13: serves on, and stops as usual, with ${what}`, async () => {
      const { path: dataDir } = tempFolder();
      const port = await freePort();
      const output = what === 'a full disk' ? openSync('/dev/full', 'w') : 'pipe';
      const env = {
        ...baseEnv(),
        KEYWARD_PORT: String(port),
        KEYWARD_DATA_DIR: dataDir,
        KEYWARD_SUPERADMIN_EMAIL: ROOT.identifier,
        KEYWARD_SUPERADMIN_PASSWORD: ROOT.password,
      };
      const child = spawn(process.execPath, [commandLine(), 'serve'], {
        cwd: dataDir,
        env,
        stdio: ['ignore', output, output],
      });
      child.stdout?.destroy();
      child.stderr?.destroy();
      const exited = once(child, 'exit');
      const send = async (path: string, body: unknown, token = '') => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const url = `http://127.0.0.1:${port}/auth${path}`;
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
        return Object(await answer.json());
      };
      try {
        await until(
          () =>
            fetch(`http://127.0.0.1:${port}/livez`).then(
              () => true,
              () => false,
            ),
          'it is up',
          15_000,
        );
        const { access_token: token } = await send('/login', ROOT);
        const changed = await send(
          '/config/logging',
          { console_output: true, capture_terminal: true },
          token,
        );
        assert.equal(changed.success, true);
        for (let count = 0; count < 20; count += 1) await send('/nothing', {});
        assert.equal((await send('/nothing', {})).error, 'RouteNotFoundError');
      } finally {
        child.kill('SIGTERM');
      }
      assert.deepEqual(await exited, [0, null]);
      const log = readFileSync(join(dataDir, 'logs', 'server.log'), 'utf8');
      assert.equal(log.match(/stdout cannot be written/g)?.length, 1, log);
    });
  }
});
