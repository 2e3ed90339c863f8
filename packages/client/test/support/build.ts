import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const PACKAGE_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the compiler. @throws Error with what it says */
export async function compile(...args: string[]): Promise<void> {
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  await run(process.execPath, [tsc, ...args], { cwd: PACKAGE_FOLDER }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
}

/** Builds what is published, into a folder. */
export function buildInto(folder: string): Promise<void> {
  return compile('--project', 'tsconfig.build.json', '--outDir', folder);
}
