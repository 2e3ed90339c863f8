import { useKeyward } from '@keyward/react';
import { useCallback } from 'react';
import type { PageProps } from './page.ts';
import { addressOf, forget, handedOver, recall } from './return.ts';

/** Continues after a sign-in: to the page where it began, otherwise to a page of its own, or to the account. */
export function useSignedIn({ place: { back }, replace }: PageProps): (own?: string) => void {
  const { paths, client } = useKeyward();
  return useCallback(
    (own = paths.account) => {
      const wanted = back ?? recall();
      forget();
      const leave = async () => {
        const to = addressOf(wanted?.returnTo) ?? (await handedOver(client, wanted));
        if (to === null || to === addressOf(paths.account)) replace(own);
        else location.replace(to);
      };
      void leave();
    },
    [back, client, paths, replace],
  );
}
