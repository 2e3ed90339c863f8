import { join, relative, resolve } from 'node:path';
import { Type } from 'typebox';
import { loggingFields, type LoggingSettings } from '../../../config/sections/logging.ts';
import { invalidFields } from '../../../errors.ts';
import { insideDataDir } from '../kinds/logs-dir.ts';
import { checkPatterns } from '../kinds/redact-patterns.ts';
import { invalidConfig, sectionKind } from '../kinds/section-kind.ts';

/** The folder of the snapshots. */
export function storeDir({ logs_dir }: Pick<LoggingSettings, 'logs_dir'>): string {
  return join(logs_dir, 'store');
}

export const logging = sectionKind({
  fields: loggingFields,
  stepUp: false,
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
