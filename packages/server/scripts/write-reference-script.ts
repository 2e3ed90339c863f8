/** Puts the script of the reference into what is published. Part of `npm run build`. */
import { writeFileSync } from 'node:fs';
import { packagedScript } from '../src/http/reference/packaged-script.ts';

writeFileSync(new URL('../dist/http/reference/script.js.gz', import.meta.url), await packagedScript());
