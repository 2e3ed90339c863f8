import type { Core } from '../../core.ts';
import type { Settings } from '../../settings/settings.ts';
import { createAvailableMethods } from './methods.ts';
import { createRecent } from './recent.ts';

/** Recent authentication, and the methods that provide it. */
export function createRecentFeature({ store, clock }: Core, { settings }: { settings: Settings }) {
  const methods = createAvailableMethods(settings);
  return { methods, recent: createRecent({ store, available: methods, clock }) };
}
