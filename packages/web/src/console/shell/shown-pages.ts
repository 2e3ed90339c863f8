import { boot } from '../lib/boot.ts';
import { PAGES, type ConsolePage } from './pages.ts';

/** The pages for the features that this deployment has. */
export const SHOWN_PAGES: readonly ConsolePage[] = PAGES.filter(
  ({ id }) =>
    (id !== 'logs' || boot.logPath !== false) && (id !== 'organizations' || boot.organizations !== null),
);
