import type { Boot } from '../../../server/src/http/web/boot.ts';

/** What the console posts to the preview of the sign-in page. */
export interface ShownBranding {
  branding: Boot['branding'];
  /** By the name of the variable without `--keyward-`. */
  style: Readonly<Record<string, string>>;
  theme: 'light' | 'dark';
}
