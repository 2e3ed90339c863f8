import { existsSync, readFileSync } from 'node:fs';

/** The folder of this package. What is built stands flat in `dist`, so it is found from there as from here. */
export const PACKAGE = new URL('../', import.meta.url);

/**
 * The version of this package, as published.
 * @throws Error when this is not in its package: then neither its templates nor its documents would be found
 */
export function version(): string {
  if (!existsSync(new URL('templates/mail/layout.html', PACKAGE))) {
    throw new Error(
      'Keyward is part of a bundle, without its templates and documents; keep it out of it: serverExternalPackages in Next.js, external in esbuild, Rollup and Vite',
    );
  }
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8'));
  return String(Object(manifest).version);
}
