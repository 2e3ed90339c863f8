import type { Readable, Writable } from 'node:stream';
import { KeywardError } from '../errors.ts';
import { assertPasswordAllowed, type PasswordContext } from '../features/passwords/password-policy.ts';
import { CommandError, UsageError } from './failure.ts';
import type { Io } from './io.ts';

/** More than any password and its line end. */
const MAX_STDIN_BYTES = 64 * 1024;

/**
 * The password for an account: all of standard input but its line end, or, in a terminal, asked for twice without
 * showing it.
 * @throws UsageError when there is no terminal to ask in, or nothing to read; CommandError when the person gives up
 */
export async function newPassword(
  fromStdin: boolean,
  context: PasswordContext,
  { stdin: input, stdout: output }: Pick<Io, 'stdin' | 'stdout'>,
): Promise<string> {
  if (fromStdin) return readPassword(input);
  if (input.isTTY !== true) {
    throw new UsageError('there is no terminal to ask for the password in; give it with --password-stdin');
  }
  return askPassword(context, { input, output });
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

/** Refuses other bytes than UTF-8: replacement characters would quietly make another password of it. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError('standard input is not UTF-8');
  }
}

async function askPassword(
  context: PasswordContext,
  terminal: { input: Readable; output: Writable },
): Promise<string> {
  const { isCancel, password: ask } = await import('@clack/prompts');
  const first = await ask({
    ...terminal,
    message: 'New password',
    validate: (text = '') => weakness(text, context),
  });
  if (isCancel(first)) throw new CommandError('nothing was changed');
  const second = await ask({
    ...terminal,
    message: 'The same once more',
    validate: (text) => (text === first ? undefined : 'That is not the same password.'),
  });
  if (isCancel(second)) throw new CommandError('nothing was changed');
  return second;
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
