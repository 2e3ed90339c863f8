import { type ReactNode, useState } from 'react';

/** Replaces a missing picture of a person or an application. */
export function Initial({ name, square = false }: { name: string; square?: boolean }): ReactNode {
  return (
    <span
      className="kw-avatar"
      data-square={square || undefined}
      // Drawn by CSS, because it is not part of the button's text.
      data-initial={Array.from(name)[0]?.toUpperCase()}
      aria-hidden="true"
    />
  );
}

/** The picture of an application, which the service shows through its own origin. */
export function ApplicationLogo({
  application: { name, logo_url: url },
}: {
  application: { name: string; logo_url: string | null };
}): ReactNode {
  const [failed, setFailed] = useState(false);
  if (url === null || failed) return <Initial name={name} square />;
  return <img className="kw-avatar" data-square src={url} alt="" onError={() => setFailed(true)} />;
}
