import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Initial } from './initial.tsx';

export interface AvatarProps {
  name: string;
  url: string | null;
  /** For an organization. */
  square?: boolean;
}

/**
 * Whether an address is that of an uploaded picture on this origin. Its owner chooses the address, and must not make
 * the pages request another one.
 */
function isUploaded(url: string): boolean {
  return (
    typeof location === 'object' &&
    url.startsWith(`${location.origin}/`) &&
    /^[^?#]*\/picture\/[\w-]{22}$/.test(url)
  );
}

/** The picture of a person or an organization, or its initial. */
export function Avatar({ name, url, square = false }: AvatarProps): ReactNode {
  const { facts } = useKeyward();
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || failed === url || !(facts.pictures || isUploaded(url)))
    return <Initial name={name} square={square} />;
  return (
    <img
      className="kw-avatar"
      data-square={square || undefined}
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
    />
  );
}
