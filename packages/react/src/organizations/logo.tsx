import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Initial } from '../parts/initial.tsx';

/** The picture of an organization, or its initial. */
export function Logo({ name, url }: { name: string; url: string | null }): ReactNode {
  const { facts } = useKeyward();
  const [failed, setFailed] = useState(false);
  if (url === null || failed || !facts.pictures) return <Initial name={name} square />;
  return (
    <img
      className="kw-avatar"
      data-square
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
