/** Builds the published files, except for the types, which the compiler adds. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../web/scripts/ensure-built.ts';
import { DIST as WEB } from '../../web/scripts/stamp.ts';
import { takeInto } from '../../web/scripts/take-into.ts';
import { packagedScript } from '../src/http/reference/packaged-script.ts';
import { bundle } from './bundle.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

rmSync(DIST, { recursive: true, force: true });
await bundle(DIST);
writeFileSync(join(DIST, 'reference.js.gz'), await packagedScript());
await ensureBuilt((line) => process.stderr.write(`${line}\n`));
takeInto(WEB, join(DIST, 'web'));
