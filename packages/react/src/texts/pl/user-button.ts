import type { UserButtonTexts } from '../en/user-button.ts';

/** The Polish texts of the menu of the account, which the service's own pages do not have. */
export const texts: UserButtonTexts = {
  userButton: {
    label: (name) => `Menu konta: ${name}`,
    manage: 'Zarządzaj kontem',
  },
};
