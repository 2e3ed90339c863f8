/** Writes the generated pages of the documentation. Run by `npm run docs`; a test fails while one is out of date. */
import { writeFileSync } from 'node:fs';
import { ENDPOINTS, renderedEndpoints } from './rendered-endpoints.ts';
import { EVENT_TYPES_PAGE, renderedEventTypes } from './rendered-event-types.ts';

writeFileSync(ENDPOINTS, await renderedEndpoints());
writeFileSync(EVENT_TYPES_PAGE, await renderedEventTypes());
