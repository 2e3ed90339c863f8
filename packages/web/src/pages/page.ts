import type { ReactNode } from 'react';
import type { Place } from './address.ts';

export interface PageProps {
  place: Place;
  /** Goes to a path and replaces the history entry. */
  replace: (path: string) => void;
}

/** The component of a page. */
export type PageView = (props: PageProps) => ReactNode;
