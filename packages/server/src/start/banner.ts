import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { isLoopback, localUrl, unbracket } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { mailboxAddress } from '../features/delivery/mail/mailbox-key.ts';
import type { Services } from '../services/services.ts';
import { version } from '../package.ts';

/**
 * The text printed when the service is ready: its addresses, and the steps that remain. Without a superadmin, it
 * contains a new set-up link.
 */
export async function banner(config: Config, services: Services): Promise<string> {
  const { publicUrl, prefix, database, dataDir, workers, production, profile } = config;
  const local = localUrl(config.listen.host, config.listen.port);
  const rows: [label: string, ...lines: string[]][] = [['API', `${publicUrl}${prefix}`]];
  if (publicUrl !== local) rows.push(['Listening', local]);
  if (config.web)
    rows.push(
      ['Console', `${publicUrl}/console`],
      ['Sign-in', `${publicUrl}/signin`, ...nameForPasskeys(publicUrl)],
    );
  rows.push(['Pulse', `${local}${prefix}/config/pulse`], ['Reference', `${local}/reference`]);
  if (config.web) rows.push(['Docs', `${publicUrl}/docs`]);
  if (config.management !== undefined)
    rows.push(['Metrics', `${localUrl(config.management.host, config.management.port)}/metrics`]);
  if (!(await services.superadmins.exist())) {
    if (config.web)
      rows.push([
        'Set up',
        `${publicUrl}/setup#${await services.setUpLink.issue()}`,
        'creates the first superadmin; works for 30 minutes, or until there is one',
      ]);
    else
      rows.push(['Set up', 'create the first superadmin: keyward superadmin create --email you@example.org']);
  }
  if (config.web && services.mailer.captured !== null)
    rows.push(['Mailbox', mailboxAddress(publicUrl, services.mailboxKey.key)]);
  rows.push(
    ['Workers', ...workersAt(workers, availableParallelism())],
    [
      'Database',
      database.kind === 'sqlite'
        ? `SQLite, ${shortPath(database.file)}`
        : `PostgreSQL, ${server(database.url)}`,
    ],
    ['Data', shortPath(dataDir)],
    ['Mode', `${production ? 'production' : 'development'}, profile ${profile}`],
    ...config.warnings.map((warning): [string, string] => ['Warning', warning]),
  );

  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.flatMap(([label, ...texts]) =>
    texts.map((text, index) => `  ${(index === 0 ? label : '').padEnd(width)}  ${text}`),
  );
  return [`Keyward ${version()} is ready`, '', ...lines, '', ''].join('\n');
}

/** Browsers support passkeys on `localhost`, and not on IP addresses. */
function nameForPasskeys(publicUrl: string): string[] {
  const { hostname, port } = new URL(publicUrl);
  if (!isLoopback(hostname) || isIP(unbracket(hostname)) === 0) return [];
  return [`to use passkeys, open http://localhost:${port}/signin`];
}

function workersAt(workers: number, cores: number): string[] {
  const all = `${workers} on ${cores} ${cores === 1 ? 'core' : 'cores'}`;
  return workers < cores ? [all, `--workers auto uses all cores`] : [all];
}

/** Relative to the working directory if it lies below it. */
function shortPath(path: string): string {
  const short = relative('', path);
  return short === '' || short.startsWith('..') ? path : short;
}

/** The address of a database, without user and password. */
function server(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
