import { accountEn } from './account-en.ts';
import { coreEn } from './core-en.ts';
import { oauthEn } from './oauth-en.ts';
import { organizationsEn } from './organizations-en.ts';

/** The English texts of the components. Each language has a file of this form. */
export const en = { ...coreEn, ...accountEn, ...oauthEn, organizations: organizationsEn };

export type Texts = typeof en;
