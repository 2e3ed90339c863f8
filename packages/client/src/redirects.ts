import { failed, KeywardError, kindOf, ok } from './errors.ts';
import { page } from './page.ts';
import type { Session } from './sessions.ts';
import type { Result } from './types.ts';

/** The content of a redirect from the service to one of the frontend's pages. */
export type Redirect =
  /** Signed in by a provider or a magic link. */
  | {
      page: 'oauth/callback';
      session: Session;
      linked?: never;
      /** The value that `signInWithPages` was given. */
      state?: string;
    }
  /** This provider is now linked to the account that asked for it. The session is unchanged. */
  | { page: 'oauth/callback'; session?: never; linked: string }
  /** The mailbox is confirmed. */
  | { page: 'magic-link/callback'; email: string }
  /** Ask the person, then call `confirmLink` with the other fields. */
  | {
      page: 'magic-link/confirm';
      purpose: 'signup' | 'login' | 'reset' | 'verify';
      email: string;
      otp: string;
      key?: string;
    }
  /** Ask for the new password, then call `resetPassword` with it and the fields `email`, `otp` and `key`. */
  | { page: 'reset-password'; email: string; otp: string; key?: string }
  /** Ask for the other fields, then call `signupWithOtp` with them and `email`, `otp` and `key`. */
  | { page: 'signup'; email: string; otp: string; key?: string };

/** The forms in which a redirect hands over a session. */
export interface Handover {
  access_token?: string;
  refresh_token?: string;
  code?: string;
  /** The challenge that the sign-in began with, if any. */
  code_challenge?: string;
  token_type?: string;
  state?: string;
  /** For the second factor, instead of a session. */
  challenge?: string;
  /** Separated by commas. */
  methods?: string;
  /** Unix seconds */
  expires_at?: string;
}

interface Query extends Handover {
  error?: string;
  error_code?: string;
  linked?: string;
  verified?: string;
  purpose?: 'signup' | 'login' | 'reset' | 'verify';
  email?: string;
  otp?: string;
  key?: string;
}

const PAGES = [
  'oauth/callback',
  'magic-link/callback',
  'magic-link/confirm',
  'reset-password',
  'signup',
] as const;
const OURS =
  /^((access|refresh)_token|token_type|token_code|code|(code_)?challenge|methods|expires_at|error(_code)?|linked|state|verified|purpose|email|otp|key)$/;

/** Reads an address; null if no redirect of the service led to it. */
export function readRedirect(href: string): Result<Redirect | Handover> | null {
  // The service's own pages hand their session over under another name than that of OAuth callbacks.
  const { pathname, searchParams } = new URL(href.replace('token_code', 'code'));
  const found = PAGES.find((known) => pathname.replace(/\/$/, '').endsWith(`/${known}`));
  const {
    error,
    error_code: code,
    linked,
    email,
    otp,
    key,
    purpose,
    ...query
  }: Query = Object.fromEntries(searchParams);
  if (found && code) return failed(new KeywardError(kindOf(code), error ?? code, { code }));
  if (found === 'oauth/callback') {
    if (linked) return ok({ page: found, linked });
    return query.access_token || query.code || query.token_type || query.challenge ? ok(query) : null;
  }
  if (found === 'magic-link/callback' && email && query.verified) return ok({ page: found, email });
  if (email && otp) {
    const mailed = { email, otp, ...(key && { key }) };
    if (found === 'magic-link/confirm' && purpose) return ok({ page: found, purpose, ...mailed });
    if (found === 'reset-password' || found === 'signup') return ok({ page: found, ...mailed });
  }
  return null;
}

/**
 * Removes secrets from the address bar, and so from the history. Other parameters stay.
 * @param href the address that was read, which may differ from the page's
 */
export function cleanAddress(href: string): void {
  const { location, history } = page;
  if (location?.href !== href || !history) return;
  const url = new URL(location.href);
  for (const name of new Set(url.searchParams.keys())) if (OURS.test(name)) url.searchParams.delete(name);
  history.replaceState(history.state, '', url.href);
}
