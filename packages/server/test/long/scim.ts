import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CONNECTIONS_ON } from '../http/connections/help.ts';
import { addStage } from '../http/scim/help.ts';
import { tempFolder } from '../support/at-exit.ts';
import { DATABASES } from '../support/databases.ts';
import { startKeyward } from '../support/keyward.ts';
import type { Part } from './part.ts';
import { pythonWith } from './toolchains.ts';

const SOURCE = fileURLToPath(new URL('clients/scim-tester.py', import.meta.url));
const PACKAGES = ['scim2-tester==0.5.2', 'scim2-client[httpx2]==0.13.2', 'scim2-models==0.12.3'];
const GOOD: ReadonlySet<string> = new Set(['SUCCESS', 'COMPLIANT', 'ACCEPTABLE']);

interface Result {
  status: string;
  title: string;
  resource: string | null;
  reason: string | null;
}

export const scim: Part = {
  name: 'scim',
  about: 'scim2-tester, which compares provisioning with the RFCs',
  limit: 15,
  async run(tell) {
    const folder = tempFolder();
    try {
      const python = await pythonWith(folder.path, PACKAGES);
      const program = join(folder.path, 'scim-tester.py');
      writeFileSync(program, readFileSync(SOURCE));
      let checked = 0;
      for (const kind of DATABASES) {
        await using keyward = await startKeyward(kind, { settings: CONNECTIONS_ON });
        const { provider } = await addStage(keyward);
        tell(`checks on ${kind}`);
        const { stdout } = await promisify(execFile)(python, [program], {
          env: {
            ...process.env,
            SCIM_URL: `${keyward.url}/auth/scim/v2/${provider.id}`,
            SCIM_TOKEN: provider.token,
            SCIM_DOMAIN: provider.domain,
          },
        });
        const results: Result[] = JSON.parse(stdout);
        const found = results.filter(({ status }) => !GOOD.has(status));
        for (const { status, title, resource, reason } of found)
          tell([status, title, resource, reason].join(' | '));
        // The search over all types at once is answered with 501, as the RFC allows.
        assert.deepEqual(
          found.filter(({ status, reason }) => status !== 'SKIPPED' || !/\.search/.test(reason ?? '')),
          [],
        );
        checked += results.length;
      }
      return { sent: checked, injected: '–', checked, lost: 0, worstMs: null, slopeKib: null };
    } finally {
      folder.remove();
    }
  },
};
