import { accountEn } from './account-en.ts';
import { coreEn } from './core-en.ts';
import { oauthEn } from './oauth-en.ts';
import { organizationErrorsEn } from './organization-errors-en.ts';
import { organizationsEn } from './organizations-en.ts';
import { undoEn } from './undo-en.ts';

/** The English texts of the components. Each language has a file of this form. */
export const en = {
  ...coreEn,
  ...accountEn,
  ...oauthEn,
  ...undoEn,
  organizations: organizationsEn,
  errors: { ...coreEn.errors, ...organizationErrorsEn },
};

export type Texts = typeof en;
