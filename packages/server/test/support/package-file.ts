export const PACKAGE = new URL('../../', import.meta.url);

/** The environment variable with the URL of the folder where a run has built the package. */
export const BUILT_PACKAGE = 'TEST_BUILT_PACKAGE';

/** A file of the package as the run has built it. Without a build, as for a single test file, its source. */
export function packageFile(built: string, source = built): URL {
  const folder = process.env[BUILT_PACKAGE];
  return folder === undefined ? new URL(source, PACKAGE) : new URL(built, folder);
}
