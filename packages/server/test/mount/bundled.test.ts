import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { tempFolder } from '../support/at-exit.ts';

const SOURCE = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
/** Below `node_modules`, so that the dependencies are found. */
const HOST = new URL('../../../../node_modules/.cache/bundled-host/host.mjs', import.meta.url);

describe('a host whose bundler has taken Keyward in', () => {
  it('is reported at the start, not by mails that nobody gets', async () => {
    await build({
      stdin: { contents: `export { createKeyward } from ${JSON.stringify(SOURCE)}`, resolveDir: '.' },
      outfile: fileURLToPath(HOST),
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
    });
    const { createKeyward } = await import(HOST.href);
    const folder = tempFolder();
    await assert.rejects(createKeyward({ dataDir: folder.path }), /serverExternalPackages in Next\.js/);
    folder.remove();
  });
});
