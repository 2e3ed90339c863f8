import type { LogKeeper } from '../features/operations/logs/keeper.ts';
import type { NumberedLines } from '../features/operations/logs/memory.ts';
import type { LogName } from '../features/operations/logs/snapshots.ts';

/**
 * Lines of each log as one text, in which each ends with a line feed, because a message with a single text costs least.
 */
export type RecordedLines = Readonly<Record<LogName, string>>;

/** The object `logs` that the supervisor, which keeps all lines, exposes to a worker. */
export interface LogsApi extends Pick<LogKeeper, 'list' | 'page' | 'snapshot' | 'reset' | 'deleteSnapshot'> {
  /** From now on, the supervisor collects the worker's lines. @returns whether files cannot be written now */
  begin(): boolean;
  end(): void;
  /** Receives lines that the worker has recorded. */
  take(lines: RecordedLines): void;
  /**
   * Subscribes the worker to the lines that follow the returned ones.
   * @throws KeywardError `RateLimitedError`
   */
  join(log: LogName, who: string, lastId: string | undefined): Promise<NumberedLines>;
  /** A subscriber that joined has left. */
  left(log: LogName, who: string): void;
}

/** The object `recorder` that a worker exposes to the supervisor. */
export interface RecorderApi {
  /** Resolves when all lines that the worker has recorded are delivered. */
  flush(): Promise<void>;
  /** Receives lines for the worker's subscribers. */
  publish(log: LogName, lines: NumberedLines): void;
  setTrouble(inTrouble: boolean): void;
  /** Ends all streams. Their readers reconnect, and send the last id that they have seen. */
  endStreams(): void;
}

/** The maximum number of characters in transit to a process that is too busy to receive them. */
export const MAX_IN_FLIGHT = 8 * 1024 * 1024;
