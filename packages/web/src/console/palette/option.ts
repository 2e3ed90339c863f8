import type { paletteEn } from './palette-en.ts';

/** Something that the palette leads to. */
export interface Option {
  id: string;
  group: keyof (typeof paletteEn)['groups'];
  label: string;
  detail?: string | undefined;
  /** A path of the console with its query, or an act. */
  to: string | (() => void);
}

/** Something to find, with the further words that find it. */
export interface Findable extends Option {
  words?: string;
}

/**
 * Those that have all words in their label, detail or further words. First come those whose label begins with the text,
 * then those whose label has all words.
 */
export function matching(all: readonly Findable[], typed: string): Findable[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const hasAll = (said: string) => words.every((word) => said.includes(word));
  const rank = ({ label }: Findable) => {
    const said = label.toLowerCase();
    return said.startsWith(text) ? 0 : hasAll(said) ? 1 : 2;
  };
  return all
    .filter(({ label, detail = '', words: more = '' }) => hasAll(`${label} ${detail} ${more}`.toLowerCase()))
    .sort((a, b) => rank(a) - rank(b));
}
