import type { Texts } from './en.ts';
import { texts as account } from './nl/account.ts';
import { texts as activity } from './nl/activity.ts';
import { texts as connections } from './nl/connections.ts';
import { texts as core } from './nl/core.ts';
import { texts as domains } from './nl/domains.ts';
import { texts as oauth } from './nl/oauth.ts';
import { texts as organizationErrors } from './nl/organization-errors.ts';
import { texts as organizations } from './nl/organizations.ts';
import { texts as linked } from './nl/linked.ts';
import { texts as userButton } from './nl/user-button.ts';

/** The Dutch texts of the components. */
export const nl: Texts = {
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
