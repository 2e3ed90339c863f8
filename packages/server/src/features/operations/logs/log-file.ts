import { type FileHandle, stat } from 'node:fs/promises';
import { systemCode } from '../../../config/error.ts';
import { createTaskQueue } from '../../../lib/task-queue.ts';
import { createLineIndex, type LineIndex } from './line-index.ts';
import { appendAll, type Files, openLog, type OpenLog } from './open-log.ts';
import { type Retention, surplus, withoutOldest } from './retention.ts';

/**
 * A log file that is written in the background. Callers never wait for the disk, and an unavailable disk does
 * not stop them.
 */
export interface LogFile {
  /** Accepts `count` whole lines. Beyond {@link MAX_WAITING} characters lines are lost, and counted. */
  append(text: string, count: number): void;
  /**
   * Resolves when all accepted lines are in the file and retention has been applied, or when they cannot be written
   * now.
   */
  settle(): Promise<void>;
  /** Empties the file. It stays the same file for all programs that have it open. */
  reset(): Promise<void>;
  /** Runs `work` on the current file, and again if the file was emptied during that. */
  read<T>(work: (file: FileHandle, index: LineIndex) => Promise<T>): Promise<T>;
  /**
   * Finishes the accepted lines, then continues at another path. Null closes the file; later lines are kept only while
   * `awaited` returns true.
   */
  moveTo(path: string | null): Promise<void>;
  readonly path: string | null;
  /** Accepted lines that are not in the file. */
  readonly waiting: number;
  /** The system's error code for why the file cannot be written now; null while it can. */
  readonly trouble: string | null;
}

export interface LogFileParts {
  retention: () => Retention;
  /** Whether lines without a path are kept for the next one. */
  awaited: () => boolean;
  files: Files;
  /** Default: {@link PAUSE_MS}. */
  pauseMs?: number;
  /** Called once when lines can no longer be written. */
  onTrouble: (error: unknown) => void;
  /** Called when writing has begun to fail, or works again. */
  onChange?: () => void;
  /** Called when lines can be written again, with the number of lines lost before that. */
  onLost: (lines: number) => void;
}

/** Characters that may wait in memory while the disk is unavailable: some 25,000 lines. */
const MAX_WAITING = 8 * 1024 * 1024;
/**
 * How often to test whether the disk is available again, and whether the file was moved. It is also how often retention
 * is applied while lines keep coming, because a rewrite for every few lines would cost more than writing them.
 */
const PAUSE_MS = 1_000;

interface Chunk {
  text: string;
  count: number;
}

type Shared = OpenLog & { readers: number };

export function createLogFile(parts: LogFileParts): LogFile {
  const { retention, awaited, files, onTrouble, onChange, onLost, pauseMs = PAUSE_MS } = parts;
  const inTurn = createTaskQueue();
  let path: string | null = null;
  let current: Shared | null = null;
  /** The state of the last open file, to remove an incomplete line after a failed write. */
  let known: { inode: number; bytes: number } | undefined;
  let waiting: Chunk[] = [];
  let waitingLength = 0;
  let lost = 0;
  let trouble: string | null = null;
  let writing = false;
  let timer: NodeJS.Timeout | undefined;
  let resets = 0;
  let trimmedAt = 0;
  let checkedAt = 0;

  function later(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void inTurn(write);
    }, ms).unref();
  }

  /** The old file stays open while it is read. */
  async function release(log: Shared | null): Promise<void> {
    if (log !== null && log !== current && log.readers === 0) await log.file.close().catch(() => {});
  }

  async function leave(): Promise<void> {
    const log = current;
    if (log === null) return;
    known = { inode: log.inode, bytes: log.index.bytes };
    current = null;
    await release(log);
  }

  async function opened(at: string): Promise<Shared> {
    if (current === null) {
      current = { ...(await openLog(at, files, known)), readers: 0 };
      known = undefined;
      checkedAt = performance.now();
    }
    return current;
  }

  /** Another program may have moved, deleted, emptied or changed the file. */
  async function check(at: string): Promise<void> {
    if (current === null || performance.now() - checkedAt < pauseMs) return;
    checkedAt = performance.now();
    const found = await stat(at).catch(() => null);
    if (found?.ino === current.inode && found.size === current.index.bytes) return;
    await leave();
    known = undefined;
  }

  async function trim(at: string): Promise<void> {
    if (current === null) return;
    const lines = surplus(current.index.lines, retention());
    if (lines === 0) return;
    const old = current;
    current = { ...(await withoutOldest(old, at, lines, files)), readers: 0 };
    await release(old);
    trimmedAt = performance.now();
  }

  function setTrouble(code: string | null): void {
    const changed = (code === null) !== (trouble === null);
    trouble = code;
    if (changed) onChange?.();
  }

  function failed(error: unknown): void {
    const began = trouble === null;
    setTrouble(systemCode(error));
    later(pauseMs);
    if (began) onTrouble(error);
  }

  /** Writes the waiting lines. Never throws. */
  async function write(): Promise<void> {
    writing = false;
    if (path === null) return;
    try {
      await check(path);
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        try {
          const { file, index } = await opened(path);
          const bytes = Buffer.from(batch.map(({ text }) => text).join(''));
          await appendAll(file, bytes);
          index.add(bytes);
        } catch (error) {
          waiting = [...batch, ...waiting];
          throw error;
        }
        for (const { text } of batch) waitingLength -= text.length;
      }
      const pause = trimmedAt + pauseMs - performance.now();
      if (pause <= 0) await trim(path);
      else if (current !== null && surplus(current.index.lines, retention()) > 0) later(pause);
      recovered();
    } catch (error) {
      await leave();
      failed(error);
    }
  }

  function recovered(): void {
    setTrouble(null);
    if (lost > 0) onLost(lost);
    lost = 0;
  }

  /** Writes and trims as far as possible now. @throws the errors of opening the file */
  async function settled(): Promise<Shared | null> {
    if (path === null) return null;
    await write();
    await opened(path);
    await trim(path).catch(failed);
    return current;
  }

  return {
    append(text, count) {
      if (path === null && !awaited()) return;
      if (waitingLength + text.length > MAX_WAITING) {
        lost += count;
        return;
      }
      waiting.push({ text, count });
      waitingLength += text.length;
      if (writing || trouble !== null) return;
      writing = true;
      void inTurn(write);
    },

    settle: () =>
      inTurn(async () => {
        try {
          await settled();
        } catch (error) {
          failed(error);
        }
      }),

    reset: () =>
      inTurn(async () => {
        if (path === null) return;
        await write();
        // Lines that could not be written are older than the reset.
        waiting = [];
        waitingLength = 0;
        const log = await opened(path);
        // Counted first, because a reader that reaches the new end before that must know about the reset.
        resets += 1;
        await log.file.truncate(0);
        log.index = createLineIndex();
      }),

    async read(work) {
      for (;;) {
        const { log, before } = await inTurn(async () => {
          const found = await settled();
          if (found !== null) found.readers += 1;
          return { log: found, before: resets };
        });
        if (log === null) throw new Error('The log is closed');
        try {
          const result = await work(log.file, log.index);
          if (before === resets) return result;
        } catch (error) {
          if (before === resets) throw error;
        } finally {
          log.readers -= 1;
          await release(log);
        }
      }
    },

    moveTo: (next) =>
      inTurn(async () => {
        await settled().catch(failed);
        await leave();
        clearTimeout(timer);
        timer = undefined;
        known = undefined;
        setTrouble(null);
        path = next;
        if (next !== null) return write();
        // Logging may have been turned on again while the file was being closed.
        if (awaited()) return;
        waiting = [];
        waitingLength = 0;
      }),

    get path() {
      return path;
    },
    get waiting() {
      return waiting.reduce((sum, { count }) => sum + count, 0);
    },
    get trouble() {
      return trouble;
    },
  };
}
