import type { ReactNode } from 'react';

/** In place of a picture of somebody, or of an application. */
export function Initial({ name, square = false }: { name: string; square?: boolean }): ReactNode {
  return (
    <span className="kw-avatar" data-square={square || undefined} aria-hidden="true">
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  );
}
