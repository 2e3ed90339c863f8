import type { Seal } from '../../lib/seal.ts';
import type { SessionRow } from '../../store/engine/schema.ts';

/** What a cookie says about a session. An id alone would name another session after a restored backup. */
type Named = Pick<SessionRow, 'id' | 'created_at'>;

/** Signs the name of a session in a cookie, so that only the service can make one. */
export interface BrowserSessions {
  close(session: Named): string;
  /** Null for a text that the service did not make. */
  open(cookie: string): Named | null;
}

const PLACE = 'oauth browser session';

export function createBrowserSessions(seal: Seal): BrowserSessions {
  return {
    close: ({ id, created_at: begun }) => seal.close(`${id} ${begun}`, PLACE),
    open(cookie) {
      const [id = 0, begun = 0] = (seal.open(cookie, PLACE) ?? '').split(' ').map(Number);
      return begun === 0 ? null : { id, created_at: begun };
    },
  };
}
