import type { UserButtonTexts } from '../en/user-button.ts';

/** The German texts of the menu of the account, which the service's own pages do not have. */
export const texts: UserButtonTexts = {
  userButton: {
    label: (name) => `Kontomenü von ${name}`,
    manage: 'Konto verwalten',
  },
};
