import type { ReactNode } from 'react';
import { KeywardRoot, type KeywardRootProps } from './root.tsx';
import { en, type Texts } from './texts/en.ts';

export interface KeywardProviderProps extends Omit<KeywardRootProps, 'texts'> {
  /** Default: English. Another language is a file of its own, such as `@keyward/react/de`. */
  texts?: Texts;
}

/** Gives the components below it one client and one session. */
export function KeywardProvider({ texts = en, ...root }: KeywardProviderProps): ReactNode {
  return <KeywardRoot texts={texts} {...root} />;
}
