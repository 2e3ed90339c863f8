import type { UserButtonTexts } from '../en/user-button.ts';

/** The Simplified Chinese texts of the menu of the account, which the service's own pages do not have. */
export const texts: UserButtonTexts = {
  userButton: {
    label: (name) => `${name} 的账号菜单`,
    manage: '管理账号',
  },
};
