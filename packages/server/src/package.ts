import { existsSync, readFileSync } from 'node:fs';

/** The folder of this package. Compiled files are directly in `dist`, so the same relative path leads to it. */
export const PACKAGE = new URL('../', import.meta.url);

/**
 * The folder of the files that browsers load: next to the bundle, or in a clone, where its own package builds it.
 * @returns null if it has not been built
 */
export function webFolder(): URL | null {
  const places = [new URL('web/', import.meta.url), new URL('../web/dist/', PACKAGE)];
  return places.find((place) => existsSync(new URL('console/manifest.json', place))) ?? null;
}

/**
 * The version of this package, as published.
 * @throws Error when this file is outside its package, because its templates and documents cannot be found then
 */
export function version(): string {
  if (!existsSync(new URL('templates/mail/layout.html', PACKAGE))) {
    throw new Error(
      'A bundle contains Keyward without its templates and documents; exclude it from the bundle: serverExternalPackages in Next.js, external in esbuild, Rollup and Vite',
    );
  }
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8'));
  return String(Object(manifest).version);
}
