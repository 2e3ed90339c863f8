import { useEffect, useRef, useState } from 'react';
import { ADDRESS } from './addresses.ts';

/** A mailed code, and the key of the link that brought it, if the link has one. */
export interface LinkedCode {
  otp: string;
  key?: string;
}

/** The content of a mailed link or a redirect. */
export interface Link {
  /** The whole address, for `handleRedirect`. */
  href: string;
  errorCode: string | null;
  /** Null also if it does not have the form that the service writes into links. */
  email: string | null;
  /** Null also if the code is not six digits, or if the service cannot have made the key. */
  code: LinkedCode | null;
  purpose: string | null;
  token: string | null;
  /** The kind of change that a link undoes; null for an email. */
  change: string | null;
  verified: boolean;
  linked: string | null;
}

function readLink(href: string): Link {
  const { searchParams: query } = new URL(href);
  const email = query.get('email');
  return {
    href,
    errorCode: query.get('error_code'),
    email: email !== null && ADDRESS.test(email) ? email : null,
    code: readCode(query),
    purpose: query.get('purpose'),
    token: query.get('token'),
    change: query.get('change'),
    verified: query.get('verified') === 'true',
    linked: query.get('linked'),
  };
}

function readCode(query: URLSearchParams): LinkedCode | null {
  const [otp, key] = [query.get('otp') ?? '', query.get('key')];
  if (!/^[0-9]{6}$/.test(otp)) return null;
  if (key === null) return { otp };
  return /^[\w-]{22}$/.test(key) ? { otp, key } : null;
}

/**
 * Reads the address once, and removes the query from it and from the history.
 * @param href the original address, from an application that has already cleaned it
 * @returns null before the page is in a browser
 */
export function useLink(href: string | undefined): Link | null {
  const [link, setLink] = useState(() => (href === undefined ? null : readLink(href)));
  const taken = useRef(href !== undefined);
  useEffect(() => {
    if (taken.current) return;
    taken.current = true;
    setLink(readLink(location.href));
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return link;
}
