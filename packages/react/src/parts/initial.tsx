import type { ReactNode } from 'react';

/** Replaces a missing picture of a person or an application. */
export function Initial({ name, square = false }: { name: string; square?: boolean }): ReactNode {
  return (
    <span className="kw-avatar" data-square={square || undefined} aria-hidden="true">
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  );
}
