import type { Route } from '../endpoint.ts';
import { getSetUpPage } from './get-set-up-page.ts';
import { setUp } from './set-up.ts';

export const setUpRoutes: readonly Route[] = [
  { method: 'POST', path: '/setup', access: 'public', endpoint: setUp },
];

/**
 * At the root, without the prefix: a person opens it in a browser, from the link that the start prints.
 * @param below path that it is mounted below
 */
export function setUpPageRoutes(prefix: string, below = ''): readonly Route[] {
  const endpoint = getSetUpPage(`${below}/setup`, `${prefix}/setup`);
  return [{ method: 'GET', path: '/setup', access: 'public', endpoint }];
}
