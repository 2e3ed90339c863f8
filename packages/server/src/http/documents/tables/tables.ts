import type { Tables } from '../../../features/operations/documents/documents.ts';
import { DEFAULT_PLACE } from '../../../features/operations/documents/localise.ts';
import type { Services } from '../../../services/services.ts';
import { openApiDocument } from '../../openapi/document.ts';
import { instanceOf } from '../../openapi/get-openapi.ts';
import type { MountedRoute } from '../../wire/mounted.ts';
import { checksTable } from './checks.ts';
import { endpointReference } from './endpoints.ts';
import { errorReference } from './errors.ts';
import { eventTypeReference } from './event-types.ts';
import { limitsTable } from './limits.ts';
import { logEvents } from './log-events.ts';
import { sectionTable, settingsTable } from './settings.ts';

/**
 * The parts of the documentation that are made from tables in the code. Like the pages, they have the default
 * addresses.
 */
export function documentTables(services: Services, mounted: readonly MountedRoute[]): Tables {
  const { prefix, publicUrl } = DEFAULT_PLACE;
  const routes = mounted.map(({ below, route }) => ({
    below: below === services.prefix ? prefix : below,
    route,
  }));
  return {
    checks: checksTable,
    endpoints: () =>
      endpointReference(openApiDocument({ ...instanceOf(services), routes, publicUrl, prefix }), routes),
    errors: () => errorReference(routes),
    'event-types': eventTypeReference,
    limits: () => limitsTable(routes),
    'log-events': logEvents,
    settings: settingsTable,
    section: sectionTable,
  };
}
