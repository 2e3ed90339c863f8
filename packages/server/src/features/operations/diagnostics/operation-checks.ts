import { isLoopback, unbracket } from '../../../config/addresses.ts';
import { MAIL, SERVER, STORAGE } from '../../../config/settings.ts';
import { type Check, note, serious, warning } from './check.ts';

/** Beyond this, codes and limits of different instances disagree. */
const MAX_SKEW_MS = 5_000;
/** Beyond this, one instance still accepts rows that another considers expired. */
const SERIOUS_SKEW_MS = 60_000;

const MB = 1_000_000;
/** The logs and the write-ahead log of a busy hour need less. */
const LOW_DISK = 1_000 * MB;
const FULL_DISK = 200 * MB;

/** Checks for causes of failures. */
export const OPERATION_CHECKS: readonly Check[] = [
  {
    id: 'mail',
    title: 'Mail server',
    docs: 'mail.md',
    look: ({ config, settings }) => {
      if (settings.email.host !== '') return null;
      const remedy = `set ${MAIL.smtpUrl.name} and ${MAIL.from.name}, then run: keyward mail test you@example.org`;
      return config.production
        ? serious('there is no mail server, so nobody can reset a password or sign in by code', remedy)
        : note('there is no mail server, so the data directory catches all mails', remedy);
    },
  },
  {
    id: 'mail-queue',
    title: 'Waiting mails',
    docs: 'mail.md#when-the-mail-server-is-unreachable',
    look: ({ database }) => {
      const count = database?.retriedMails ?? 0;
      return count > 0
        ? warning(
            `mails that the mail server did not accept, and that will be sent again: ${count}`,
            'look at the log for the reason, then run: keyward mail test you@example.org',
          )
        : null;
    },
  },
  {
    id: 'disk',
    title: 'Disk',
    docs: 'operations.md#when-something-goes-wrong',
    look: ({ config, freeDisk }) => {
      const free = freeDisk ?? Infinity;
      if (free >= LOW_DISK) return null;
      const finding = `the disk of ${config.dataDir} has ${Math.floor(free / MB)} MB left`;
      const remedy = 'free some space: without any, nobody can sign in or up';
      return free < FULL_DISK ? serious(finding, remedy) : warning(finding, remedy);
    },
  },
  {
    id: 'database',
    beforeStart: true,
    title: 'Database',
    docs: 'settings.md#storage',
    look: ({ problem }) =>
      problem === null
        ? null
        : serious('the database, or a setting saved in it, cannot be used', withoutStop(problem)),
  },
  {
    id: 'migrations',
    beforeStart: true,
    title: 'Migrations',
    docs: 'command-line.md#migrate',
    look: ({ pending, isNew }) => {
      if (pending.length === 0) return null;
      return isNew
        ? note(
            'the database is new, so its content cannot be checked',
            'run: keyward migrate. Then run keyward doctor again',
          )
        : warning(
            `the database lacks ${pending.join(', ')}, so its content cannot be checked`,
            'the next start applies them; to apply them now, run: keyward migrate',
          );
    },
  },
  {
    id: 'database-encryption',
    title: 'Connection to the database',
    docs: 'settings.md#storage',
    look: ({ config: { database } }) => {
      if (database.kind === 'sqlite') return null;
      const { hostname, searchParams } = new URL(database.url);
      const local = hostname === '' || isLoopback(unbracket(hostname));
      const mode = searchParams.get('sslmode');
      return local || (mode !== null && mode !== 'disable')
        ? null
        : warning(
            'data travels to and from the database unencrypted',
            `add ?sslmode=verify-full to ${STORAGE.databaseUrl.name}, unless only you use the network between them`,
          );
    },
  },
  {
    id: 'search',
    title: 'Search for parts',
    docs: 'administration.md#accounts',
    look: ({ database }) =>
      database === null || database.findsParts
        ? null
        : note(
            'a search finds accounts by the beginnings of names and emails only, because the database has no index of their parts',
            'run in it as the owner of the database: CREATE EXTENSION pg_trgm. Then run: keyward migrate',
          ),
  },
  {
    id: 'pool',
    title: 'Connections',
    docs: 'settings.md#storage',
    look: ({ config, database }) => {
      const server = database?.server ?? null;
      if (server === null || config.database.kind === 'sqlite') return null;
      const { poolSize } = config.database;
      if (poolSize > server.maxConnections)
        return serious(
          `this instance uses up to ${poolSize} connections, the server has ${server.maxConnections}: under load, requests fail`,
          `lower ${STORAGE.databasePoolSize.name}, or raise max_connections of the server`,
        );
      return poolSize * 2 > server.maxConnections
        ? warning(
            `each instance uses up to ${poolSize} connections, the server has ${server.maxConnections}: a second instance would not fit`,
            `lower ${STORAGE.databasePoolSize.name}, or raise max_connections of the server`,
          )
        : null;
    },
  },
  {
    id: 'cores',
    // In a mounted app, the host application decides the number of processes.
    beforeStart: true,
    title: 'Cores',
    docs: 'operations.md#use-all-cores',
    look: ({ config: { workers }, cores }) =>
      workers < cores
        ? note(
            `this machine has ${cores} cores, and ${workers === 1 ? 'one process answers' : `${workers} processes answer`} requests`,
            `to use all cores, set ${SERVER.workers.name}=auto`,
          )
        : null,
  },
  {
    id: 'clock',
    title: 'Clock',
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
    title: 'Saved settings',
    docs: 'runtime-settings.md',
    look: ({ config }) =>
      config.settingsStore === 'memory'
        ? warning(
            'settings changed at run time are forgotten at a restart, and differ between instances',
            `set ${STORAGE.settingsStore.name}=database`,
          )
        : null,
  },
  {
    id: 'logs',
    title: 'Logs',
    docs: 'logs.md',
    look: ({ settings: { logging } }) => {
      if (!logging.redact_sensitive)
        return serious(
          'the logs contain tokens and cookies',
          'set redact_sensitive to true in config/logging',
        );
      return logging.logging
        ? null
        : warning(
            'the logs are off, so nobody can see later who signed in, or tried to',
            'set logging to true in config/logging',
          );
    },
  },
  {
    id: 'connection-certificates',
    title: 'Certificates of single sign-on',
    docs: 'single-sign-on.md#saml',
    look: ({ database }) => {
      const expiring = database?.expiringCertificates ?? 0;
      return expiring > 0
        ? warning(
            `connections whose last certificate has ended or ends within 30 days: ${expiring}`,
            'let the organizations enter the new certificate of their identity provider',
          )
        : null;
    },
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    docs: 'webhooks.md#attempts',
    look: ({ database }) => {
      const { disabled, failing } = database?.webhooks ?? { disabled: 0, failing: 0 };
      const finding = [
        ...(disabled > 0 ? [`disabled because receivers are gone or fail: ${disabled}`] : []),
        ...(failing > 0 ? [`failing at the last attempt: ${failing}`] : []),
      ].join('; ');
      return finding === ''
        ? null
        : warning(
            `receivers of webhooks miss events; ${finding}`,
            'repair the receivers, enable the webhooks again, and replay what they missed',
          );
    },
  },
  {
    id: 'backups',
    title: 'Backups',
    docs: 'operations.md#back-up-and-restore',
    look({ config: { database }, isNew }) {
      if (isNew) return null;
      return database.kind === 'sqlite'
        ? note(
            `a copy of ${database.file} alone may miss what is in its -wal file`,
            'run: keyward backup keyward-backup.tar, which writes the database and the secrets into one file',
          )
        : note(
            'a backup of the database is worth little without the master key and the signing secret',
            'back both up, apart from the database',
          );
    },
  },
];

function withoutStop(line: string): string {
  return line.replace(/\.$/, '');
}
