import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { CustomFetch } from 'openid-client';
import { asClaims } from '../sign-in/provider/profile.ts';

/** The requests to an OpenID provider during a test, and the last step that was reached. */
export interface OidcRecord {
  watch: (fetch: CustomFetch) => CustomFetch;
  /** The ID token without its signature, as JSON; null if none came. */
  idToken: () => string | null;
  /** The steps that succeeded, before the ID token was verified. */
  steps: () => string[];
  /** The step that failed. @param callback the query with which the browser came back */
  failed: (callback: URLSearchParams) => string;
}

/** The steps, by the kind of their request. */
const STEPS = { discovery: 'discovery', token: 'code', userinfo: 'userinfo' } as const;

export function recordOidc(): OidcRecord {
  const answered = new Map<keyof typeof STEPS, boolean>();
  let token: string | null = null;

  const kindOf = (url: string, { method, headers }: Parameters<CustomFetch>[1]) => {
    if (method === 'POST') return 'token';
    if (url.includes('/.well-known/')) return 'discovery';
    return new Headers(headers).has('authorization') ? 'userinfo' : null;
  };

  return {
    watch: (fetch) => async (url, options) => {
      const kind = kindOf(url, options);
      if (kind !== null) answered.set(kind, false);
      const answer = await fetch(url, options);
      if (kind !== null) answered.set(kind, answer.ok);
      if (kind === 'token' && answer.ok) token = await idTokenIn(answer.clone());
      return answer;
    },

    idToken: () => (token === null ? null : shown(token)),

    steps: () => [...answered].flatMap(([kind, isOk]) => (isOk && kind !== 'userinfo' ? [STEPS[kind]] : [])),

    failed(callback) {
      const error = callback.get('error');
      if (error !== null) return error === 'access_denied' ? 'oidc_denied' : 'oidc_authorization';
      if (answered.get('discovery') !== true) return 'oidc_discovery';
      const sent = answered.get('token');
      if (sent === undefined) return 'oidc_authorization';
      if (!sent) return 'oidc_token';
      return answered.get('userinfo') === false ? 'oidc_userinfo' : 'oidc_id_token';
    },
  };
}

async function idTokenIn(answer: Response): Promise<string | null> {
  const { id_token: token } = asClaims(await answer.json().catch(() => null));
  return typeof token === 'string' ? token : null;
}

/** Null for a text that is not a token of two readable parts. */
function shown(token: string): string | null {
  try {
    return JSON.stringify({ header: decodeProtectedHeader(token), claims: decodeJwt(token) }, null, 2);
  } catch {
    return null;
  }
}
