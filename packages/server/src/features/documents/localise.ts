export interface Place {
  /** Address from outside, without a slash at its end. */
  publicUrl: string;
  /** Path of the API. */
  prefix: string;
}

/**
 * Puts the addresses of this instance in the place of the default ones, with which documents are written so that they
 * can be read anywhere.
 */
export function localise(text: string, { publicUrl, prefix }: Place): string {
  return (
    text
      .replace(/http:\/\/127\.0\.0\.1:4000\/auth(?![\w-])/g, () => publicUrl + prefix)
      .replaceAll('http://127.0.0.1:4000', () => publicUrl)
      // Paths alone, such as `POST /auth/login`, but not those of other addresses.
      .replace(/(?<![\w./:-])\/auth(?=\/[a-z{:])/g, () => prefix)
  );
}
