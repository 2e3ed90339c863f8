import type { UserButtonTexts } from '../en/user-button.ts';

/** The Brazilian Portuguese texts of the menu of the account, which the service's own pages do not have. */
export const texts: UserButtonTexts = {
  userButton: {
    label: (name) => `Menu da conta de ${name}`,
    manage: 'Gerenciar conta',
  },
};
