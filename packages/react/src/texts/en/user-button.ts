/** The English texts of the menu of the account, which the service's own pages do not have. */
export const texts = {
  userButton: {
    label: (name: string) => `Account menu of ${name}`,
    manage: 'Manage account',
  },
};

export type UserButtonTexts = typeof texts;
