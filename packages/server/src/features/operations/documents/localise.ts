export interface Place {
  /** The public address of the service, without a final slash. */
  publicUrl: string;
  /** The path of the API. */
  prefix: string;
}

/** The addresses in the sources of the documents. */
export const DEFAULT_PLACE: Place = { publicUrl: 'http://127.0.0.1:4000', prefix: '/auth' };

/**
 * Replaces the default addresses by those of this instance. Documents are written with the default ones, so that they
 * can be read anywhere.
 */
export function localise(text: string, { publicUrl, prefix }: Place): string {
  // Browsers support passkeys on this name of the same machine.
  const byName = publicUrl.replace('//127.0.0.1', () => '//localhost');
  return (
    text
      .replace(/http:\/\/127\.0\.0\.1:4000\/auth(?![\w-])/g, () => publicUrl + prefix)
      .replaceAll('http://127.0.0.1:4000', () => publicUrl)
      .replaceAll('http://localhost:4000', () => byName)
      // Only standalone paths, such as `POST /auth/login`, and not those within other addresses.
      .replace(/(?<![\w./:-])\/auth(?=\/[a-z{:])/g, () => prefix)
  );
}
