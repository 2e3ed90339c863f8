import type { Readable } from 'node:stream';
import { KeywardError } from '../errors.ts';
import {
  assertPasswordAllowed,
  type PasswordContext,
} from '../features/identity/passwords/password-policy.ts';
import { UsageError } from './failure.ts';
import type { Io } from './io.ts';
import { prompt } from './prompt.ts';

/** More than any password and its line end. */
const MAX_STDIN_BYTES = 64 * 1024;

/**
 * The password for an account: all of standard input except its line end, or, in a terminal, two equal answers that are
 * not shown.
 * @throws UsageError if there is no terminal to ask in, or nothing to read; Interrupted when the person gives up
 */
export async function newPassword(
  fromStdin: boolean,
  context: PasswordContext,
  io: Pick<Io, 'stdin' | 'stdout'>,
): Promise<string> {
  if (fromStdin) return readPassword(io.stdin);
  if (io.stdin.isTTY !== true) {
    throw new UsageError('there is no terminal to ask for the password; pass it with --password-stdin');
  }
  return askPassword(context, io);
}

async function readPassword(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > MAX_STDIN_BYTES) throw new UsageError('standard input is too long for a password');
  }
  const password = decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  if (password === '') throw new UsageError('standard input is empty; write the password to it');
  return password;
}

/** Refuses bytes other than UTF-8: replacement characters would silently change the password. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError('standard input is not UTF-8');
  }
}

async function askPassword(context: PasswordContext, io: Pick<Io, 'stdin' | 'stdout'>): Promise<string> {
  const { password } = await import('@clack/prompts');
  const ask = (message: string, validate: (text?: string) => string | undefined): Promise<string> =>
    prompt(io, 'nothing was changed', (terminal) => password({ ...terminal, message, validate }));
  const first = await ask('New password', (text = '') => weakness(text, context));
  return ask('The same password again', (text) => (text === first ? undefined : 'The passwords differ.'));
}

function weakness(password: string, context: PasswordContext): string | undefined {
  try {
    assertPasswordAllowed(password, context);
    return undefined;
  } catch (error) {
    if (error instanceof KeywardError) return error.message;
    throw error;
  }
}
