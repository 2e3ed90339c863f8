import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createLogFile, type LogFile } from '../../../../src/features/operations/logs/log-file.ts';
import type { Files } from '../../../../src/features/operations/logs/open-log.ts';
import type { Retention } from '../../../../src/features/operations/logs/retention.ts';
import { readLines } from '../../../../src/features/operations/logs/read-lines.ts';

/** A disk that can be full. Like a real one, it then writes a part of the data and fails. */
export interface Disk extends Files {
  full: boolean;
  /** The bytes that a full disk still writes. */
  room: number;
  /** Awaited after a truncation, before its caller continues. */
  cutOff: () => Promise<void>;
  /** Awaited before a file is closed. */
  beforeClose: () => Promise<void>;
}

export function createDisk(): Disk {
  const disk: Disk = {
    full: false,
    room: 0,
    cutOff: async () => {},
    beforeClose: async () => {},
    async open(path, flags, mode) {
      const file = await open(path, flags, mode);
      return new Proxy(file, {
        get(target, name) {
          if (name === 'write' && disk.full) {
            return async (bytes: Buffer, offset: number) => {
              await target.write(bytes, offset, Math.min(disk.room, bytes.length - offset), null);
              throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
            };
          }
          if (name === 'truncate') {
            return async (length: number) => {
              await target.truncate(length);
              await disk.cutOff();
            };
          }
          if (name === 'close') {
            return async () => {
              await disk.beforeClose();
              await target.close();
            };
          }
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
  };
  return disk;
}

export const PAUSE_MS = 50;

export interface TestFile {
  file: LogFile;
  troubles: unknown[];
  lost: number[];
}

export function createTestFile(
  files: Files,
  retention: Retention = { max: 1_000_000, trim: 1_000 },
  awaited: () => boolean = () => false,
): TestFile {
  const troubles: unknown[] = [];
  const lost: number[] = [];
  const file = createLogFile({
    retention: () => retention,
    awaited,
    files,
    onTrouble: (error) => troubles.push(error),
    onLost: (lines) => lost.push(lines),
    pauseMs: PAUSE_MS,
  });
  return { file, troubles, lost };
}

/** The lines of a file on the disk, each of which must be whole. */
export function linesOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  if (text === '') return [];
  if (!text.endsWith('\n')) throw new Error(`the last line is torn: ${text.slice(-100)}`);
  return text.slice(0, -1).split('\n');
}

/** All lines, as readers of the log see them. */
export function linesRead(file: LogFile): Promise<string[]> {
  return file.read((handle, index) => readLines(handle, index, 0, index.lines));
}

export function numbered(from: number, to: number): string[] {
  return Array.from(
    { length: to - from },
    (_, index) => `line ${from + index} ${'x'.repeat((from + index) % 50)}`,
  );
}

export function append(file: LogFile, lines: readonly string[]): void {
  if (lines.length > 0) file.append(`${lines.join('\n')}\n`, lines.length);
}
