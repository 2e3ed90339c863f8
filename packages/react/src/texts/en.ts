import { texts as account } from './en/account.ts';
import { texts as activity } from './en/activity.ts';
import { texts as connections } from './en/connections.ts';
import { texts as core } from './en/core.ts';
import { texts as domains } from './en/domains.ts';
import { texts as oauth } from './en/oauth.ts';
import { texts as organizationErrors } from './en/organization-errors.ts';
import { texts as organizations } from './en/organizations.ts';
import { texts as linked } from './en/linked.ts';
import { texts as userButton } from './en/user-button.ts';

/** The English texts of the components. Each language has a file of this form. */
export const en = {
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

export type Texts = typeof en;
