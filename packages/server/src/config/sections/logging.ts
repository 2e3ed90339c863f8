import { Type } from 'typebox';
import { describedAs } from '../../lib/documented.ts';
import { field, type ValuesOf } from './field.ts';

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;

const MAX_LINES = 10_000_000;
/** The interface treats too few lines as a broken rule, not as a malformed request. */
function lines(fallback: number, minimum: number, variable: string, description: string) {
  const schema = Type.Integer({ minimum, maximum: MAX_LINES, description });
  return field(schema, fallback, {
    keys: 'closed',
    accepts: describedAs(Type.Integer({ maximum: MAX_LINES }), schema),
    variable,
  });
}

const Level = Type.Unsafe<(typeof LEVELS)[number]>({
  type: 'string',
  enum: [...LEVELS],
  description: 'Lowest level that is written; not case-sensitive',
});

export const loggingFields = {
  logging: field(
    Type.Boolean({ description: 'Whether the log files are written and the log routes answer' }),
    true,
    { keys: 'closed', variable: 'KEYWARD_LOGGING' },
  ),
  logs_dir: field(
    Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 1024,
      description: 'Folder of the log files, in the data directory; a relative path starts there',
    }),
    'logs',
    { keys: 'closed', variable: 'KEYWARD_LOG_DIR' },
  ),
  level: field(Level, 'INFO', {
    keys: 'closed',
    accepts: describedAs(Type.String({ maxLength: 20 }), Level),
  }),
  console_output: field(
    Type.Boolean({
      description: 'Whether events are printed to standard output too, even while `logging` is off',
    }),
    false,
    { keys: 'closed', variable: 'KEYWARD_LOG_CONSOLE' },
  ),
  capture_terminal: field(
    Type.Boolean({ description: 'Whether the output of the process goes to server.log too' }),
    false,
    { keys: 'closed' },
  ),
  redact_sensitive: field(
    Type.Boolean({
      description: 'Whether tokens and cookies are redacted; passwords, codes and keys always are',
    }),
    true,
    { keys: 'closed' },
  ),
  redact_patterns: field(
    Type.Array(Type.String({ maxLength: 500 }), {
      maxItems: 50,
      description: 'Regular expressions (RE2) for further texts to redact',
    }),
    [],
    { keys: 'closed' },
  ),
  max_log_lines: lines(10_000, 10, 'KEYWARD_LOG_MAX_LINES', 'Maximum number of lines in a log'),
  trim_log_lines: lines(
    1_000,
    1,
    'KEYWARD_LOG_TRIM_LINES',
    'How many of the oldest lines to remove when a log has more than the maximum; at most all of them',
  ),
};

/** The settings of the logs. `logs_dir` is absolute, without symbolic links that lead out of the data directory. */
export type LoggingSettings = ValuesOf<typeof loggingFields>;
