import { existsSync, readFileSync } from 'node:fs';

/** The folder of this package. Compiled files lie flat in `dist`, so the same relative path leads to it. */
export const PACKAGE = new URL('../', import.meta.url);

/**
 * The version of this package, as published.
 * @throws Error when this file is outside its package: its templates and documents could not be found
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
