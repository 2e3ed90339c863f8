import type { Texts } from './en.ts';
import { texts as account } from './zh/account.ts';
import { texts as activity } from './zh/activity.ts';
import { texts as connections } from './zh/connections.ts';
import { texts as core } from './zh/core.ts';
import { texts as domains } from './zh/domains.ts';
import { texts as oauth } from './zh/oauth.ts';
import { texts as organizationErrors } from './zh/organization-errors.ts';
import { texts as organizations } from './zh/organizations.ts';
import { texts as linked } from './zh/linked.ts';
import { texts as userButton } from './zh/user-button.ts';

/** The Simplified Chinese texts of the components. */
export const zh: Texts = {
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
