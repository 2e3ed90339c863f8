import type { Texts } from '../texts/en.ts';

/**
 * What a scope lets an application do. The service describes its own scopes in English, and custom scopes in the words
 * of the settings.
 */
export function scopeWords(
  { name, description }: { name: string; description: string },
  texts: Texts,
): string {
  const known: Readonly<Record<string, string>> = texts.scopes;
  return Object.hasOwn(known, name) ? (known[name] ?? description) : description;
}
