import { betterAuth } from './better-auth.ts';
import type { Format } from './format.ts';
import { keycloak } from './keycloak.ts';
import { keyward } from './keyward.ts';
import { pocketbase } from './pocketbase.ts';
import { supabase } from './supabase.ts';

export type { Format } from './format.ts';

/** The formats that accounts can come from. */
export const FORMATS = { keyward, 'better-auth': betterAuth, supabase, pocketbase, keycloak } as const;

export type FormatName = keyof typeof FORMATS;

/** {@link FORMATS} with the common type. */
export const formatOf = (name: FormatName): Format => FORMATS[name];
