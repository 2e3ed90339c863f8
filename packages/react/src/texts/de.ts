import { coreDe } from './core-de.ts';
import type { Texts } from './en.ts';
import { organizationsDe } from './organizations-de.ts';

/** The German texts of the components. */
export const de: Texts = { ...coreDe, organizations: organizationsDe };
