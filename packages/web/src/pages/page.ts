import type { ReactNode } from 'react';
import type { Place } from './address.ts';
import type { loadTexts } from './texts.ts';

export interface PageProps {
  place: Place;
  /** Goes to a path and replaces the history entry. */
  replace: (path: string) => void;
  /** Given, because an import of its own would split the file that every page loads. */
  loadTexts: typeof loadTexts;
}

/** The component of a page. */
export type PageView = (props: PageProps) => ReactNode;
