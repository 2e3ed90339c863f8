import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DIST } from '../../../web/scripts/stamp.ts';
import { takeInto } from '../../../web/scripts/take-into.ts';
import { bundle } from '../../scripts/bundle.ts';
import { BUILT_PACKAGE, PACKAGE } from './package-file.ts';

/** Below `node_modules`, so that the dependencies of the package are found from there. */
const FOLDER = new URL('../../node_modules/.cache/keyward/', PACKAGE);

/** Builds the package as it is published, for the processes of this run, which then start twice as fast. */
export async function buildPackage(): Promise<void> {
  await bundle(fileURLToPath(new URL('dist', FOLDER)));
  takeInto(DIST, fileURLToPath(new URL('dist/web', FOLDER)));
  for (const name of ['bin', 'data', 'docs', 'templates', 'package.json'])
    cpSync(new URL(name, PACKAGE), new URL(name, FOLDER), { recursive: true });
  process.env[BUILT_PACKAGE] = FOLDER.href;
}
