import type { Texts } from './en.ts';
import { texts as account } from './it/account.ts';
import { texts as activity } from './it/activity.ts';
import { texts as connections } from './it/connections.ts';
import { texts as core } from './it/core.ts';
import { texts as domains } from './it/domains.ts';
import { texts as oauth } from './it/oauth.ts';
import { texts as organizationErrors } from './it/organization-errors.ts';
import { texts as organizations } from './it/organizations.ts';
import { texts as linked } from './it/linked.ts';
import { texts as userButton } from './it/user-button.ts';

/** The Italian texts of the components. */
export const it: Texts = {
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
