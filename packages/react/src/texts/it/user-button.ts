import type { UserButtonTexts } from '../en/user-button.ts';

/** The Italian texts of the menu of the account, which the service's own pages do not have. */
export const texts: UserButtonTexts = {
  userButton: {
    label: (name) => `Menu dell’account di ${name}`,
    manage: 'Gestisci account',
  },
};
