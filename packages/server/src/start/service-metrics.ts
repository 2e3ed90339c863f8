import type { Services } from '../services/services.ts';
import { counter, type Family, gauge } from '../features/operations/metrics/families.ts';
import { buildInfo, countEvents, type Source } from '../features/operations/metrics/metrics.ts';

/** The metrics of the features. */
export function serviceSources(services: Services): Source[] {
  const { store, events, auditLog, mailer, logs, hashQueue, deliveryCounts, runtimeSettings } = services;
  return [
    buildInfo(store.kind),
    countEvents(events),
    () => {
      const { queued, retrying, sent, failed } = mailer.state();
      return [
        gauge('keyward_mails_queued', 'Mails that are accepted and neither sent nor given up.', queued),
        gauge('keyward_mails_retrying', 'Of these, mails that failed at least once.', retrying),
        counter('keyward_mails_sent_total', 'Mails sent, or caught in development.', sent),
        counter('keyward_mails_failed_total', 'Mails given up.', failed),
      ];
    },
    () => [
      gauge('keyward_log_lines_waiting', 'Log lines that are not in a file yet.', logs.waiting),
      gauge('keyward_log_streams_open', 'Readers who follow a log.', logs.openStreams),
      gauge(
        'keyward_event_streams_open',
        'Readers of the audit log that follow it, wait for new events or export it.',
        auditLog.feed.open().length,
      ),
    ],
    () => {
      const { running, waiting } = hashQueue.state();
      return [
        gauge('keyward_password_hashes_running', 'Password hashes that are being made.', running),
        gauge('keyward_password_hashes_waiting', 'Password hashes that wait for a core.', waiting),
      ];
    },
    () => [
      counter(
        'keyward_webhook_attempts_total',
        'Attempts to deliver an event to a webhook; pending: another attempt follows; failed: there are no more attempts.',
        Object.entries(deliveryCounts).map(([outcome, count]) => [{ outcome }, count]),
      ),
    ],
    backlog(services),
    () => databaseFamilies(services),
    () => [
      gauge(
        'keyward_settings_version',
        'Version of each section of the settings in force; instances that differ for long are out of sync.',
        Object.entries(runtimeSettings.sources()).map(([section, { version }]) => [{ section }, version]),
        'min',
      ),
    ],
  ];
}

/** All instances have the same backlog, so it is not queried more often than this. */
const BACKLOG_MS = 5_000;

/** Waiting deliveries to webhooks, of all instances. */
function backlog({ store, clock }: Services): Source {
  let asked = -Infinity;
  let last: Awaited<ReturnType<typeof store.deliveries.backlog>> | null = null;
  return async () => {
    if (performance.now() - asked >= BACKLOG_MS) {
      asked = performance.now();
      try {
        last = await store.deliveries.backlog();
      } catch {
        // The other metrics are needed most while the database is unavailable.
        last = null;
      }
    }
    if (last === null) return [];
    const age = last.oldestAt === null ? 0 : Math.max(0, clock.now() - last.oldestAt) / 1000;
    return [
      gauge(
        'keyward_webhook_deliveries_pending',
        'Deliveries to webhooks that wait, over all instances; counted up to 50,000.',
        last.pending,
        'max',
      ),
      gauge(
        'keyward_webhook_oldest_pending_seconds',
        'Age of the oldest event that a webhook has not received, of all instances.',
        age,
        'max',
      ),
    ];
  };
}

function databaseFamilies({ store }: Services): Family[] {
  const { sqlite, pool: postgres } = store.load();
  return [
    ...(postgres === null
      ? []
      : [
          gauge('keyward_database_connections', 'Connections to PostgreSQL.', postgres.pool.totalCount),
          gauge(
            'keyward_database_connections_idle',
            'Of these, connections without work.',
            postgres.pool.idleCount,
          ),
          gauge('keyward_database_connections_max', 'Maximum number of connections.', postgres.most),
          gauge(
            'keyward_database_requests_waiting',
            'Statements and transactions that wait for a connection.',
            postgres.pool.waitingCount,
          ),
        ]),
    ...(sqlite === null
      ? []
      : [
          counter(
            'keyward_sqlite_transactions_total',
            'Committed transactions, single statements included.',
            sqlite.transactions,
          ),
          counter(
            'keyward_sqlite_busy_total',
            'How often a write found that another process holds the write lock.',
            sqlite.busy,
          ),
          gauge(
            'keyward_sqlite_writes_waiting',
            'Writes that wait for the writer of this process.',
            sqlite.waiting,
          ),
        ]),
  ];
}
