import { isLoopback, unbracket } from '../../config/addresses.ts';
import { STORAGE } from '../../config/settings.ts';
import { type Check, note, serious, warning } from './check.ts';

/** Clocks further apart make codes and limits of different instances disagree. */
const MAX_SKEW_MS = 5_000;
/** Rows that one instance thinks expired, another still takes. */
const SERIOUS_SKEW_MS = 60_000;

/** What makes it fail, or failures worse. */
export const OPERATION_CHECKS: readonly Check[] = [
  {
    id: 'database',
    docs: 'settings.md#storage',
    look: ({ problem }) =>
      problem === null
        ? null
        : serious('the database, or what is saved in it, cannot be used', withoutStop(problem)),
  },
  {
    id: 'migrations',
    docs: 'command-line.md#migrate',
    look: ({ pending, isNew }) => {
      if (pending.length === 0) return null;
      return isNew
        ? note('the database is new, so what is in it cannot be looked at', 'run it once, then this again')
        : warning(
            `the database lacks ${pending.join(', ')}, so what is in it cannot be looked at`,
            'the next start applies them; to do it before, run: keyward migrate',
          );
    },
  },
  {
    id: 'database-encryption',
    docs: 'settings.md#storage',
    look: ({ config: { database } }) => {
      if (database.kind === 'sqlite') return null;
      const { hostname, searchParams } = new URL(database.url);
      const local = hostname === '' || isLoopback(unbracket(hostname));
      const mode = searchParams.get('sslmode');
      return local || (mode !== null && mode !== 'disable')
        ? null
        : warning(
            'what the database holds travels to it unencrypted',
            `add ?sslmode=verify-full to ${STORAGE.databaseUrl.name}, unless the network between them is yours alone`,
          );
    },
  },
  {
    id: 'pool',
    docs: 'settings.md#storage',
    look: ({ config, database }) => {
      const server = database?.server ?? null;
      if (server === null || config.database.kind === 'sqlite') return null;
      const { poolSize } = config.database;
      if (poolSize > server.maxConnections)
        return serious(
          `under load requests fail: this instance wants up to ${poolSize} connections, the server has ${server.maxConnections}`,
          `lower ${STORAGE.databasePoolSize.name}, or raise max_connections of the server`,
        );
      return poolSize * 2 > server.maxConnections
        ? warning(
            `a second instance would not fit: each wants up to ${poolSize} connections, the server has ${server.maxConnections}`,
            `lower ${STORAGE.databasePoolSize.name}, or raise max_connections of the server`,
          )
        : null;
    },
  },
  {
    id: 'clock',
    docs: 'command-line.md#doctor',
    look: ({ database }) => {
      const apart = Math.abs(database?.server?.aheadMs ?? 0);
      if (apart <= MAX_SKEW_MS) return null;
      const finding = `the clocks of this machine and of the database server are ${Math.round(apart / 1000)} s apart`;
      const remedy = 'let both follow the same time servers (NTP)';
      return apart > SERIOUS_SKEW_MS ? serious(finding, remedy) : warning(finding, remedy);
    },
  },
  {
    id: 'settings-store',
    docs: 'runtime-settings.md',
    look: ({ config }) =>
      config.settingsStore === 'memory'
        ? warning(
            'settings that are changed while it runs are forgotten at a restart, and differ between instances',
            `set ${STORAGE.settingsStore.name}=database`,
          )
        : null,
  },
  {
    id: 'logs',
    docs: 'logs.md',
    look: ({ settings: { logging } }) => {
      if (!logging.redact_sensitive)
        return serious(
          'tokens and cookies are written to the logs',
          'set redact_sensitive to true in config/logging',
        );
      return logging.logging
        ? null
        : warning(
            'nobody can see later who signed in, or tried to: the logs are off',
            'set logging to true in config/logging',
          );
    },
  },
  {
    id: 'backups',
    docs: 'operations.md#back-up-and-restore',
    look: ({ config: { database, dataDir } }) =>
      database.kind === 'sqlite'
        ? note(
            `a copy of ${database.file} alone may miss what is in its -wal file`,
            `back it up with: sqlite3 ${database.file} ".backup 'copy.db'", and the secrets of ${dataDir} with it`,
          )
        : note(
            'a backup of the database is worth little without the master key and the signing secret',
            'back both up, apart from the database',
          ),
  },
];

function withoutStop(line: string): string {
  return line.replace(/\.$/, '');
}
