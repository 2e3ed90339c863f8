import type { Variables } from '../config/sources.ts';
import type { ServiceEvent } from '../features/events/events.ts';
import type { Arrival } from '../features/hooks/sign-in-hooks.ts';
import type { Presets } from '../features/providers/presets.ts';
import type { ProviderSlot } from '../features/providers/providers.ts';
import type { Client } from '../lib/client.ts';
import type { Clock } from '../lib/clock.ts';
import type { Account } from './identity.ts';

/** A number of attempts in a window of time: `10/15m`. */
export type LimitText = `${number}/${number}${'s' | 'm' | 'h' | 'd'}`;

/** Somebody who has proven who they are. */
export interface SignInFacts extends Pick<Arrival, 'method' | 'reason'> {
  account: Account;
  client: Pick<Client, 'ipAddress' | 'userAgent' | 'requestId'>;
  /** Aborts when the hook has no more time. */
  signal: AbortSignal;
}

/** What `beforeLogin` answers to turn somebody away. The sentence is for the person; clients get it as `message`. */
export interface Refusal {
  refuse: string;
}

/**
 * Code of the host that is called when something happens. A hook that throws, or takes longer than two seconds, is
 * reported, and what it belongs to goes on without it.
 */
export interface KeywardHooks {
  /** After an account was created by its owner, before the answer is sent. */
  afterSignUp?: (facts: SignInFacts) => void | Promise<void>;
  /** After the proof, before any token is issued; for a sign-up and a password reset too, because they sign in. */
  beforeLogin?: (facts: SignInFacts) => void | Refusal | Promise<void | Refusal>;
  /** After everything that the service tells about itself. Nothing waits for it. */
  onEvent?: (event: ServiceEvent) => void | Promise<void>;
}

/** Where the routes outside of the prefix are; `''` is the root, `false`: there are none. */
export interface KeywardPaths {
  /** Default: `/log`. */
  log?: string | false | undefined;
  /** `llms.txt`, the documents, `openapi.json` and the reference. Default: the root. */
  documentation?: string | false | undefined;
  /** The set-up page and the mailbox. Default: the root. */
  web?: string | false | undefined;
  /** `livez` and `readyz`. Default: the root. */
  health?: string | false | undefined;
  /** `.well-known/jwks.json`. Default: the root. */
  wellKnown?: string | false | undefined;
}

/** One of the three places for identity providers. */
export interface ProviderOptions {
  preset?: 'google' | 'github' | 'microsoft' | 'discord' | 'gitlab' | 'oidc' | undefined;
  issuer?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  redirectUri?: string | undefined;
  name?: string | undefined;
  scopes?: readonly string[] | undefined;
}

/**
 * How Keyward is mounted. What is left out is as in docs/settings.md; nothing is read from the environment unless
 * `env` says so.
 */
export interface KeywardOptions {
  /** `KEYWARD_…` variables, usually `process.env`; options come before them. Default: none. */
  env?: Variables | undefined;

  /** Path of the API. Default: `/auth`. */
  prefix?: string | undefined;
  /** Address of the API from outside, without the prefix, with the path that the host mounts it under. */
  publicUrl?: string | undefined;
  /** Origins of web applications that may call the API and receive tokens. */
  allowedFrontends?: readonly string[] | undefined;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers count. Default: none. */
  trustedProxies?: readonly string[] | undefined;
  /** Default: `development`. */
  mode?: 'development' | 'production' | undefined;
  /** Default: `documented`. */
  profile?: 'documented' | 'strict' | undefined;
  paths?: KeywardPaths | undefined;

  /** Folder of the database file, generated secrets, logs and caught mail. Default: `./keyward-data`. */
  dataDir?: string | undefined;
  /** `sqlite:path` or `postgres://…`. Default: a file in the data directory. */
  database?: string | undefined;
  /** Most PostgreSQL connections. Default: 10. */
  databasePoolSize?: number | undefined;
  /** Where settings that change at run time are kept. Default: `database`. */
  settingsStore?: 'database' | 'memory' | undefined;
  /** 32 bytes, also as hex or base64. Default: generated once, kept in the data directory. */
  masterKey?: string | Uint8Array | undefined;

  /** First superadmin, created at the start and never overwritten. */
  superadmin?: { email?: string | undefined; password?: string | undefined } | undefined;
  tokens?:
    | {
        /** Default: generated once, kept in the data directory. */
        secret?: string | undefined;
        algorithm?: 'HS256' | 'HS384' | 'HS512' | 'RS256' | 'ES256' | 'EdDSA' | undefined;
        sessionDurationDays?: number | undefined;
        dualTokenMode?: boolean | undefined;
        accessTokenExpireMinutes?: number | undefined;
        refreshTokenExpireDays?: number | undefined;
        refreshRotation?: boolean | undefined;
      }
    | undefined;
  mail?:
    | {
        smtpUrl?: string | undefined;
        from?: string | undefined;
        /** Folder with templates that replace those of the same name. */
        templates?: string | undefined;
        magicLinks?: 'direct' | 'confirm' | undefined;
      }
    | undefined;
  limits?:
    | {
        accountAddress?: LimitText | undefined;
        account?: LimitText | undefined;
        address?: LimitText | undefined;
        mails?: LimitText | undefined;
        mailbox?: LimitText | undefined;
        signUps?: LimitText | undefined;
        sessionsPerAccount?: number | undefined;
      }
    | undefined;
  providers?:
    | {
        idp1?: ProviderOptions | undefined;
        idp2?: ProviderOptions | undefined;
        idp3?: ProviderOptions | undefined;
      }
    | undefined;
  /** More places for identity providers than the three. */
  moreProviders?: readonly ProviderSlot[] | undefined;
  /** More kinds of providers for `moreProviders`, or others of the same name. */
  presets?: Presets | undefined;

  hooks?: KeywardHooks | undefined;
  /** Folders with more documentation to serve. */
  documents?: readonly string[] | undefined;
  /** The address of whoever sent a request to `fetch`, which the request itself does not know. */
  clientAddress?: ((request: Request) => string | undefined) | undefined;
  /** Time, for tests. Default: the system's. */
  clock?: Clock | undefined;
  /** Told of unexpected errors. Default: standard error. */
  report?: ((error: unknown, requestId: string) => void) | undefined;
  /** Told what the operator should know, in one line. Default: standard error. */
  warn?: ((line: string) => void) | undefined;
}
