import { ConfigError } from '../config/error.ts';
import { KeywardError } from '../errors.ts';

/** The exit codes of commands; see docs/command-line.md. */
export const EXIT = { ok: 0, failed: 1, usage: 2, refused: 3, interrupted: 130 } as const;

/** The command cannot do its work. The message is one line for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The person stopped the command. The message is one line that states the result. */
export class Interrupted extends CommandError {}

/** The command was called wrongly. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command has done its work and printed its result; it ends with this code. */
export class Finished extends Error {
  override readonly name = 'Finished';
  readonly code: number;

  constructor(code: number) {
    super();
    this.code = code;
  }
}

/**
 * Errors whose message is one line for the operator. By name, because not every command loads the modules that throw
 * them.
 */
const FOR_OPERATORS = new Set([
  'CommandError',
  'UsageError',
  'ConfigError',
  'MigrationError',
  'PoolerError',
  'BackupError',
  'TransferError',
]);

export function exitCodeOf(error: unknown): number {
  if (error instanceof Finished) return error.code;
  if (error instanceof Interrupted) return EXIT.interrupted;
  return error instanceof ConfigError || error instanceof UsageError ? EXIT.usage : EXIT.failed;
}

/** One line for faults that the operator can fix, the whole stack for others. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof KeywardError) return fieldMessages(error) ?? error.message;
  return FOR_OPERATORS.has(error.name) ? error.message : (error.stack ?? error.message);
}

function fieldMessages({ details }: KeywardError): string | null {
  const fields: unknown = details?.['fields'];
  if (!Array.isArray(fields)) return null;
  const messages = fields.map((field: { path: string; message: string }) => `${field.path} ${field.message}`);
  return `${messages.join('; ')}.`;
}
