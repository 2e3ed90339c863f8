import { parseEnv } from 'node:util';
import { MAIL, SERVER, SETTINGS, STORAGE, SUPERADMIN } from '../config/settings.ts';
import type { Variables } from '../config/sources.ts';
import type { Setting } from '../config/kinds.ts';
import { docsPath } from '../lib/docs-path.ts';
import { UsageError } from './failure.ts';

/** The settings that most deployments need sooner or later; the documentation has the others. */
const USUAL: readonly Setting[] = [
  SERVER.env,
  SERVER.profile,
  SERVER.host,
  SERVER.port,
  SERVER.publicUrl,
  SERVER.allowedFrontends,
  SERVER.trustedProxies,
  SERVER.managementPort,
  STORAGE.dataDir,
  STORAGE.databaseUrl,
  SUPERADMIN.email,
  SUPERADMIN.password,
  MAIL.smtpUrl,
  MAIL.from,
];

const HEAD = `# Settings of Keyward, which it reads from its working directory at the start.
# The environment and the command line override this file. "keyward config check"
# checks it, "keyward doctor" finds weaknesses, and every setting is explained in
# ${docsPath('settings.md')}
# This file holds secrets: keep it out of version control, and back it up.
`;

/**
 * The text of a `.env` with these values. Usual settings without a value appear as comments.
 * @throws UsageError for a value that the format cannot hold
 */
export function envFile(values: Variables): string {
  const blocks = SETTINGS.flatMap(({ name, help, default: standard, unset }) => {
    const given = [name, `${name}_FILE`].flatMap((variable) => {
      const value = values[variable];
      return value === undefined ? [] : `${variable}=${quoted(variable, value)}`;
    });
    const usual = USUAL.some((setting) => setting.name === name);
    if (given.length === 0 && !usual) return [];
    const note = `# ${help} (default: ${standard ?? unset})`;
    return `${note}\n${given.length > 0 ? given.join('\n') : `# ${name}=${standard ?? ''}`}\n`;
  });
  return [HEAD, ...blocks].join('\n');
}

/**
 * Kinds of quotes, and the values that a shell and systemd's EnvironmentFile read from them as Node.js does. Between
 * single quotes, all of them take a line end, and systemd before 240 alone takes a backslash as more than itself.
 */
const QUOTES: readonly (readonly [quote: string, fits: RegExp])[] = [
  ['', /^[\w.,:/@%+=-]*$/],
  ["'", /^[^']*$/],
  ['"', /^[^"$`\\]*$/],
  // No quotes hold the value for all of them. Keyward itself reads it.
  ['"', /^/],
  ['`', /^/],
];

/** The value in the first kind of quotes that reads back unchanged. */
function quoted(variable: string, value: string): string {
  const [found] =
    QUOTES.find(
      ([quote, fits]) =>
        fits.test(value) && parseEnv(`${variable}=${quote}${value}${quote}\n`)[variable] === value,
    ) ?? [];
  if (found === undefined)
    throw new UsageError(
      `${variable}: a .env cannot hold this value; give the path of a file with ${variable}_FILE`,
    );
  return `${found}${value}${found}`;
}
