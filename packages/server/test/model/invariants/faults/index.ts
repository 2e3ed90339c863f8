import { ENDINGS } from './endings.ts';
import { FACTORS } from './factors.ts';
import type { Fault } from './fault.ts';
import { LAUNDERING } from './laundering.ts';
import { MAILBOXES } from './mailboxes.ts';
import { PROMOTION } from './promotion.ts';
import { PROVIDERS } from './providers.ts';
import { SETTINGS } from './settings.ts';
import { SUPERADMINS } from './superadmins.ts';
import { UNDO } from './undo.ts';

export const FAULTS: readonly Fault[] = [
  ...MAILBOXES,
  ...FACTORS,
  ...UNDO,
  ...SUPERADMINS,
  ...ENDINGS,
  ...PROMOTION,
  ...LAUNDERING,
  ...SETTINGS,
  ...PROVIDERS,
];
