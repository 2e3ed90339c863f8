import type { Fault } from './fault.ts';
import { LAUNDERING } from './laundering.ts';
import { SUPERADMINS } from './superadmins.ts';

export const FAULTS: readonly Fault[] = [...SUPERADMINS, ...LAUNDERING];
