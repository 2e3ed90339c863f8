import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from '../../../server/test/support/until.ts';

const RECIPES = fileURLToPath(new URL('../../../../examples/events/', import.meta.url));

/** A recipe in another language, as a process of its own. */
export interface Program extends AsyncDisposable {
  url: string;
  /** Its output since it began to listen. */
  lines(): string[];
}

/** Starts a program on a free port, and waits until it says which. @throws Error with what it says if it does not */
export async function runProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  folder = '',
): Promise<Program> {
  // A group of its own: `go run` starts another process.
  const child = spawn(command, args, {
    cwd: RECIPES + folder,
    env: { ...process.env, ...env, PORT: '0' },
    detached: true,
  });
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const listening = () => /^Listening on (?:\S+:)?(\d+)\n/m.exec(output);
  await until(() => listening() !== null || child.exitCode !== null, 'the program listens', 30_000);
  const [line, port] = listening() ?? [];
  if (line === undefined) throw new Error(output);
  return {
    url: `http://127.0.0.1:${port}`,
    lines: () => output.split(line)[1]?.trim().split('\n') ?? [],
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined) process.kill(-child.pid);
      await ended;
    },
  };
}
