import type { Texts } from './en.ts';
import { texts as account } from './pt/account.ts';
import { texts as activity } from './pt/activity.ts';
import { texts as connections } from './pt/connections.ts';
import { texts as core } from './pt/core.ts';
import { texts as domains } from './pt/domains.ts';
import { texts as oauth } from './pt/oauth.ts';
import { texts as organizationErrors } from './pt/organization-errors.ts';
import { texts as organizations } from './pt/organizations.ts';
import { texts as linked } from './pt/linked.ts';
import { texts as userButton } from './pt/user-button.ts';

/** The Brazilian Portuguese texts of the components. */
export const pt: Texts = {
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
