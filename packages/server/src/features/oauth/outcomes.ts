import type { Clock } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Store } from '../../store/database.ts';
import type { AuthorizationRequest, ReplyTo } from './authorization-request.ts';
import { randomSecret, sha256 } from './tokens.ts';

/** The answer to an authorization request. */
export type Outcome =
  /** A redirect to the application, with `iss` (RFC 9207). */
  | { kind: 'reply'; to: ReplyTo; parameters: Record<string, string> }
  /** A page asks the person. The request is stored under this id until then. */
  | { kind: 'ask'; page: string }
  /** An error page for the person. */
  | { kind: 'refused'; description: string };

/** How outcomes reach the application. */
export interface Outcomes {
  /**
   * The address to which an outcome sends the browser: the application's, or one of the service's own for an answer by
   * form.
   */
  toAddress(request: AuthorizationRequest, outcome: Outcome, browser: string): Promise<string>;
  /** The outcome that was stored for a browser. It can be read once. */
  kept(id: string, browser: string): Promise<Outcome>;
}

const KEPT_MS = 60_000;
/** The seal context of an answer. */
const KEPT = 'oauth answer';

export function createOutcomes({
  store,
  seal,
  clock,
  endpoint,
}: {
  store: Pick<Store, 'oauthRequests'>;
  seal: Seal;
  clock: Clock;
  /** The address of the endpoint. */
  endpoint: () => string;
}): Outcomes {
  return {
    async toAddress({ application }, outcome, browser) {
      if (outcome.kind !== 'reply') throw new Error('only replies go to applications');
      const { to, parameters } = outcome;
      if (to.mode === 'query') {
        const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
        return `${to.redirectUri}${to.redirectUri.includes('?') ? '&' : '?'}${query}`;
      }
      const id = randomSecret();
      const now = clock.now();
      await store.oauthRequests.insert({
        id_hash: sha256(id),
        application_id: application.id,
        browser_hash: sha256(browser),
        parameters: seal.close(JSON.stringify(outcome), KEPT),
        created_at: now,
        expires_at: now + KEPT_MS,
      });
      return `${endpoint()}?reply=${id}`;
    },

    async kept(id, browser) {
      const key = { id_hash: sha256(id), browser_hash: sha256(browser) };
      const row = await store.oauthRequests.take(key, clock.now());
      const text = row === null ? null : seal.open(row.parameters, KEPT);
      if (text === null)
        return { kind: 'refused', description: 'This answer was used already, or has expired.' };
      return JSON.parse(text);
    },
  };
}
