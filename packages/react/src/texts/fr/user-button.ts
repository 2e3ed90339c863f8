import type { UserButtonTexts } from '../en/user-button.ts';

/** The French texts of the menu of the account, which the service's own pages do not have. */
export const texts: UserButtonTexts = {
  userButton: {
    label: (name) => `Menu du compte de ${name}`,
    manage: 'Gérer le compte',
  },
};
