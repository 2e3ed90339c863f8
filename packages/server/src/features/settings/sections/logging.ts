import { join, relative, resolve } from 'node:path';
import { Type } from 'typebox';
import { describedAs } from '../../../lib/documented.ts';
import { invalidFields } from '../../../errors.ts';
import { insideDataDir } from '../logs-dir.ts';
import { checkPatterns } from '../redact-patterns.ts';
import { field, invalidConfig, sectionKind, type ValuesOf } from '../section-kind.ts';

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;

const MAX_LINES = 10_000_000;
/** The interface treats too few lines as a broken rule, not as a malformed request. */
function lines(fallback: number, minimum: number, description: string) {
  const schema = Type.Integer({ minimum, maximum: MAX_LINES, description });
  return field(schema, fallback, {
    accepts: describedAs(Type.Integer({ maximum: MAX_LINES }), schema),
  });
}

const Level = Type.Unsafe<(typeof LEVELS)[number]>({
  type: 'string',
  enum: [...LEVELS],
  description: 'Lowest level that is written; read in any case',
});

const fields = {
  logging: field(
    Type.Boolean({ description: 'Whether the log files are written and the log routes answer' }),
    true,
  ),
  logs_dir: field(
    Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 1024,
      description: 'Folder of the log files, in the data directory; a relative one starts there',
    }),
    'logs',
  ),
  level: field(Level, 'INFO', { accepts: describedAs(Type.String({ maxLength: 20 }), Level) }),
  console_output: field(
    Type.Boolean({
      description: 'Whether events are printed to standard output too, even while `logging` is off',
    }),
    false,
  ),
  capture_terminal: field(
    Type.Boolean({ description: 'Whether the output of the process goes to server.log too' }),
    false,
  ),
  redact_sensitive: field(
    Type.Boolean({
      description: 'Whether tokens and cookies are redacted; passwords, codes and keys always are',
    }),
    true,
  ),
  redact_patterns: field(
    Type.Array(Type.String({ maxLength: 500 }), {
      maxItems: 50,
      description: 'Regular expressions (RE2) for further texts to redact',
    }),
    [],
  ),
  max_log_lines: lines(10_000, 10, 'Most lines that a log keeps'),
  trim_log_lines: lines(
    1_000,
    1,
    'Number of oldest lines to remove when a log has more; at most all of them',
  ),
};

/** The settings of the logs. `logs_dir` is absolute, without symbolic links that lead out of the data directory. */
export type LoggingSettings = ValuesOf<typeof fields>;

/** The folder of the snapshots. */
export function storeDir({ logs_dir }: Pick<LoggingSettings, 'logs_dir'>): string {
  return join(logs_dir, 'store');
}

export const logging = sectionKind({
  fields,
  partial: true,
  extras: {
    enabled: Type.Boolean({ deprecated: true, description: 'Old name of `logging`' }),
    store_dir: Type.String({ description: 'Must be the shown value, because it follows from `logs_dir`' }),
  },

  settle({ input, merged, values, context: { dataDir } }) {
    const { enabled = null, logging: on = null, level, logs_dir } = input;
    if (enabled !== null && on !== null && enabled !== on)
      throw invalidConfig('enabled', 'is the old name of logging and contradicts it; leave it out');
    const { store_dir: store = null } = input;
    if (store !== null && store !== storeDir(values))
      throw invalidFields({ path: 'store_dir', message: 'follows from logs_dir; leave it out' });
    const { max_log_lines: max, trim_log_lines: trim } = input;
    if (typeof max === 'number' && typeof trim === 'number' && trim > max)
      throw invalidConfig('trim_log_lines', `must be at most max_log_lines, which is ${max}`);
    return {
      ...merged,
      ...(enabled !== null && { logging: enabled }),
      ...(typeof level === 'string' && { level: level.toUpperCase() }),
      // Saved as a path within the data directory, which may lie elsewhere on other instances and after a move.
      ...(typeof logs_dir === 'string' && {
        logs_dir: relative(dataDir, insideDataDir(dataDir, logs_dir)) || '.',
      }),
    };
  },

  complete: (values, { dataDir }) => ({ ...values, logs_dir: resolve(dataDir, String(values['logs_dir'])) }),

  async check({ logs_dir, redact_patterns }, { dataDir }) {
    insideDataDir(dataDir, logs_dir);
    await checkPatterns(redact_patterns);
  },
});
