import { readFileSync } from 'node:fs';

/** The version of this package, as published. */
export function version(): string {
  // The same place from `src` and from `dist`.
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const manifest: unknown = JSON.parse(text);
  const found =
    manifest !== null && typeof manifest === 'object' && 'version' in manifest ? manifest.version : null;
  return String(found);
}
