import type { Texts } from '@keyward/react';
import type { Boot } from '../../../server/src/http/web/boot.ts';

/** Loads one language. */
export async function textsOf(language: Boot['language']): Promise<Texts> {
  if (language === 'de') return (await import('../../../react/src/texts/de.ts')).de;
  return (await import('../../../react/src/texts/en.ts')).en;
}
