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
  /** Entries of a group are shown together. */
  group: 'people' | 'watch' | 'connect' | 'operate';
}

export const PAGES: readonly ConsolePage[] = [
  { id: 'overview', path: '', icon: IconLayoutDashboard, letter: 'o', group: 'people' },
  { id: 'accounts', path: 'accounts', icon: IconUsers, letter: 'a', group: 'people' },
  { id: 'organizations', path: 'organizations', icon: IconBuilding, letter: 'r', group: 'people' },
  { id: 'sessions', path: 'sessions', icon: IconDeviceLaptop, letter: 's', group: 'people' },
  { id: 'codes', path: 'codes', icon: IconHash, letter: 'c', group: 'people' },
  { id: 'logs', path: 'logs', icon: IconFileText, letter: 'l', group: 'watch' },
  { id: 'events', path: 'events', icon: IconActivity, letter: 'e', group: 'watch' },
  { id: 'webhooks', path: 'webhooks', icon: IconWebhook, letter: 'w', group: 'connect' },
  { id: 'invitations', path: 'invitations', icon: IconMailForward, letter: 'i', group: 'connect' },
  { id: 'apiKeys', path: 'api-keys', icon: IconKey, letter: 'k', group: 'connect' },
  { id: 'applications', path: 'applications', icon: IconApps, letter: 'n', group: 'connect' },
  { id: 'settings', path: 'settings', icon: IconSettings, letter: 't', group: 'operate' },
  { id: 'mailbox', path: 'mailbox', icon: IconMail, letter: 'm', group: 'operate' },
  { id: 'api', path: 'api', icon: IconApi, letter: 'p', group: 'operate' },
];

export const DOCUMENTATION_ICON = IconBook2;
