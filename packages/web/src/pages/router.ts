import { useCallback, useEffect, useState } from 'react';
import { type Place, takeAddress } from './address.ts';
import { load, type Parts } from './pages.ts';

/** A page and its components. */
export interface Shown extends Parts {
  place: Place;
}

export interface Router extends Shown {
  navigate: (path: string) => void;
  /** Like `navigate`, but replaces the history entry. */
  replace: (path: string) => void;
  /** Tries again to load the page of the address; null: it is shown, or loading. */
  retry: (() => void) | null;
}

/** Goes from page to page without loading the document. The current page stays until the next one can be rendered. */
export function useRouter(first: Shown, stays: (page: Place['page']) => boolean): Router {
  const [shown, setShown] = useState(first);
  const [failed, setFailed] = useState(false);
  const arrive = useCallback(() => {
    const place = takeAddress();
    if (!stays(place.page)) return location.reload();
    const show = async () => {
      // The code cannot be loaded without a connection.
      const parts = await load(place.page).catch(() => null);
      setFailed(parts === null);
      if (parts === null) return;
      setShown({ place, ...parts });
      scrollTo(0, 0);
    };
    void show();
  }, [stays]);
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
  return { ...shown, navigate, replace, retry: failed ? arrive : null };
}
