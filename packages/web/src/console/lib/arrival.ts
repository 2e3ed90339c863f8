/**
 * The fragment of the page's address: the token of a set-up link, or the key of the mailbox. It is removed from the
 * address and the history before any request of a script starts, so `main.tsx` imports this first.
 */
function takeFragment(): string {
  const { hash, pathname, search } = location;
  if (hash === '' || !/\/(setup|mailbox)\/?$/.test(pathname)) return '';
  history.replaceState(history.state, '', pathname + search);
  return hash.slice(1);
}

/** The answer to an authorization that the console has tried; it is removed from the address in the same way. */
function takeAnswer(): URLSearchParams | null {
  const { pathname, search } = location;
  if (search === '' || !/\/console\/try\/?$/.test(pathname)) return null;
  history.replaceState(history.state, '', pathname);
  return new URLSearchParams(search);
}

export const arrival = { fragment: takeFragment(), answer: takeAnswer() };

// A person may paste another link into an open page.
addEventListener('hashchange', () => {
  const fragment = takeFragment();
  if (fragment === '') return;
  arrival.fragment = fragment;
  dispatchEvent(new Event('keyward:arrival'));
});

/** Calls the listener when another link was opened in the same page. */
export function onArrival(listener: () => void): () => void {
  addEventListener('keyward:arrival', listener);
  return () => removeEventListener('keyward:arrival', listener);
}
