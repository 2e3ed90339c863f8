import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import { redactUrl } from '../config/redacted.ts';
import { STORAGE } from '../config/settings.ts';
import { CommandError } from './failure.ts';

/**
 * Runs code that opens the database.
 * @throws CommandError when it cannot be opened; other errors pass unchanged
 */
export async function openingDatabase<T>(config: Config, run: () => Promise<T>): Promise<T> {
  // Only commands that open a database load the code for databases.
  const { isPasswordRefused, openingProblem } = await import('../store/engine/database-errors.ts');
  try {
    return await run();
  } catch (error) {
    const problem = error instanceof ConfigError ? null : openingProblem(error);
    if (problem === null) throw error;
    const { database, given } = config;
    const label = given.get(STORAGE.databaseUrl.name)?.label ?? STORAGE.databaseUrl.name;
    const [place, fix] =
      database.kind === 'sqlite'
        ? [database.file, 'make the file and its directory writable']
        : [
            redactUrl(database.url),
            isPasswordRefused(error) ? 'give the password in PGPASSWORD' : 'start the server',
          ];
    throw new CommandError(
      `${label}: ${place} cannot be opened (${problem}); ${fix}, or correct the address.`,
      { cause: error },
    );
  }
}
