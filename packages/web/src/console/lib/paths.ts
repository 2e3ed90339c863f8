import { boot } from './boot.ts';

/** The address of a section or a record of the console, below the path that the pages are mounted at. */
export const consolePath = (path: string): string => (path === '' ? '/console' : `/console/${path}`);

/** The same as browsers see it, for links that the router does not render. */
export const addressOf = (path: string): string => boot.webPath + consolePath(path);

/** The documentation, or one of its pages; null if the deployment has none. */
export function documentation(page = ''): string | null {
  return boot.documentationPath === false ? null : `${boot.documentationPath}/docs${page && `/${page}`}`;
}
