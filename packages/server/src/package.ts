import { readFileSync } from 'node:fs';

/** The folder of this package. What is built stands flat in `dist`, so it is found from there as from here. */
export const PACKAGE = new URL('../', import.meta.url);

/** The version of this package, as published. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8'));
  const found =
    manifest !== null && typeof manifest === 'object' && 'version' in manifest ? manifest.version : null;
  return String(found);
}
