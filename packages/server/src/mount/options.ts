import type { PresetName, SlotId } from '../config/presets.ts';
import type { SectionName, SectionValues } from '../config/sections.ts';
import type { Variables } from '../config/sources.ts';
import type { ServiceEvent } from '../features/audit/events/events.ts';
import type { Arrival, JoiningFacts } from '../features/hooks/sign-in-hooks.ts';
import type { Presets } from '../features/sign-in/provider/presets.ts';
import type { ProviderSlot } from '../features/settings/provider-slot.ts';
import type { Client } from '../lib/client.ts';
import type { Clock } from '../lib/clock.ts';
import type { Account } from './identity.ts';

/** A number of attempts in a window of time: `10/15m`. */
export type LimitText = `${number}/${number}${'s' | 'm' | 'h' | 'd'}`;

/** A person who has proven their identity. */
export interface SignInFacts extends Pick<Arrival, 'method' | 'reason'> {
  account: Account;
  client: Pick<Client, 'ipAddress' | 'userAgent' | 'requestId'>;
  /** Aborts when the hook's time is up. */
  signal: AbortSignal;
}

/**
 * The answer of `beforeLogin` that refuses a sign-in. Write the sentence for the person; clients receive it as
 * `message`.
 */
export interface Refusal {
  refuse: string;
}

/** An account that is about to join an organization. */
export interface MemberJoiningFacts extends JoiningFacts {
  /** Aborts when the hook's time is up. */
  signal: AbortSignal;
}

/** Other roles of the organization that the member gets. The creator of an organization is always `owner`, too. */
export interface GivenRoles {
  roles: readonly string[];
}

export type MemberJoiningAnswer = void | Refusal | GivenRoles;

/** The claims by name, as JSON; nothing for no claims. */
export type ClaimsAnswer = Readonly<Record<string, unknown>> | void;

/**
 * Functions of the host that Keyward calls at certain events. If a hook throws or takes longer than two seconds,
 * Keyward reports it and continues without it.
 */
export interface KeywardHooks {
  /** After somebody creates their own account, before the answer is sent. */
  afterSignUp?: (facts: SignInFacts) => void | Promise<void>;
  /** After the proof, before any token is issued; also for a sign-up and a password reset, because they sign in. */
  beforeLogin?: (facts: SignInFacts) => void | Refusal | Promise<void | Refusal>;
  /**
   * Before every access token, including refreshes: returns additional claims for it. The rules of the setting `claims`
   * apply: no reserved names, and at most 1 KiB together.
   */
  claims?: (account: Account, signal: AbortSignal) => ClaimsAnswer | Promise<ClaimsAnswer>;
  /**
   * Before an account becomes a member of an organization in any way; nothing is locked or changed yet. May refuse (403
   * `MembershipRefusedError`) or give other roles.
   */
  memberJoining?: (facts: MemberJoiningFacts) => MemberJoiningAnswer | Promise<MemberJoiningAnswer>;
  /** After every event that the service records. Nothing waits for it. */
  onEvent?: (event: ServiceEvent) => void | Promise<void>;
}

/** Paths of the routes outside the prefix; `''` is the root, `false` leaves them out. */
export interface KeywardPaths {
  /** Default: `/log`. */
  log?: string | false | undefined;
  /** `llms.txt`, the documents, `openapi.json` and the reference. Default: the root. */
  documentation?: string | false | undefined;
  /**
   * The console, the set-up page and the mailbox. Default: the root. With a separate path, the pages for end users are
   * served there too; at the root they would replace the host's.
   */
  web?: string | false | undefined;
  /** `livez` and `readyz`. Default: the root. */
  health?: string | false | undefined;
  /** `.well-known/jwks.json`. Default: the root. */
  wellKnown?: string | false | undefined;
}

/** One of the ten slots for identity providers. */
export interface ProviderOptions {
  preset?: PresetName | undefined;
  issuer?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** These three replace a client secret for the preset `apple`; `privateKey` is the content of the .p8 file. */
  teamId?: string | undefined;
  keyId?: string | undefined;
  privateKey?: string | undefined;
  /** Client ids of mobile apps, whose ID tokens are accepted too. */
  nativeClientIds?: readonly string[] | undefined;
  /** Whether to trust its verified emails, for the presets `oidc` and `microsoft`. Default: false. */
  trustsEmail?: boolean | undefined;
  redirectUri?: string | undefined;
  name?: string | undefined;
  /** The name on the buttons of the pages. */
  label?: string | undefined;
  scopes?: readonly string[] | undefined;
}

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The fields of a section of the settings, in camel case, without internal ones. */
type SectionOptions<Name extends SectionName> = {
  [Field in keyof SectionValues[Name] as CamelCase<Field>]?: SectionValues[Name][Field] | undefined;
};

/**
 * How to mount Keyward. Omitted options have the defaults of docs/settings.md. Keyward reads nothing from the
 * environment unless `env` is given.
 */
export interface KeywardOptions {
  /** `KEYWARD_…` variables, usually `process.env`; options override them. Default: none. */
  env?: Variables | undefined;

  /** Path of the API. Default: `/auth`. */
  prefix?: string | undefined;
  /** Public address of the API, without the prefix, but with the path that the host mounts it under. */
  publicUrl?: string | undefined;
  /** Origins of web applications that may call the API and receive tokens. */
  allowedFrontends?: readonly string[] | undefined;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers count. Default: none. */
  trustedProxies?: readonly string[] | undefined;
  /** Addresses and CIDR ranges that webhooks may reach although they are not public. Default: none. */
  webhookNetworks?: readonly string[] | undefined;
  /** The same for applications: their documents, keys, logos and back-channel addresses. Default: none. */
  oauthNetworks?: readonly string[] | undefined;
  /** The same for the identity providers that organizations connect. Default: none. */
  connectionNetworks?: readonly string[] | undefined;
  /** Address and port of the name server for the records of domains. Default: the system's name servers. */
  dnsServer?: string | undefined;
  /** Address that checks the answers of captchas. Default: the address of the captcha's provider. */
  captchaVerifyUrl?: string | undefined;
  /** Folder with texts of pages and mails that replace the built-in ones. */
  texts?: string | undefined;
  /**
   * Whether requests and slow work create spans for OpenTelemetry, as children of the application's spans. Default:
   * false.
   */
  traces?: boolean | undefined;
  /** Default: `development`. */
  mode?: 'development' | 'production' | undefined;
  /** Default: `documented`. */
  profile?: 'documented' | 'strict' | undefined;
  paths?: KeywardPaths | undefined;

  /** Folder of the database file, generated secrets, logs and caught mail. Default: `./keyward-data`. */
  dataDir?: string | undefined;
  /** `sqlite:path` or `postgres://…`. Default: a file in the data directory. */
  database?: string | undefined;
  /** Maximum number of PostgreSQL connections. Default: 10. */
  databasePoolSize?: number | undefined;
  /** Whether PostgreSQL prepares statements by name. Default: true. */
  databasePrepare?: boolean | undefined;
  /** Where to keep settings that change at run time. Default: `database`. */
  settingsStore?: 'database' | 'memory' | undefined;
  /** 32 bytes, also as hex or base64. Default: generated once, kept in the data directory. */
  masterKey?: string | Uint8Array | undefined;

  /** First superadmin, created at the start and never overwritten. */
  superadmin?: { email?: string | undefined; password?: string | undefined } | undefined;
  tokens?:
    | ({
        /** Default: generated once, kept in the data directory. */
        secret?: string | undefined;
        algorithm?: 'HS256' | 'HS384' | 'HS512' | 'RS256' | 'ES256' | 'EdDSA' | undefined;
        refreshRotation?: boolean | undefined;
      } & Omit<
        SectionOptions<'jwt'>,
        'secretKey' | 'algorithm' | 'keyGeneration' | 'previousKey' | 'olderKeys'
      >)
    | undefined;
  mail?:
    | ({
        smtpUrl?: string | undefined;
        from?: string | undefined;
        /** Folder with templates that replace the built-in ones of the same name. */
        templates?: string | undefined;
        magicLinks?: 'direct' | 'confirm' | undefined;
      } & Pick<SectionOptions<'email'>, 'useTls'>)
    | undefined;
  /** The initial values of settings that can change at run time: see docs/runtime-settings.md. */
  cookie?: SectionOptions<'cookie'> | undefined;
  signup?: SectionOptions<'signup'> | undefined;
  branding?: SectionOptions<'branding'> | undefined;
  oauth?: SectionOptions<'oauth'> | undefined;
  organizations?: SectionOptions<'organizations'> | undefined;
  factors?: SectionOptions<'factors'> | undefined;
  logging?: SectionOptions<'logging'> | undefined;
  events?: SectionOptions<'events'> | undefined;
  limits?:
    | {
        accountAddress?: LimitText | undefined;
        account?: LimitText | undefined;
        address?: LimitText | undefined;
        codes?: LimitText | undefined;
        mails?: LimitText | undefined;
        mailbox?: LimitText | undefined;
        signUps?: LimitText | undefined;
        changes?: LimitText | undefined;
        anonymous?: LimitText | undefined;
        total?: LimitText | undefined;
        sessionsPerAccount?: number | undefined;
      }
    | undefined;
  /** `idp4` to `idp10` exist only with a preset. */
  providers?: { [Slot in SlotId]?: ProviderOptions | undefined } | undefined;
  /** Identity providers beyond the slots, with ids of your choice. */
  moreProviders?: readonly ProviderSlot[] | undefined;
  /** More presets for `moreProviders`, or replacements for those of the same name. */
  presets?: Presets | undefined;

  hooks?: KeywardHooks | undefined;
  /** Folders with more documentation to serve. */
  documents?: readonly string[] | undefined;
  /**
   * Whether `openapi.json`, documents, pages and their files are compressed for clients that accept gzip. Default: they
   * are in `node` and `fastify`, but not in `fetch`, because frameworks with `Request` compress answers themselves, and
   * some drop the header `Content-Encoding`.
   */
  compress?: boolean | undefined;
  /** Returns the client's address for a request to `fetch`, which the request itself does not contain. */
  clientAddress?: ((request: Request) => string | undefined) | undefined;
  /** Time, for tests. Default: the system's. */
  clock?: Clock | undefined;
  /** Receives unexpected errors. Default: standard error. */
  report?: ((error: unknown, requestId: string) => void) | undefined;
  /** Receives warnings for the operator, one line each. Default: standard error. */
  warn?: ((line: string) => void) | undefined;
}
