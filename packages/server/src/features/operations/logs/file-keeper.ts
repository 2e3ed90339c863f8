import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { KeywardError } from '../../../errors.ts';
import { processOutputs } from '../../../lib/process-output.ts';
import { createTaskQueue } from '../../../lib/task-queue.ts';
import { storeDir } from '../../settings/sections/logging.ts';
import type { LoggingSettings } from '../../settings/settings.ts';
import { createBroker } from './broker.ts';
import { FORMATS, type KeeperParts, type LogInfo, type LogKeeper } from './keeper.ts';
import type { LineIndex } from './line-index.ts';
import { createLogFile, type LogFile } from './log-file.ts';
import { BACKLOG, createMemory, type NumberedLines } from './memory.ts';
import { reportOutputErrors } from './report-output-errors.ts';
import { readLines } from './read-lines.ts';
import { readPage } from './reader.ts';
import { copyLines, createSnapshots, type LogName, sourceOf } from './snapshots.ts';
import { createAuditedChanges, orUnavailable } from './audited-changes.ts';

export interface FileKeeper extends LogKeeper {
  /** The lines with which a subscriber begins; see {@link Memory.since}. */
  remembered(log: LogName, lastId: string | undefined): NumberedLines;
}

export interface FileKeeperParts extends KeeperParts {
  /** Called with the lines for streams. */
  onLines?: (log: LogName, lines: NumberedLines) => void;
  /** Called when {@link LogKeeper.isInTrouble} has changed. */
  onTrouble?: (inTrouble: boolean) => void;
}

/** Stores the lines in files of this process, by the settings in force. */
export function createFileKeeper(parts: FileKeeperParts): FileKeeper {
  const { settings, events, store, clock, report, flush, onLines } = parts;
  const logging = () => settings.current.logging;
  const inTurn = createTaskQueue();
  const startedAt = clock.now();
  const logs = { app: createLog('app'), server: createLog('server') };
  const remembered: FileKeeper['remembered'] = (log, lastId) => logs[log].memory.since(lastId);
  const broker = createBroker({ join: (log, _who, lastId) => remembered(log, lastId) });
  const snapshots = createSnapshots(() => storeDir(logging()));
  const telling = createAuditedChanges({ store, events, clock });
  let unsubscribe: (() => void) | undefined;
  let wasInTrouble = false;

  function createLog(name: LogName) {
    const file = createLogFile({
      awaited: () => logging().logging,
      retention: () => ({ max: logging().max_log_lines, trim: logging().trim_log_lines }),
      files: parts.files,
      onTrouble: (error) =>
        report(new Error(`${name}.log cannot be written; Keyward keeps trying`, { cause: error })),
      onChange: reportTrouble,
      onLost: (lines) => events.emit('log.lines_lost', { metadata: { log: `${name}.log`, lines } }),
    });
    return { name, file, memory: createMemory(startedAt) };
  }

  function isInTrouble(): boolean {
    return logs.app.file.trouble !== null || logs.server.file.trouble !== null;
  }

  function reportTrouble(): void {
    const isNow = isInTrouble();
    if (isNow !== wasInTrouble) parts.onTrouble?.(isNow);
    wasInTrouble = isNow;
  }

  async function moveTo(folder: string | null, name: LogName): Promise<void> {
    const { file, memory } = logs[name];
    const path = folder === null ? null : join(folder, `${name}.log`);
    if (path === file.path) return file.settle();
    await file.moveTo(path);
    const last = await file
      .read((handle, index) => readLines(handle, index, Math.max(0, index.lines - BACKLOG), index.lines))
      .catch(() => []);
    memory.replace(last);
  }

  async function apply(next: LoggingSettings): Promise<void> {
    if (!next.logging) broker.endAll();
    await flush();
    const folder = next.logging ? next.logs_dir : null;
    await Promise.all([moveTo(folder, 'app'), moveTo(folder, 'server')]);
  }

  /** The file of a log, after every line so far has been written. */
  async function upToDate(name: LogName): Promise<LogFile> {
    // A change of the settings may be in progress.
    await inTurn(async () => {});
    await flush();
    return logs[name].file;
  }

  async function primary(name: LogName): Promise<LogInfo> {
    const log = await upToDate(name);
    return log.read(async (file, { lines }) => {
      const { size, birthtimeMs, mtimeMs } = await file.stat();
      return { name, source: name, size, records: lines, createdAt: birthtimeMs, updatedAt: mtimeMs };
    });
  }

  return {
    deliver(name, lines) {
      const text = `${lines.join('\n')}\n`;
      if (name === 'app' && logging().console_output) processOutputs.stdout.print(text);
      const { file, memory } = logs[name];
      if (file.path !== null || logging().logging) {
        file.append(text, lines.length);
        const numbered = memory.add(lines);
        broker.publish(name, numbered);
        onLines?.(name, numbered);
      }
      reportOutputErrors(parts);
    },

    list: () =>
      orUnavailable(async () => ({
        primary: [await primary('app'), await primary('server')],
        snapshots: (await snapshots.list()).map((facts) => ({
          ...facts,
          source: primaryOrSnapshot(facts.name),
        })),
      })),

    page: (name, request) =>
      orUnavailable(async () => {
        const source = primaryOrSnapshot(name);
        const read = (file: FileHandle, index: LineIndex) => readPage(file, index, FORMATS[source], request);
        return name === source ? (await upToDate(source)).read(read) : snapshots.read(name, read);
      }),

    snapshot: (source, name, changer) =>
      orUnavailable(async () => {
        const log = await upToDate(source);
        const copy = `${source}-${name}`;
        const facts = await snapshots.create(
          copy,
          // Through `read`, so that the copy starts again if the log is emptied.
          (to) => log.read((file, index) => copyLines(file, index, to)),
          (keep) => telling(changer, { log: copy, action: 'snapshot' }, keep),
        );
        return { ...facts, source };
      }),

    reset: (name, changer) =>
      orUnavailable(async () => {
        const log = await upToDate(name);
        await telling(changer, { log: name, action: 'reset' }, () => log.reset());
        logs[name].memory.replace([]);
      }),

    deleteSnapshot: (name, changer) =>
      telling(changer, { log: name, action: 'delete' }, () => snapshots.delete(name)),

    remembered,
    streams: broker,
    waiting: () => logs.app.file.waiting + logs.server.file.waiting,
    isInTrouble,

    async start() {
      unsubscribe = settings.subscribe((next, previous) => {
        if (next.logging !== previous.logging) void inTurn(() => apply(next.logging));
      });
      await inTurn(() => apply(logging()));
      await snapshots.sweep().catch(report);
    },

    close() {
      unsubscribe?.();
      broker.endAll();
      return inTurn(async () => {
        await flush();
        await Promise.all([moveTo(null, 'app'), moveTo(null, 'server')]);
      });
    },
  };
}

/** The log that a primary log or a snapshot belongs to. @throws KeywardError `LogNotFoundError` for any other name */
export function primaryOrSnapshot(name: string): LogName {
  const source = name === 'app' || name === 'server' ? name : sourceOf(name);
  if (source === null) throw new KeywardError('LogNotFoundError');
  return source;
}
