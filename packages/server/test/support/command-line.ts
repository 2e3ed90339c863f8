import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { run } from '../../src/cli/program.ts';
import { tempFolder } from './at-exit.ts';
import type { TestDatabase } from './databases.ts';

export interface HereOptions {
  env?: Record<string, string>;
  input?: string | Buffer | Readable;
  /** The working directory; default: a temporary one with {@link files}. */
  cwd?: string;
  /** Texts of files in the temporary working directory, by name. */
  files?: Record<string, string>;
  /** Whether standard output and error are terminals. */
  terminal?: boolean;
  /** A stream that replaces standard output; the outcome then has no output. */
  stdout?: Writable;
  /** Called with each text that goes to standard output. */
  onOutput?: (text: string) => void;
}

export interface HereOutcome {
  code: number;
  stdout: string;
  stderr: string;
  /** The new files in the temporary working directory afterwards. */
  left: string[];
}

/** Runs one command line within this process, which takes a hundredth of the time of a new process. */
export async function runHere(args: readonly string[], options: HereOptions = {}): Promise<HereOutcome> {
  const { env = {}, input = '', files = {}, terminal = false, onOutput } = options;
  const folder = options.cwd === undefined ? tempFolder() : null;
  if (folder !== null)
    for (const [name, content] of Object.entries(files)) fileIn(folder.path, name, content);
  const written = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => {
    const stream = new PassThrough();
    stream.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      if (name === 'stdout') onOutput?.(text);
    });
    return Object.assign(stream, { isTTY: terminal });
  };
  const stdin = input instanceof Readable ? input : Readable.from([Buffer.from(input)]);
  const code = await run(['node', 'keyward', ...args], {
    stdin: Object.assign(stdin, { isTTY: false }),
    stdout: options.stdout ?? sink('stdout'),
    stderr: sink('stderr'),
    env,
    cwd: options.cwd ?? folder?.path ?? '/',
  });
  // The last output may still be in the streams.
  await new Promise((resolve) => setImmediate(resolve));
  const left = folder === null ? [] : readdirSync(folder.path).filter((name) => files[name] === undefined);
  folder?.remove();
  // A slow machine gets lines about the progress, which no test of a result expects.
  if (!terminal) written.stderr = written.stderr.replaceAll(/^ *\d+ % .*\n/gm, '');
  return { code, ...written, left };
}

/** The settings that name a test's database. */
export function settingsOf({ url, dataDir }: TestDatabase): Record<string, string> {
  return { KEYWARD_DATABASE_URL: url, KEYWARD_DATA_DIR: dataDir };
}

/** Writes a file of a test. @returns its path */
export function fileIn(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
