import { useCallback, useEffect, useState } from 'react';
import { type Place, takeAddress } from './address.ts';

export interface Router {
  place: Place;
  navigate: (path: string) => void;
  /** As `navigate`, without a way back. */
  replace: (path: string) => void;
}

/** Goes from page to page without loading them. */
export function useRouter(first: Place): Router {
  const [place, setPlace] = useState(first);
  const arrive = useCallback(() => {
    setPlace(takeAddress());
    scrollTo(0, 0);
  }, []);
  useEffect(() => {
    addEventListener('popstate', arrive);
    return () => removeEventListener('popstate', arrive);
  }, [arrive]);
  const navigate = useCallback(
    (path: string) => {
      history.pushState(null, '', path);
      arrive();
    },
    [arrive],
  );
  const replace = useCallback(
    (path: string) => {
      history.replaceState(null, '', path);
      arrive();
    },
    [arrive],
  );
  return { place, navigate, replace };
}
