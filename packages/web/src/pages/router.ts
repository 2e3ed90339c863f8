import { useCallback, useEffect, useState } from 'react';
import { type Place, takeAddress } from './address.ts';
import { type PageView, viewOf } from './pages.ts';

/** A page, and what draws it. */
export interface Shown {
  place: Place;
  view: PageView;
}

export interface Router extends Shown {
  navigate: (path: string) => void;
  /** As `navigate`, without a way back. */
  replace: (path: string) => void;
}

/** Goes from page to page without loading the document. What is shown stays until the next page can be drawn. */
export function useRouter(first: Shown): Router {
  const [shown, setShown] = useState(first);
  const arrive = useCallback(() => {
    const place = takeAddress();
    const show = async () => {
      const view = await viewOf(place.page);
      setShown({ place, view });
      scrollTo(0, 0);
    };
    void show();
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
  return { ...shown, navigate, replace };
}
