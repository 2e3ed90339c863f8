/** Builds the published files, except for the types, which the compiler adds. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagedScript } from '../src/http/reference/packaged-script.ts';
import { bundle } from './bundle.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

rmSync(DIST, { recursive: true, force: true });
await bundle(DIST);
writeFileSync(join(DIST, 'reference.js.gz'), await packagedScript());
