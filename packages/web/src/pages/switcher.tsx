export { OrganizationSwitcher as Switcher } from '@keyward/react';
