import type { UserButtonTexts } from '../en/user-button.ts';

/** The Japanese texts of the menu of the account, which the service's own pages do not have. */
export const texts: UserButtonTexts = {
  userButton: {
    label: (name) => `${name}のアカウントメニュー`,
    manage: 'アカウントを管理',
  },
};
