import { Consent, Device } from '@keyward/react';
import { type ReactNode, useCallback } from 'react';
import { queryOf } from './address.ts';
import type { PageProps } from './page.ts';

/** The pages on which people answer the requests of applications. */
export function ApplicationPage({ place: { page, base, href }, replace }: PageProps): ReactNode {
  const { pathname, search, searchParams: query } = new URL(href);
  const hint = query.get('login_hint');
  const entrance = query.get('prompt') === 'create' ? 'signup' : 'signin';
  const fragment = hint === null ? '' : `#${encodeURIComponent(hint)}`;
  const onSignedOut = useCallback(
    () => replace(`${base}/${entrance}${queryOf({ returnTo: pathname + search })}${fragment}`),
    [replace, base, entrance, pathname, search, fragment],
  );
  return page === '/device' ? (
    <Device userCode={query.get('user_code') ?? ''} onSignedOut={onSignedOut} />
  ) : (
    <Consent request={query.get('request') ?? ''} onSignedOut={onSignedOut} />
  );
}
