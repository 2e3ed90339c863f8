import type { Texts } from './en.ts';
import { texts as account } from './pl/account.ts';
import { texts as activity } from './pl/activity.ts';
import { texts as connections } from './pl/connections.ts';
import { texts as core } from './pl/core.ts';
import { texts as domains } from './pl/domains.ts';
import { texts as oauth } from './pl/oauth.ts';
import { texts as organizationErrors } from './pl/organization-errors.ts';
import { texts as organizations } from './pl/organizations.ts';
import { texts as linked } from './pl/linked.ts';
import { texts as userButton } from './pl/user-button.ts';

/** The Polish texts of the components. */
export const pl: Texts = {
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
