import { createContext, useContext } from 'react';
import type { en } from './en.ts';

/** All texts of the console in one language: every other language has the shape of {@link en}. */
export type Texts = typeof en;

const Language = createContext<Texts | null>(null);
export const TextsProvider = Language.Provider;

export function useTexts(): Texts {
  const texts = useContext(Language);
  if (texts === null) throw new Error('There is no TextsProvider.');
  return texts;
}
