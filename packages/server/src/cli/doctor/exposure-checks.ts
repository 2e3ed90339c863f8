import { isLoopback } from '../../config/addresses.ts';
import { MAIL, SERVER, STORAGE, SUPERADMIN, TOKENS } from '../../config/settings.ts';
import { MIN_SECRET_BYTES } from '../../config/signing-secret.ts';
import { isPublished } from '../../features/settings/published-secret.ts';
import { type Check, note, serious, warning } from './check.ts';
import type { Facts } from './facts.ts';

const HOUR_MINUTES = 60;
const MIN_DIFFERENT_BYTES = 8;
const NEW_SECRET = 'set a random one, for example from: openssl rand -base64 48';

/** Reached by nobody but this machine. */
function isLocal({ config }: Facts): boolean {
  return isLoopback(new URL(config.publicUrl).hostname) && isLoopback(config.listen.host);
}

function isHttps({ config }: Facts): boolean {
  return config.publicUrl.startsWith('https:');
}

/** Hardly any different bytes: nothing that was drawn at random. */
function isPattern(secret: Buffer): boolean {
  return new Set(secret).size < MIN_DIFFERENT_BYTES;
}

/** What lets others in. */
export const EXPOSURE_CHECKS: readonly Check[] = [
  {
    id: 'mode',
    docs: 'settings.md#production',
    look: (facts) =>
      facts.config.production || isLocal(facts)
        ? null
        : serious(
            'others can reach it in development mode, which catches mail on disk and allows unsafe settings',
            `set ${SERVER.env.name}=production`,
          ),
  },
  {
    id: 'public-url',
    docs: 'settings.md#server',
    look: (facts) => {
      const { production, publicUrl, given } = facts.config;
      if (isHttps(facts) || (!production && isLocal(facts))) return null;
      return given.has(SERVER.publicUrl.name)
        ? serious(
            `passwords and tokens travel unencrypted: the public address is ${publicUrl}`,
            `put a proxy with TLS before it, and set ${SERVER.publicUrl.name} to its https:// address`,
          )
        : serious(
            `mailed links and redirects point to ${publicUrl}, because the public address is not set`,
            `set ${SERVER.publicUrl.name} to the https:// address that people reach it at`,
          );
    },
  },
  {
    id: 'trusted-proxies',
    docs: 'settings.md#server',
    look: (facts) => {
      const { trustedProxies } = facts.config;
      if (trustedProxies.some((range) => range.endsWith('/0')))
        return serious(
          'anybody can forge the address that limits and logs go by: every address is a trusted proxy',
          `name your proxies alone in ${SERVER.trustedProxies.name}`,
        );
      // It speaks no TLS itself, so behind https there is a proxy.
      return isHttps(facts) && trustedProxies.length === 0
        ? warning(
            'all people share the address of the proxy, and with it the limits on failed logins',
            `set ${SERVER.trustedProxies.name} to the address of the proxy`,
          )
        : null;
    },
  },
  {
    id: 'frontends',
    docs: 'settings.md#server',
    look: (facts) => {
      const { allowedFrontends, production } = facts.config;
      const plain = allowedFrontends.filter(
        (origin) => origin.startsWith('http:') && !isLoopback(new URL(origin).hostname),
      );
      if (plain.length > 0)
        return warning(
          `tokens can be sent to pages without encryption: ${plain.join(', ')}`,
          `name https:// origins alone in ${SERVER.allowedFrontends.name}`,
        );
      return allowedFrontends.length === 0 && (production || !isLocal(facts))
        ? warning(
            'no web application but its own origin can receive redirects or call it from a browser',
            `set ${SERVER.allowedFrontends.name} to the origins of your applications`,
          )
        : null;
    },
  },
  {
    id: 'profile',
    docs: 'settings.md#server',
    look: ({ config }) =>
      config.profile === 'strict'
        ? null
        : warning(
            'the documented profile tells who has an account, allows passwords of 6 characters and puts tokens into the addresses of redirects',
            `set ${SERVER.profile.name}=strict once your clients work with it`,
          ),
  },
  {
    id: 'signing-secret',
    docs: 'tokens.md',
    look: ({ settings: { jwt } }) => {
      if (!jwt.algorithm.startsWith('HS')) return null;
      if (Buffer.byteLength(jwt.secret_key) < MIN_SECRET_BYTES)
        return serious(
          `tokens can be forged: the signing secret is shorter than ${MIN_SECRET_BYTES} bytes`,
          NEW_SECRET,
        );
      return isPublished(jwt.secret_key) || isPattern(Buffer.from(jwt.secret_key))
        ? serious('tokens can be forged: the signing secret is a published or repeated one', NEW_SECRET)
        : null;
    },
  },
  {
    id: 'master-key',
    docs: 'settings.md#secrets',
    look: ({ config: { masterKey } }) =>
      masterKey !== undefined && isPattern(masterKey)
        ? serious(
            'saved secrets can be read by whoever reads the database: the master key is a pattern',
            `set ${STORAGE.masterKey.name} to the output of: openssl rand -hex 32`,
          )
        : null,
  },
  {
    id: 'file-modes',
    docs: 'command-line.md#doctor',
    look: ({ exposed }) =>
      exposed.length === 0
        ? null
        : serious(
            `other users of this machine can use ${exposed.map(({ path, mode }) => `${path} (${mode})`).join(', ')}`,
            `run: chmod go= ${exposed.map(({ path }) => path).join(' ')}`,
          ),
  },
  {
    id: 'superadmins',
    docs: 'command-line.md#superadmin',
    look: ({ database }) => {
      if (database === null) return null;
      if (database.superadmins === 0)
        return warning(
          'there is no active superadmin; until there is one, whoever reads the output of the start can become it',
          'run: keyward superadmin create --email you@example.org',
        );
      return database.superadmins === 1
        ? note(
            'there is one active superadmin; nobody can help when that one is locked out',
            'create a second one, or remember: keyward superadmin reset --email …',
          )
        : null;
    },
  },
  {
    id: 'superadmin-password',
    docs: 'settings.md#first-superadmin',
    look: ({ config, database }) =>
      config.superadmin !== undefined && (database?.superadmins ?? 0) > 0
        ? warning(
            `${SUPERADMIN.password.name} is still set, though it is used at the first start alone`,
            `remove ${SUPERADMIN.email.name} and ${SUPERADMIN.password.name}`,
          )
        : null,
  },
  {
    id: 'password-hashes',
    docs: 'security.md#passwords',
    look: ({ config, database }) => {
      const others = database?.otherHashes ?? 0;
      // The documented profile says who has an account anyway.
      return config.profile === 'strict' && others > 0
        ? warning(
            `the time of a login tells that ${others} account${others === 1 ? ' exists' : 's exist'}, because their imported password hashes take another time to check than a new one`,
            'a sign-in replaces the hash; ask those who have not signed in for long to reset their password',
          )
        : null;
    },
  },
  {
    id: 'token-life',
    docs: 'tokens.md',
    look: ({ settings: { jwt } }) => {
      if (!jwt.dual_token_mode)
        return jwt.session_duration_days > 1
          ? warning(
              `a stolen token is good for up to ${jwt.session_duration_days} days, or until its session is ended`,
              `set ${TOKENS.dualTokenMode.name}=on, or dual_token_mode while it runs`,
            )
          : null;
      return jwt.access_token_expire_minutes > HOUR_MINUTES
        ? warning(
            `a stolen access token is good for ${jwt.access_token_expire_minutes} minutes`,
            `set ${TOKENS.accessTokenExpireMinutes.name} to ${HOUR_MINUTES} or less`,
          )
        : null;
    },
  },
  {
    id: 'refresh-rotation',
    docs: 'tokens.md',
    look: ({ config, settings }) =>
      settings.jwt.dual_token_mode && !config.refreshRotation
        ? warning(
            'a stolen refresh token goes unnoticed for as long as its session lives',
            `set ${TOKENS.refreshRotation.name}=on`,
          )
        : null,
  },
  {
    id: 'cookies',
    docs: 'cookies.md',
    look: (facts) => {
      const { cookie_mode, secure, httponly } = facts.settings.cookie;
      if (!cookie_mode) return null;
      if (!httponly)
        return serious(
          'scripts of a page can read the tokens in the cookies',
          'set httponly to true in config/cookie',
        );
      // Behind https they are Secure whatever is set.
      return !secure && !isHttps(facts) && !isLocal(facts)
        ? serious(
            'cookies with tokens travel unencrypted',
            `set ${SERVER.publicUrl.name} to the https:// address of the service`,
          )
        : null;
    },
  },
  {
    id: 'mail',
    docs: 'mail.md',
    look: ({ config, settings }) => {
      if (settings.email.host !== '') return null;
      const remedy = `set ${MAIL.smtpUrl.name} and ${MAIL.from.name}, then run: keyward mail test you@example.org`;
      return config.production
        ? serious('nobody can reset a password or sign in by code: there is no mail server', remedy)
        : note('mails are caught in the data directory: there is no mail server', remedy);
    },
  },
  {
    id: 'mailbox',
    docs: 'mail.md#without-a-mail-server',
    look: (facts) => {
      const { config, settings } = facts;
      if (config.production || settings.email.host !== '') return null;
      const tell = isLocal(facts) ? note : warning;
      return tell(
        'whoever has the key of the mailbox reads every code, and so can sign in as anybody',
        'keep the output of the start to yourself, or connect a mail server, which closes the mailbox',
      );
    },
  },
];
