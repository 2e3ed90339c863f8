import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atExit } from '../support/at-exit.ts';
import { until } from '../support/until.ts';
import { Skipped } from './part.ts';

/* Programs of others in Python, Go and JavaScript, built in a temporary folder from packages of their registries. */

const STEP_MS = 900_000;
const START_MS = 60_000;

async function step(command: string, args: readonly string[], cwd: string, env = {}): Promise<void> {
  await promisify(execFile)(command, args, { cwd, timeout: STEP_MS, env: { ...process.env, ...env } }).catch(
    (error: unknown) => {
      // Maven writes its errors to its standard output.
      const {
        code,
        stdout = '',
        stderr = '',
      }: { code?: unknown; stdout?: string; stderr?: string } = {
        ...Object(error),
      };
      const told = stdout + stderr;
      if (code === 'ENOENT') throw new Skipped(`there is no ${command}`);
      const isAway =
        /No matching distribution|dial tcp|no such host|ensurepip is not available|E404|ENOTFOUND|ECONNREFUSED|Could not (?:find|transfer) artifact|No plugin found/.test(
          told,
        );
      if (isAway) throw new Skipped(`${command} cannot get its packages`);
      throw new Error(`${command} ${args.join(' ')}\n${told}`, { cause: error });
    },
  );
}

/** Makes a virtual environment with packages in a folder. @returns its Python @throws Skipped without Python */
export async function pythonWith(folder: string, packages: readonly string[]): Promise<string> {
  await step(process.env['PYTHON'] ?? 'python3', ['-m', 'venv', 'venv'], folder);
  const python = join(folder, 'venv/bin/python');
  await step(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages], folder);
  return python;
}

/** Builds the program in `main.go` of a folder. @returns its path @throws Skipped without Go */
export async function goProgram(folder: string, modules: readonly string[]): Promise<string> {
  await step('go', ['mod', 'init', 'example.com/program'], folder);
  await step('go', ['get', ...modules], folder);
  await step('go', ['build', '-o', 'program', '.'], folder);
  return join(folder, 'program');
}

/** Installs a program of Go into a folder. @throws Skipped without Go */
export const goInstall = (folder: string, program: string): Promise<void> =>
  step('go', ['install', program], folder, { GOBIN: folder });

/** Installs packages of npm into a folder. @throws Skipped without the registry */
export const npmInstall = (folder: string, ...packages: string[]): Promise<void> =>
  step('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', ...packages], folder);

/** Copies a file of Maven's central repository into a folder. @throws Skipped without Maven, or the repository */
export const mavenFile = (folder: string, artifact: string): Promise<void> =>
  step('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, '-DoutputDirectory=.'], folder);

/** A running program. Disposing of it ends it. */
export interface Running extends AsyncDisposable {
  /** All its output so far. */
  output(): string;
}

/** Starts a program, and waits until its address answers. @throws Error with its output if it ends before */
export async function startProgram(
  command: string,
  args: readonly string[],
  {
    cwd,
    url,
    env = {},
    startMs = START_MS,
  }: { cwd: string; url: string; env?: Record<string, string>; startMs?: number },
): Promise<Running> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  const forget = atExit(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').finally(forget);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const answers = () => fetch(url, { redirect: 'manual' }).then(Boolean, () => false);
  const running = {
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
  try {
    await until(async () => child.exitCode !== null || (await answers()), `${command} answers`, startMs);
  } catch (error) {
    await running[Symbol.asyncDispose]();
    throw new Error(output, { cause: error });
  }
  if (child.exitCode !== null) throw new Error(output);
  return running;
}
