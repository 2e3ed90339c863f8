import {
  IconActivity,
  IconApi,
  IconApps,
  IconBook2,
  IconBuilding,
  IconDeviceLaptop,
  IconFileText,
  IconHash,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconMailForward,
  IconSettings,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Texts } from '../texts/texts.ts';

/** A page of the console with an entry in the navigation. */
export interface ConsolePage {
  id: keyof Texts['pages'];
  /** Below the console's path; empty: the overview. */
  path: string;
  icon: typeof IconKey;
  /** The key after `g` that opens it. */
  letter: string;
  /** The heading under which it is listed; null: above all groups. */
  group: PageGroup | null;
}

/** In the order of the navigation. */
export const PAGE_GROUPS = ['people', 'activity', 'developers', 'settings'] as const;
export type PageGroup = (typeof PAGE_GROUPS)[number];

export const PAGES: readonly ConsolePage[] = [
  { id: 'overview', path: '', icon: IconLayoutDashboard, letter: 'o', group: null },
  { id: 'accounts', path: 'accounts', icon: IconUsers, letter: 'a', group: 'people' },
  { id: 'organizations', path: 'organizations', icon: IconBuilding, letter: 'r', group: 'people' },
  { id: 'sessions', path: 'sessions', icon: IconDeviceLaptop, letter: 's', group: 'people' },
  { id: 'codes', path: 'codes', icon: IconHash, letter: 'c', group: 'people' },
  { id: 'invitations', path: 'invitations', icon: IconMailForward, letter: 'i', group: 'people' },
  { id: 'logs', path: 'logs', icon: IconFileText, letter: 'l', group: 'activity' },
  { id: 'events', path: 'events', icon: IconActivity, letter: 'e', group: 'activity' },
  { id: 'apiKeys', path: 'api-keys', icon: IconKey, letter: 'k', group: 'developers' },
  { id: 'webhooks', path: 'webhooks', icon: IconWebhook, letter: 'w', group: 'developers' },
  { id: 'applications', path: 'applications', icon: IconApps, letter: 'n', group: 'developers' },
  { id: 'api', path: 'api', icon: IconApi, letter: 'p', group: 'developers' },
  { id: 'settings', path: 'settings', icon: IconSettings, letter: 't', group: 'settings' },
  { id: 'mailbox', path: 'mailbox', icon: IconMail, letter: 'm', group: 'settings' },
];

export const DOCUMENTATION_ICON = IconBook2;
