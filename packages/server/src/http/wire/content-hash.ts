import { createHash } from 'node:crypto';

/** How a content security policy names an inline style or script: `sha256-…`. */
export function contentHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
