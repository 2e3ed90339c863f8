import type { Seal } from '../../lib/seal.ts';

/** Signs the session id in a cookie, so that only the service can make one. */
export interface BrowserSessions {
  close(sessionId: number): string;
  /** Null for a text that the service did not make. */
  open(cookie: string): number | null;
}

const PLACE = 'oauth browser session';

export function createBrowserSessions(seal: Seal): BrowserSessions {
  return {
    close: (sessionId) => seal.close(String(sessionId), PLACE),
    open(cookie) {
      const text = seal.open(cookie, PLACE);
      return text === null ? null : Number(text);
    },
  };
}
