import type { Texts } from './en.ts';
import { texts as account } from './ja/account.ts';
import { texts as activity } from './ja/activity.ts';
import { texts as connections } from './ja/connections.ts';
import { texts as core } from './ja/core.ts';
import { texts as domains } from './ja/domains.ts';
import { texts as oauth } from './ja/oauth.ts';
import { texts as organizationErrors } from './ja/organization-errors.ts';
import { texts as organizations } from './ja/organizations.ts';
import { texts as linked } from './ja/linked.ts';
import { texts as userButton } from './ja/user-button.ts';

/** The Japanese texts of the components. */
export const ja: Texts = {
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
