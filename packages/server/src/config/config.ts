import type { Limit } from './kinds.ts';
import type { PresetName, SlotId } from './presets.ts';
import type { StartValues } from './sections.ts';
import type { JwtAlgorithm } from './sections/jwt.ts';
import type { Given } from './sources.ts';

/** The configuration of the start: read once, frozen, passed down. Settings that change at run time start from it. */
export interface Config {
  /** The address to listen on. Port 0 picks a free one; see `withPort`. */
  readonly listen: { readonly host: string; readonly port: number };
  /** Path of the API: with a leading slash and no trailing one. */
  readonly prefix: string;
  /** Public address of the API, without prefix or trailing slash. */
  readonly publicUrl: string;
  /**
   * Origins in the form of `URL.origin`. Empty: the service's own origin, and loopback ones while `publicUrl` is
   * loopback.
   */
  readonly allowedFrontends: readonly string[];
  /** Addresses and CIDR ranges whose `X-Forwarded-*` headers count. */
  readonly trustedProxies: readonly string[];
  /** Addresses and CIDR ranges that webhooks may reach although they are not public. */
  readonly webhookNetworks: readonly string[];
  /** The same for addresses of applications: their documents, keys, logos and back-channel addresses. */
  readonly oauthNetworks: readonly string[];
  /** The same for the identity providers that organizations connect. */
  readonly connectionNetworks: readonly string[];
  /** `address:port` of the name server for the records of domains. Undefined: the system's name servers. */
  readonly dnsServer?: string;
  /** Processes of the listening server that answer requests. */
  readonly workers: number;
  /** Simultaneous connections of the listening server; in a host application, simultaneous requests. */
  readonly maxConnections: number;
  /** The limit for one address, except for trusted proxies. */
  readonly connectionsPerAddress: number;
  /** Where metrics are served. Port 0 picks a free one; see `withManagementPort`. Undefined: nowhere. */
  readonly management?: { readonly host: string; readonly port: number };
  /** Whether requests and slow work create spans. */
  readonly traces: boolean;
  /** The address that checks the answers of captchas. Undefined: the address of the captcha's provider. */
  readonly captchaVerifyUrl?: string;
  /** Absolute path of a folder with texts that replace those of pages and mails. */
  readonly texts?: string;
  /** Whether there are web pages. */
  readonly web: boolean;
  readonly production: boolean;
  readonly profile: 'documented' | 'strict';
  /** Absolute path. */
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly settingsStore: 'database' | 'memory';
  /** 32 bytes. Undefined: `loadSecrets` generates it. */
  readonly masterKey?: Buffer;
  /** Created at the start, never overwritten. */
  readonly superadmin?: { readonly email: string; readonly password: string };
  readonly jwt: JwtConfig;
  /** The given values of the settings that can change at run time, except for those that have their own field here. */
  readonly startValues: StartValues;
  /** Whether a refresh replaces the refresh token. */
  readonly refreshRotation: boolean;
  /** With `confirm`, the mailed button opens a page of the frontend, which sends the POST. */
  readonly magicLinks: 'direct' | 'confirm';
  readonly mail: MailConfig;
  /** By slot: `idp1`, `idp2`, `idp3`, and those of `idp4` to `idp10` that have a preset. */
  readonly providers: readonly [ProviderConfig, ProviderConfig, ProviderConfig, ...ProviderConfig[]];
  readonly limits: LimitsConfig;
  /** Warnings for the operator, one line each. */
  readonly warnings: readonly string[];
  /** The given texts by variable, secrets included. For `redactedConfig`. */
  readonly given: ReadonlyMap<string, Given>;
}

export type DatabaseConfig =
  | { readonly kind: 'sqlite'; /** Absolute path. */ readonly file: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** Maximum number of connections of this instance. */
      readonly poolSize: number;
      /** Whether statements are prepared by name. */
      readonly prepare: boolean;
    };

/** The first signing key. */
export interface JwtConfig {
  /**
   * For HS* the secret, whose UTF-8 bytes sign; otherwise a private key as PKCS #8 in PEM. Undefined: `loadSecrets`
   * generates it.
   */
  readonly secret?: string;
  readonly algorithm: JwtAlgorithm;
}

export interface MailConfig {
  /** `smtp://` or `smtps://`. Undefined: mail is caught (development) or refused (production). */
  readonly smtpUrl?: string;
  /** `address` or `Name <address>`. Always present with `smtpUrl`. */
  readonly from?: string;
  /** Absolute path of a folder whose templates replace the built-in ones. */
  readonly templates?: string;
}

export interface ProviderConfig {
  readonly id: SlotId;
  readonly preset: PresetName;
  /** Name in paths and messages; unique among the slots. */
  readonly name: string;
  /** The name that people see. Undefined: the preset's. */
  readonly label?: string;
  /** Undefined: the preset's. Always present for `oidc`. */
  readonly issuer?: string;
  /**
   * Undefined: not configured. Present only together with `clientSecret`, or for `apple` with the three values that
   * sign one.
   */
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly teamId?: string;
  readonly keyId?: string;
  /** As PKCS #8 in PEM. */
  readonly privateKey?: string;
  /** Additional client ids whose ID tokens are accepted. Undefined: none. */
  readonly nativeClientIds?: readonly string[];
  /** Whether its verified emails are trusted, if the preset does not decide that. Undefined: no. */
  readonly trustsEmail?: boolean;
  /** Undefined: `{publicUrl}{prefix}/{name}/callback`. */
  readonly redirectUri?: string;
  /** Undefined: the preset's. */
  readonly scopes?: readonly string[];
}

export interface LimitsConfig {
  /** Failures for one account from one address. */
  readonly accountAddress: Limit;
  /** Failures for one account from anywhere. */
  readonly account: Limit;
  /** Failures from one address (IPv6: /64). */
  readonly address: Limit;
  /** Wrong mailed codes of all accounts. Beyond the limit, only the browser that asked for a code may try it. */
  readonly codes: Limit;
  /** Mails with codes that one address (IPv6: /64) can cause. */
  readonly mails: Limit;
  /** Mails with codes to one mailbox, over all purposes. */
  readonly mailbox: Limit;
  /** Accounts that one address (IPv6: /64) can open. */
  readonly signUps: Limit;
  /** Changes by the owner of one account. */
  readonly changes: Limit;
  /** Rows that one address (IPv6: /64) causes without an account. */
  readonly anonymous: Limit;
  /** The limit for all accounts together, and for all addresses together. */
  readonly total: Limit;
  /** Live sessions of one account. */
  readonly sessionsPerAccount: number;
}
