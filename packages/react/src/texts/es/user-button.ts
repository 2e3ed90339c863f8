import type { UserButtonTexts } from '../en/user-button.ts';

/** The Spanish texts of the menu of the account, which the service's own pages do not have. */
export const texts: UserButtonTexts = {
  userButton: {
    label: (name) => `Menú de la cuenta de ${name}`,
    manage: 'Gestionar la cuenta',
  },
};
