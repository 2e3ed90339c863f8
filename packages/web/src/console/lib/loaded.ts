/** The code of a part cannot be had: the service cannot be reached, or a new version has taken the part's place. */
export class NotLoadedError extends Error {
  override name = 'NotLoadedError';
}

/** Imports a part. @throws NotLoadedError, after which the router does not leave the page, as it would by itself */
export async function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new NotLoadedError('The code of this page could not be loaded.', { cause });
  }
}
