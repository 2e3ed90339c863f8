import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { EventStore } from '../../../store/tables/events.ts';
import type { EventFacts, Events } from '../../audit/events/events.ts';
import type { EventData, Origin } from '../../audit/events/event-types.ts';
import { newEvent } from '../../audit/events/event.ts';

/** Stores the events of changes. */
export interface EventTransactions {
  transaction<T>(work: (tables: { events: Pick<EventStore, 'add'> }) => Promise<T>): Promise<T>;
}

/** The actor who changes a log, in plain JSON. */
export interface Changer {
  /** The actor as the audit log shows it. */
  by: Origin;
  /** The actor as the log shows it. */
  facts: EventFacts;
}

const RETRY_AFTER_S = 2;

/**
 * Runs changes of logs, each in the transaction that stores its event. A failed change leaves no event, and if the
 * event cannot be stored, nothing changes. The event is written first and committed last, because emptying a log can
 * free the space that a full disk lacks for the commit.
 */
export function createAuditedChanges(deps: { store: EventTransactions; events: Events; clock: Clock }) {
  const { store, events, clock } = deps;

  /** @throws KeywardError `ServiceUnavailableError` while the database is unavailable, and errors of `change` */
  return async (
    { by, facts }: Changer,
    data: EventData<'log.changed'>,
    change: () => Promise<void>,
  ): Promise<void> => {
    try {
      await store.transaction(async ({ events: auditLog }) => {
        await auditLog.add([newEvent('log.changed', data, { by, at: clock.now() })]);
        await orUnavailable(change);
      });
    } catch (error) {
      if (error instanceof KeywardError) throw error;
      throw new KeywardError('ServiceUnavailableError', { retryAfter: RETRY_AFTER_S, cause: error });
    }
    const { action, log } = data;
    events.emit('admin.log_changed', {
      ...facts,
      metadata: action === 'reset' ? { action, log } : { action, snapshot: log },
    });
  };
}

/** An unavailable disk is a state of this instance, not a bug. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KeywardError) throw error;
    throw new KeywardError('ServiceUnavailableError', {
      message:
        'The log files cannot be read or written now; check whether the disk is full or the folder is gone.',
      retryAfter: RETRY_AFTER_S,
      cause: error,
    });
  }
}
