import { accountDe } from './account-de.ts';
import { coreDe } from './core-de.ts';
import type { Texts } from './en.ts';
import { oauthDe } from './oauth-de.ts';
import { organizationErrorsDe } from './organization-errors-de.ts';
import { organizationsDe } from './organizations-de.ts';
import { undoDe } from './undo-de.ts';

/** The German texts of the components. */
export const de: Texts = {
  ...coreDe,
  ...accountDe,
  ...oauthDe,
  ...undoDe,
  organizations: organizationsDe,
  errors: { ...coreDe.errors, ...organizationErrorsDe },
};
