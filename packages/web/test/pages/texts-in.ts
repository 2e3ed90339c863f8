import assert from 'node:assert/strict';
import type { Texts } from '../../../react/src/texts/en.ts';

/** The texts of the components in one of the languages. */
export async function textsIn(language: string): Promise<Texts> {
  const file: Readonly<Record<string, Texts>> = await import(`../../../react/src/texts/${language}.ts`);
  return file[language] ?? assert.fail(language);
}
