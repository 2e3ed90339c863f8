import type { ReactNode } from 'react';
import type { Place } from './address.ts';

export interface PageProps {
  place: Place;
  /** Goes to a path without a way back. */
  replace: (path: string) => void;
}

/** What draws a page. */
export type PageView = (props: PageProps) => ReactNode;
