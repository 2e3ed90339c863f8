import { isLoopback } from '../../../config/addresses.ts';
import { variableOf } from '../../../config/sections.ts';
import { SERVER, STORAGE, TOKENS } from '../../../config/settings.ts';
import { MIN_SECRET_BYTES } from '../../../config/signing-secret.ts';
import { isPublished } from '../../settings/kinds/published-secret.ts';
import { ACCOUNT_CHECKS } from './account-checks.ts';
import { type Check, note, serious, warning } from './check.ts';
import type { Facts } from './facts.ts';

const HOUR_MINUTES = 60;
const MIN_DIFFERENT_BYTES = 8;
const NEW_SECRET = 'set a random one, for example from: openssl rand -base64 48';

/** Whether only this machine can reach the service. */
function isLocal({ config }: Facts): boolean {
  return isLoopback(new URL(config.publicUrl).hostname) && isLoopback(config.listen.host);
}

function isHttps({ config }: Facts): boolean {
  return config.publicUrl.startsWith('https:');
}

/** Whether a secret has so few different bytes that it cannot be random. */
function isPattern(secret: Buffer): boolean {
  return new Set(secret).size < MIN_DIFFERENT_BYTES;
}

/** Checks for exposure to attackers. */
export const EXPOSURE_CHECKS: readonly Check[] = [
  {
    id: 'mode',
    title: 'Production mode',
    docs: 'settings.md#production',
    look: (facts) =>
      facts.config.production || isLocal(facts)
        ? null
        : serious(
            'other machines can reach the service in development mode, which catches mail on disk and allows unsafe settings',
            `set ${SERVER.env.name}=production`,
          ),
  },
  {
    id: 'public-url',
    title: 'Public address',
    docs: 'settings.md#server',
    look: (facts) => {
      const { production, publicUrl, given } = facts.config;
      if (isHttps(facts) || (!production && isLocal(facts))) return null;
      return given.has(SERVER.publicUrl.name)
        ? serious(
            `passwords and tokens travel unencrypted: the public address is ${publicUrl}`,
            `put a proxy with TLS in front of the service, and set ${SERVER.publicUrl.name} to its https:// address`,
          )
        : serious(
            `mailed links and redirects point to ${publicUrl}, because the public address is not set`,
            `set ${SERVER.publicUrl.name} to the https:// address at which people reach the service`,
          );
    },
  },
  {
    id: 'trusted-proxies',
    title: 'Proxies',
    docs: 'settings.md#server',
    look: (facts) => {
      const { trustedProxies } = facts.config;
      if (trustedProxies.some((range) => range.endsWith('/0')))
        return serious(
          'every address is a trusted proxy, so anybody can forge the address that limits and logs use',
          `name only your proxies in ${SERVER.trustedProxies.name}`,
        );
      // Keyward itself does not use TLS, so https means a proxy.
      return isHttps(facts) && trustedProxies.length === 0
        ? warning(
            'all people share the address of the proxy, and therefore the limits on failed logins',
            `set ${SERVER.trustedProxies.name} to the address of the proxy`,
          )
        : null;
    },
  },
  {
    id: 'frontends',
    title: 'Frontends',
    docs: 'settings.md#server',
    look: (facts) => {
      const { allowedFrontends, production } = facts.config;
      const plain = allowedFrontends.filter(
        (origin) => origin.startsWith('http:') && !isLoopback(new URL(origin).hostname),
      );
      if (plain.length > 0)
        return warning(
          `tokens can be sent to pages without encryption: ${plain.join(', ')}`,
          `name only https:// origins in ${SERVER.allowedFrontends.name}`,
        );
      return allowedFrontends.length === 0 && (production || !isLocal(facts))
        ? warning(
            'only the origin of the service can receive redirects and call it from a browser',
            `set ${SERVER.allowedFrontends.name} to the origins of your applications`,
          )
        : null;
    },
  },
  {
    id: 'profile',
    title: 'Profile',
    docs: 'settings.md#server',
    look: ({ config }) =>
      config.profile === 'strict'
        ? null
        : warning(
            'the documented profile reveals who has an account, allows passwords of 6 characters and puts tokens into the addresses of redirects',
            `set ${SERVER.profile.name}=strict once your clients work with it`,
          ),
  },
  {
    id: 'sign-ups',
    title: 'Sign-ups',
    docs: 'sign-up.md',
    look: ({ config, settings: { signup } }) => {
      // With a proven mailbox and a list of domains, sign-up is not open to everybody.
      const bound = signup.allowed_domains.length > 0 && signup.require_verified_email;
      return config.production && signup.mode === 'open' && signup.captcha === null && !bound
        ? warning(
            'everybody may open accounts, and no captcha keeps out programs that open many from many addresses',
            `set ${variableOf('signup', 'captcha')} and ${variableOf('signup', 'captcha_secret')}, or ${variableOf('signup', 'mode')}=invite; or the same fields in config/signup`,
          )
        : null;
    },
  },
  {
    id: 'signing-secret',
    title: 'Signing secret',
    docs: 'tokens.md',
    look: ({ settings: { jwt } }) => {
      if (!jwt.algorithm.startsWith('HS')) return null;
      if (Buffer.byteLength(jwt.secret_key) < MIN_SECRET_BYTES)
        return serious(
          `the signing secret is shorter than ${MIN_SECRET_BYTES} bytes, so tokens can be forged`,
          NEW_SECRET,
        );
      return isPublished(jwt.secret_key) || isPattern(Buffer.from(jwt.secret_key))
        ? serious('the signing secret is published or repeats a pattern, so tokens can be forged', NEW_SECRET)
        : null;
    },
  },
  {
    id: 'master-key',
    title: 'Master key',
    docs: 'settings.md#secrets',
    look: ({ config: { masterKey } }) =>
      masterKey !== undefined && isPattern(masterKey)
        ? serious(
            'the master key is a pattern, so any reader of the database can decrypt the saved secrets',
            `set ${STORAGE.masterKey.name} to the output of: openssl rand -hex 32`,
          )
        : null,
  },
  {
    id: 'file-modes',
    title: 'Files',
    docs: 'command-line.md#doctor',
    look: ({ exposed }) =>
      exposed.length === 0
        ? null
        : serious(
            `other users of this machine can use ${exposed.map(({ path, mode }) => `${path} (${mode})`).join(', ')}`,
            `run: chmod go= ${exposed.map(({ path }) => path).join(' ')}`,
          ),
  },
  ...ACCOUNT_CHECKS,
  {
    id: 'token-life',
    title: 'Life of tokens',
    docs: 'tokens.md',
    look: ({ settings: { jwt } }) => {
      if (!jwt.dual_token_mode)
        return jwt.session_duration_days > 1
          ? warning(
              `a stolen token works for up to ${jwt.session_duration_days} days, or until its session ends`,
              `set ${variableOf('jwt', 'dual_token_mode')}=on, or dual_token_mode in the settings at run time`,
            )
          : null;
      return jwt.access_token_expire_minutes > HOUR_MINUTES
        ? warning(
            `a stolen access token works for ${jwt.access_token_expire_minutes} minutes`,
            `set ${variableOf('jwt', 'access_token_expire_minutes')} to ${HOUR_MINUTES} or less`,
          )
        : null;
    },
  },
  {
    id: 'refresh-rotation',
    title: 'Rotation of refresh tokens',
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
    title: 'Cookies',
    docs: 'cookies.md',
    look: (facts) => {
      const { cookie_mode, secure, httponly } = facts.settings.cookie;
      if (!cookie_mode) return null;
      if (!httponly)
        return serious(
          'scripts of a page can read the tokens in the cookies',
          'set httponly to true in config/cookie',
        );
      // Behind https, cookies are always Secure.
      return !secure && !isHttps(facts) && !isLocal(facts)
        ? serious(
            'cookies with tokens travel unencrypted',
            `set ${SERVER.publicUrl.name} to the https:// address of the service`,
          )
        : null;
    },
  },
  {
    id: 'mailbox',
    title: 'Mailbox',
    docs: 'mail.md#without-a-mail-server',
    look: (facts) => {
      const { config, settings } = facts;
      if (config.production || settings.email.host !== '') return null;
      const tell = isLocal(facts) ? note : warning;
      return tell(
        'the holder of the mailbox key can read every code, and so sign in as anybody',
        'keep the output of the start to yourself, or connect a mail server, which closes the mailbox',
      );
    },
  },
];
