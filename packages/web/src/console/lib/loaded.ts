/** The code of a part cannot be loaded: the service is unreachable, or a new version has replaced the part. */
export class NotLoadedError extends Error {
  override name = 'NotLoadedError';
}

/** Imports a part. @throws NotLoadedError, for which the router keeps the page */
export async function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new NotLoadedError('The code of this page could not be loaded.', { cause });
  }
}
