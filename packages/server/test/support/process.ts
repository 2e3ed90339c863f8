import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit, tempFolder } from './at-exit.ts';
import { BUILT_PACKAGE, PACKAGE, packageFile } from './package-file.ts';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface KeywardProcess extends AsyncDisposable {
  /** The address that the process printed, such as `http://127.0.0.1:40123`. */
  url: string;
  pid: number;
  /** The working directory; gone when the process has ended. */
  folder: string;
  /** All output so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves when the process has ended and its output is complete. */
  exited: Promise<Exit>;
  kill(signal: NodeJS.Signals): Promise<Exit>;
}

export interface ProcessOptions {
  /** The whole environment of the process besides {@link baseEnv}. KEYWARD_PORT is 0, a free port, unless given. */
  env?: Record<string, string>;
  /** Default: `serve`. */
  args?: readonly string[];
  /** Matches a line of stdout when the process is ready; the match, or its first group, is the address. */
  ready?: RegExp;
  /** Default: two minutes, only so that no test waits for ever. A busy machine may take half a minute for a start. */
  timeoutMs?: number;
  /** The script to run, the command line of Keyward by default. */
  script?: string;
  /** Texts of files in the working directory, by name. */
  files?: Record<string, string>;
}

/** The script of the command line, which runs the sources beside it. */
export const SOURCE_COMMAND_LINE = fileURLToPath(new URL('bin/keyward.js', PACKAGE));

/** The script of the command line as it is published. */
export const commandLine = (): string => fileURLToPath(packageFile('bin/keyward.js'));

/** The environment variables that processes of Keyward inherit: no settings, only what makes them start fast. */
export const baseEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'HOME', 'NODE_COMPILE_CACHE', BUILT_PACKAGE].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );

/**
 * Starts Keyward as its users do, as a process, and waits until it is ready. It runs in an empty temporary folder, so
 * that it reads no `.env`, and is killed at the end of the test process.
 * @throws Error with the output if the process ends, or is not ready in time
 */
export async function startProcess(options: ProcessOptions = {}): Promise<KeywardProcess> {
  const { env = {}, args = ['serve'], ready = /http:\/\/127\.0\.0\.1:\d+/, timeoutMs = 120_000 } = options;
  const folder = tempFolder();
  for (const [name, text] of Object.entries(options.files ?? {}))
    writeFileSync(join(folder.path, name), text);
  const child = spawn(process.execPath, [options.script ?? commandLine(), ...args], {
    cwd: folder.path,
    env: { ...baseEnv(), KEYWARD_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = atExit(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exited = once(child, 'close').then((): Exit => {
    forget();
    folder.remove();
    return { code: child.exitCode, signal: child.signalCode };
  });
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };

  let timer: NodeJS.Timeout | undefined;
  try {
    const url = await new Promise<string>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`not ready in ${timeoutMs} ms`)), timeoutMs);
      child.stdout.on('data', () => {
        // Only whole lines: a chunk can end in the middle of the port.
        const match = ready.exec(stdout.slice(0, stdout.lastIndexOf('\n') + 1));
        if (match) resolve(match[1] ?? match[0]);
      });
      exited.then(({ code, signal }) => reject(new Error(`ended with ${signal ?? `code ${code}`}`)), reject);
    });
    const { pid } = child;
    if (pid === undefined) throw new Error('has no pid');
    return {
      url,
      pid,
      folder: folder.path,
      stdout: () => stdout,
      stderr: () => stderr,
      exited,
      kill,
      [Symbol.asyncDispose]: async () => {
        await kill('SIGKILL');
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await kill('SIGKILL');
    throw new Error(`The process did not start: ${reason}\n--- stdout\n${stdout}\n--- stderr\n${stderr}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
