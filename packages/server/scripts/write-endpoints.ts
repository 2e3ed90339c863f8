/** Writes docs/endpoints.md. Run by `npm run docs`; a test fails while the file is out of date. */
import { writeFileSync } from 'node:fs';
import { ENDPOINTS, renderedEndpoints } from './rendered-endpoints.ts';

writeFileSync(ENDPOINTS, await renderedEndpoints());
