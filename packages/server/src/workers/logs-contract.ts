import type { LogKeeper } from '../features/operations/logs/keeper.ts';
import type { NumberedLines } from '../features/operations/logs/memory.ts';
import type { LogName } from '../features/operations/logs/snapshots.ts';

/** Lines of each log as one text, in which each ends with a line feed: a message with one text costs least. */
export type RecordedLines = Readonly<Record<LogName, string>>;

/** What the supervisor, which keeps the lines of all, offers a worker as `logs`. */
export interface LogsApi extends Pick<LogKeeper, 'list' | 'page' | 'snapshot' | 'reset' | 'deleteSnapshot'> {
  /** From here on, the worker is asked for its lines. @returns whether files cannot be written now */
  begin(): boolean;
  end(): void;
  /** Takes lines that the worker has recorded. */
  take(lines: RecordedLines): void;
  /** From here on, the worker gets the lines that follow those returned. @throws KeywardError `RateLimitedError` */
  join(log: LogName, who: string, lastId: string | undefined): Promise<NumberedLines>;
  /** A subscriber that joined has left. */
  left(log: LogName, who: string): void;
}

/** What a worker offers the supervisor as `recorder`. */
export interface RecorderApi {
  /** Resolves when all that the worker recorded so far has been handed over. */
  flush(): Promise<void>;
  /** Takes lines for the worker's subscribers. */
  publish(log: LogName, lines: NumberedLines): void;
  setTrouble(inTrouble: boolean): void;
  /** Ends all streams. Their readers reconnect, and send the last id that they have seen. */
  endStreams(): void;
}

/** Characters that may be on their way to another process, which is too busy to take them. */
export const MAX_IN_FLIGHT = 8 * 1024 * 1024;
