import type { ClientOptions, TokenResponse } from '@keyward/client';

/** A session in which a superadmin acts for the owner of an account, while it lives in this tab. */
type Impersonation = Pick<TokenResponse, 'access_token' | 'token_type' | 'account'>;

const KEY = 'keyward-impersonation';

/**
 * Gives the pages of this tab the session of an impersonation, as their client stores one. The superadmin's own
 * sessions are not changed: neither that of the console nor that of the pages, which all other tabs continue to use.
 */
export function enterPages({ access_token, token_type, account }: Impersonation): void {
  sessionStorage.setItem(KEY, JSON.stringify({ access_token, token_type, account }));
}

/** The account for which a superadmin acts in this tab; null if there is none. */
export const impersonated = read();

/** The storage in which the client of the pages finds that session; null: it uses its own. */
export const impersonationStorage: Pick<ClientOptions, 'storage' | 'storageKey'> | null = impersonated && {
  storage: sessionStorage,
  storageKey: KEY,
};

function read(): Impersonation['account'] | null {
  try {
    const session: Impersonation | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return session && session.account;
  } catch {
    // The browser forbids storage.
    return null;
  }
}
