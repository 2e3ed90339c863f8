import type { Texts } from './en.ts';
import { texts as account } from './de/account.ts';
import { texts as activity } from './de/activity.ts';
import { texts as connections } from './de/connections.ts';
import { texts as core } from './de/core.ts';
import { texts as domains } from './de/domains.ts';
import { texts as oauth } from './de/oauth.ts';
import { texts as organizationErrors } from './de/organization-errors.ts';
import { texts as organizations } from './de/organizations.ts';
import { texts as linked } from './de/linked.ts';
import { texts as userButton } from './de/user-button.ts';

/** The German texts of the components. */
export const de: Texts = {
  ...core,
  ...account,
  ...oauth,
  ...linked,
  ...userButton,
  activity,
  connections,
  domains,
  organizations,
  errors: { ...core.errors, ...organizationErrors },
};
