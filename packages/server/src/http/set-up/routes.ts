import type { Route } from '../wire/endpoint.ts';
import { checkSetUp } from './check-set-up.ts';
import { getSetUpPage } from './get-set-up-page.ts';
import type { SetUpPagePaths } from './page.ts';
import { setUp } from './set-up.ts';

export const setUpRoutes: readonly Route[] = [
  { method: 'POST', path: '/setup', access: 'public', endpoint: setUp },
  { method: 'POST', path: '/setup/check', access: 'public', endpoint: checkSetUp },
];

/** At the root, without the prefix: a person opens it in a browser, from the link that the start prints. */
export function setUpPageRoutes(paths: SetUpPagePaths): readonly Route[] {
  const endpoint = getSetUpPage(paths);
  return [{ method: 'GET', path: '/setup', access: 'public', endpoint }];
}
