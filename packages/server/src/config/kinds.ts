import { isIP } from 'node:net';
import { addressRange, httpUrl, isLoopback, localUrl, unbracket } from './addresses.ts';

/** How the text of a setting becomes its value. */
export interface Kind<T> {
  /** The expected value, after "is not": `a port`. */
  readonly noun: string;
  /** The remedy, after "use"; also the column "Values" of the documentation. */
  readonly use: string;
  /** Undefined refuses the text. The text is never empty. */
  readonly parse: (text: string) => T | undefined;
}

/** A setting of the start. It has either a default or `unset`, which says what happens without it. */
export type Setting<T = unknown> = SettingBase<T> &
  (
    | { readonly default: string; readonly unset?: never }
    | { readonly default?: never; readonly unset: string }
  );

interface SettingBase<T> {
  /** The variable, `KEYWARD_…`. */
  readonly name: string;
  readonly kind: Kind<T>;
  /**
   * `value`: never shown; no flag, because every user of the machine can read command lines, but a `_FILE` variant.
   * `url`: an address that may contain a password; shown without it, can be a flag, and has a `_FILE` variant.
   */
  readonly secret?: 'value' | 'url';
  /** One line for operators. */
  readonly help: string;
}

/** A number of events in a window of time. */
export interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}

export type DatabaseAddress =
  | { readonly kind: 'sqlite'; /** As given; may be relative. */ readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return {
    noun: 'a known value',
    use: values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => value === text),
  };
}

export function wholeNumber(min: number, max: number): Kind<number> {
  return {
    noun: 'a number in range',
    use: `a whole number from ${String(min)} to ${String(max)}`,
    parse: (text) => {
      const value = Number(text);
      return /^\d{1,15}$/.test(text) && value >= min && value <= max ? value : undefined;
    },
  };
}

/** More processes only use more memory. */
const MAX_WORKERS = 256;

export const workers: Kind<number | 'auto'> = {
  noun: 'a number of processes',
  use: `auto, or a whole number from 1 to ${MAX_WORKERS}`,
  parse: (text) => (text === 'auto' ? text : wholeNumber(1, MAX_WORKERS).parse(text)),
};

export const onOff: Kind<boolean> = {
  noun: 'a switch',
  use: 'on or off',
  parse: (text) => {
    if (text === 'on' || text === 'true') return true;
    return text === 'off' || text === 'false' ? false : undefined;
  },
};

export const port: Kind<number> = {
  noun: 'a port',
  use: 'a whole number from 1 to 65535 (0 picks a free one)',
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
};

export const host: Kind<string> = {
  noun: 'an address to listen on',
  use: 'an IP address or a host name, without scheme and port',
  parse: (text) => {
    const bare = unbracket(text);
    const known = isIP(bare) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(bare);
    // The default of the public address is built from it.
    return known && URL.canParse(localUrl(bare, 0)) ? bare : undefined;
  },
};

export const path: Kind<string> = {
  noun: 'a path',
  use: 'a path like /log or /internal/log: letters, digits and . _ ~ -, no slash at the end, not the root',
  parse: (text) => (/^(\/[a-z0-9_~-][a-z0-9._~-]*)+$/i.test(text) ? text : undefined),
};

export const prefix: Kind<string> = {
  noun: 'a path prefix',
  use: 'a path like /auth or /api/auth: letters, digits and . _ ~ -, no slash at the end, not the root and not below /log',
  parse: (text) => (/^\/log(\/|$)/i.test(text) ? undefined : path.parse(text)),
};

export const directory: Kind<string> = {
  noun: 'a directory',
  use: 'a path; a relative one starts at the working directory',
  parse: (text) => (text.includes('\0') ? undefined : text),
};

export const databaseAddress: Kind<DatabaseAddress> = {
  noun: 'a database address',
  use: 'sqlite:path or postgres://user:password@host:5432/database, with special characters in the password percent-encoded',
  parse: (text) => {
    const file = /^(?:sqlite|file):(?:\/\/(?=\/))?(?!\/\/)([^?#\0]+)$/i.exec(text)?.[1];
    // A database in memory would lose every account at a restart, and differ between connections.
    if (file !== undefined) return file === ':memory:' ? undefined : { kind: 'sqlite', path: file };
    const server = /^postgres(?:ql)?:\/\/[^#\s]+$/i.test(text) && URL.canParse(text);
    return server ? { kind: 'postgres', url: text } : undefined;
  },
};

/** Without a trailing slash. */
export const publicUrl: Kind<string> = {
  noun: 'the address of a service',
  use: 'an http:// or https:// address, a path allowed, without query, user name and fragment',
  parse: (text) => {
    const url = httpUrl(text);
    if (url === undefined || text.includes('?')) return undefined;
    return url.origin + url.pathname.replace(/\/+$/, '');
  },
};

/** An OpenID issuer keeps its path and its trailing slash: it is compared character by character. */
export const issuer: Kind<string> = {
  noun: 'an issuer',
  use: 'the https:// address of the issuer (http:// on this machine only), without query and fragment',
  parse: (text) => {
    const url = httpUrl(text);
    if (url === undefined || text.includes('?')) return undefined;
    return url.protocol === 'https:' || isLoopback(url.hostname) ? text : undefined;
  },
};

export const serviceAddress: Kind<string> = {
  noun: 'an address',
  use: 'an http:// or https:// address, without user name, password and fragment',
  parse: (text) => httpUrl(text)?.href,
};

export const redirectUri: Kind<string> = {
  noun: 'a redirect address',
  use: 'the http:// or https:// address registered at the provider, without fragment',
  parse: (text) => httpUrl(text)?.href,
};

export const origins: Kind<readonly string[]> = {
  noun: 'a list of origins',
  use: 'scheme and host only, without path and wildcard, separated by commas: https://app.example.com,https://admin.example.com',
  parse: (text) =>
    list(text, (item) => {
      const url = httpUrl(item);
      // The slash that browsers show after an origin is not a path.
      if (url === undefined || url.pathname !== '/' || /[*?]/.test(item)) return undefined;
      return url.origin;
    }),
};

export const addressRanges: Kind<readonly string[]> = {
  noun: 'a list of addresses',
  use: 'IP addresses or CIDR ranges, separated by commas: 10.0.0.0/8,::1',
  parse: (text) => list(text, addressRange),
};

export const addressAndPort: Kind<string> = {
  noun: 'an address with a port',
  use: 'an IP address and a port: 10.0.0.2:53 or [fd00::2]:53',
  parse: (text) => {
    const [, address = '', digits] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(text) ?? [];
    const family = isIP(unbracket(address));
    const isWhole = family === (address.startsWith('[') ? 6 : 4) && !address.includes('%');
    return isWhole && Number(digits) >= 1 && Number(digits) <= 65_535 ? text : undefined;
  },
};

export const email: Kind<string> = {
  noun: 'an email address',
  use: 'an address like admin@example.com',
  parse: (text) => (/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(text) && text.length <= 254 ? text : undefined),
};

export const sender: Kind<string> = {
  noun: 'one sender',
  use: 'an address like auth@example.com or Example <auth@example.com>',
  parse: (text) =>
    /^(?:[^\p{C}<>@,;"]+ ?<[^\s@,;<>"]+@[^\s@,;<>"]+>|[^\s@,;<>"]+@[^\s@,;<>"]+)$/u.test(text)
      ? text
      : undefined,
};

export const smtpUrl: Kind<string> = {
  noun: 'a mail server',
  use: 'smtp://user:password@host:587, or smtps://user:password@host:465 (with a port that ends in 465), with special characters in the password percent-encoded',
  parse: (text) => {
    if (!/^smtps?:\/\/[^/#?\s]+\/?$/i.test(text) || !URL.canParse(text)) return undefined;
    const { protocol, hostname, port: given, username, password } = new URL(text);
    // The port decides whether TLS begins at once or by STARTTLS; see docs/mail.md.
    const contradiction = protocol === 'smtps:' && given !== '' && !given.endsWith('465');
    const decodable = isDecodable(username) && isDecodable(password);
    return hostname !== '' && given !== '0' && !contradiction && decodable ? text : undefined;
  },
};

export const limit: Kind<Limit> = {
  noun: 'a limit',
  use: 'a number and a window of s, m, h or d, up to 31 days: 10/15m',
  parse: (text) => {
    const match = /^([1-9]\d{0,6})\/([1-9]\d{0,6})([smhd])$/.exec(text);
    const windowMs = Number(match?.[2]) * (UNITS[match?.[3] ?? ''] ?? 0);
    return match && windowMs <= 31 * DAY ? { limit: Number(match[1]), windowMs } : undefined;
  },
};

/** 32 bytes, from 64 hex digits, base64 or base64url. */
export const masterKey: Kind<Buffer> = {
  noun: 'a key of 32 bytes',
  use: '64 hex digits or base64 of exactly 32 bytes, for example from: openssl rand -hex 32',
  parse: (text) => {
    const key = text.trim();
    if (/^[0-9a-f]{64}$/i.test(key)) return Buffer.from(key, 'hex');
    return /^[a-z0-9+/_-]{43}=?$/i.test(key) ? Buffer.from(key, 'base64') : undefined;
  },
};

/** Any text. Checks that need other settings run later. */
export const text: Kind<string> = { noun: 'text', use: 'any text', parse: (value) => value };

export const appleId: Kind<string> = {
  noun: 'an id of Apple',
  use: '10 capital letters and digits, as in ABCDE12345',
  parse: (value) => (/^[A-Z0-9]{10}$/.test(value) ? value : undefined),
};

export const providerName: Kind<string> = {
  noun: 'a name for a path',
  use: 'lower-case letters, digits, - and _, at most 32 characters',
  parse: (value) => (/^[a-z0-9][a-z0-9_-]{0,31}$/.test(value) ? value : undefined),
};

export const scopes: Kind<readonly string[]> = {
  noun: 'a list of scopes',
  use: 'scopes separated by spaces or commas: openid email profile',
  parse: (value) =>
    list(value, (item) => (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(item) ? item : undefined), /[\s,]+/),
};

export const clientIds: Kind<readonly string[]> = {
  noun: 'a list of client ids',
  use: 'client ids separated by spaces or commas',
  parse: (value) => list(value, (item) => (/^[\x21-\x7e]{1,1024}$/.test(item) ? item : undefined), /[\s,]+/),
};

const DAY = 86_400_000;
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY };

/** Undefined if an item is refused, or if there is none. Empty and repeated items are dropped. */
export function list(
  value: string,
  parse: (item: string) => string | undefined,
  separator: string | RegExp = ',',
): readonly string[] | undefined {
  const parsed = new Set<string>();
  for (const item of value.split(separator)) {
    if (item.trim() === '') continue;
    const result = parse(item.trim());
    if (result === undefined) return undefined;
    parsed.add(result);
  }
  return parsed.size === 0 ? undefined : [...parsed];
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
