import type { Texts } from './en.ts';
import { texts as account } from './fr/account.ts';
import { texts as activity } from './fr/activity.ts';
import { texts as connections } from './fr/connections.ts';
import { texts as core } from './fr/core.ts';
import { texts as domains } from './fr/domains.ts';
import { texts as oauth } from './fr/oauth.ts';
import { texts as organizationErrors } from './fr/organization-errors.ts';
import { texts as organizations } from './fr/organizations.ts';
import { texts as linked } from './fr/linked.ts';
import { texts as userButton } from './fr/user-button.ts';

/** The French texts of the components. */
export const fr: Texts = {
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
