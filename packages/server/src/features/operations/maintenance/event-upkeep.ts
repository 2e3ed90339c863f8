import type { Feed } from '../../audit/log/feed.ts';
import { askedFactors } from '../../audit/serializers/factor-kinds.ts';
import type { Core } from '../../core.ts';
import { guardStreams } from '../../identity/sessions/stream-guard.ts';
import type { Tokens } from '../../identity/sessions/tokens.ts';
import type { Settings } from '../../settings/settings.ts';
import { createRetention } from './event-retention.ts';

/** What the audit log needs while the service runs: old events go, and streams end with the right of their readers. */
export function createEventUpkeep(
  { store, clock, report }: Core,
  parts: {
    feed: Pick<Feed, 'open' | 'end'>;
    settings: Settings;
    tokens: Tokens;
    /** Counts the events that are new, before old ones go. */
    count: () => Promise<void>;
  },
) {
  const { feed, settings, tokens, count } = parts;
  const retention = createRetention({
    store,
    count,
    settings,
    clock,
    report: (error) => report(error, 'events'),
  });
  let stopGuard: (() => void) | undefined;

  return {
    /** Removes what is due, until the signal aborts. */
    sweep: retention.sweep,

    start(): void {
      retention.start();
      stopGuard = guardStreams({
        open: feed.open,
        sessions: store.sessions,
        apiKeys: store.apiKeys,
        factorsAsked: () => askedFactors('superadmin', settings.current.factors),
        tokens,
        clock,
        report: (error) => report(error, 'guard'),
      });
    },

    /** Ends all streams. Resolves when nothing uses the database any more. */
    close(): Promise<void> {
      stopGuard?.();
      feed.end();
      return retention.close();
    },
  };
}
