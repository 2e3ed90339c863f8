import type { Feed } from '../../audit/log/feed.ts';
import { askedFactors } from '../../audit/serializers/factor-kinds.ts';
import type { Core } from '../../core.ts';
import { guardStreams } from '../../identity/sessions/stream-guard.ts';
import type { Tokens } from '../../identity/sessions/tokens.ts';
import type { Settings } from '../../settings/settings.ts';
import { createRetention } from './event-retention.ts';

/**
 * Maintenance of the audit log while the service runs: removes old events, and ends streams whose readers have lost
 * their right.
 */
export function createEventUpkeep(
  { store, clock, report }: Core,
  parts: {
    feed: Pick<Feed, 'open' | 'end'>;
    settings: Settings;
    tokens: Tokens;
    /** Counts new events, before old ones are removed. */
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
    /** Removes old events, until the signal aborts. */
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
