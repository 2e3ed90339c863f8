import { boot } from '../lib/boot.ts';
import { keysOf } from '../lib/keys-of.ts';
import { CATALOGUE } from '../data/provider-presets.ts';
import type { Texts } from '../texts/texts.ts';
import type { Findable } from './option.ts';
import type { paletteEn } from './palette-en.ts';
import { paletteTexts } from './palette-texts.ts';

type Act = keyof (typeof paletteEn)['acts'];
type Page = keyof Texts['pages'];

/** Where each act is done: its page, and the path of its form if it has one of its own. */
const PLACES: Readonly<Record<Exclude<Act, 'signOut'>, readonly [page: Page, path: string]>> = {
  createAccount: ['accounts', 'accounts?new=1'],
  suspend: ['accounts', 'accounts'],
  deleteAccount: ['accounts', 'accounts'],
  unlock: ['accounts', 'accounts'],
  setPassword: ['accounts', 'accounts'],
  resetFactors: ['accounts', 'accounts'],
  actFor: ['accounts', 'accounts'],
  role: ['accounts', 'accounts'],
  exportAccounts: ['accounts', 'accounts'],
  endSession: ['sessions', 'sessions'],
  signOutAll: ['sessions', 'sessions'],
  invite: ['invitations', 'invitations?new=1'],
  createOrganization: ['organizations', 'organizations?new=1'],
  createKey: ['apiKeys', 'api-keys?new=1'],
  revokeKey: ['apiKeys', 'api-keys'],
  createWebhook: ['webhooks', 'webhooks?new=1'],
  createApplication: ['applications', 'applications?new=1'],
  rotateKeys: ['applications', 'applications'],
  exportEvents: ['events', 'events'],
  snapshot: ['logs', 'logs'],
  addProvider: ['settings', 'settings/providers'],
  brand: ['settings', 'settings/branding'],
  rotateSecret: ['settings', 'settings/tokens'],
  testMail: ['settings', 'settings/mail'],
  mailTexts: ['settings', 'settings/mail-texts'],
  rollBack: ['settings', 'settings'],
};

/** Only of deployments that have the feature. */
const ABSENT: Partial<Record<Page, boolean>> = {
  organizations: boot.organizations === null,
  logs: boot.logPath === false,
};

/** What a person can do in the console. */
export function actsOf(pages: Texts['pages'], signOut: () => void): Findable[] {
  const { acts } = paletteTexts;
  return [
    ...keysOf(PLACES).flatMap((id): Findable[] => {
      const [page, to] = PLACES[id];
      return ABSENT[page] === true ? [] : [{ id, group: 'acts', ...acts[id], detail: pages[page], to }];
    }),
    { id: 'signOut', group: 'acts', ...acts.signOut, to: signOut },
  ];
}

/** One for each provider of the catalogue. */
export function providersToAdd(pages: Texts['pages']): Findable[] {
  return CATALOGUE.map(({ preset, label }) => ({
    id: `add-${preset}`,
    group: 'acts',
    label: paletteTexts.add(label),
    words: paletteTexts.addWords,
    detail: pages.settings,
    to: `settings/providers?add=${preset}`,
  }));
}
