import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { tempFolder } from './at-exit.ts';
import { baseEnv, commandLine } from './process.ts';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The new files in the working directory afterwards. */
  left: string[];
}

export interface CommandOptions {
  /** The whole environment of the process besides {@link baseEnv}. */
  env?: Record<string, string>;
  /** Standard input; empty by default. */
  input?: string | Buffer;
  /** Texts of files in the working directory, by name. */
  files?: Record<string, string>;
  /** The program that runs the command line, this Node by default. */
  node?: string;
  /** The script to run, the command line as it is published by default. */
  script?: string;
}

/** Runs one command line of Keyward to its end, in a temporary folder; a command that takes 30 s is killed. */
export async function runCommand(args: readonly string[], options: CommandOptions = {}): Promise<Outcome> {
  const { env = {}, input = '', files = {}, node = process.execPath, script = commandLine() } = options;
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content);
  const child = spawn(node, [script, ...args], {
    cwd: folder.path,
    env: { ...baseEnv(), ...env },
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  // A command that ends without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const left = readdirSync(folder.path).filter((name) => files[name] === undefined);
  folder.remove();
  return { code: child.exitCode, stdout, stderr, left };
}
