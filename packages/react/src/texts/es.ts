import type { Texts } from './en.ts';
import { texts as account } from './es/account.ts';
import { texts as activity } from './es/activity.ts';
import { texts as connections } from './es/connections.ts';
import { texts as core } from './es/core.ts';
import { texts as domains } from './es/domains.ts';
import { texts as oauth } from './es/oauth.ts';
import { texts as organizationErrors } from './es/organization-errors.ts';
import { texts as organizations } from './es/organizations.ts';
import { texts as linked } from './es/linked.ts';
import { texts as userButton } from './es/user-button.ts';

/** The Spanish texts of the components. */
export const es: Texts = {
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
