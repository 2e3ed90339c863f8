import type { OAuthAlgorithm } from '../../config/sections/oauth.ts';
import type { ApplicationRow } from '../../store/engine/schema.ts';
import type { ApplicationBrief, ListedApplicationRow } from '../../store/tables/application-lists.ts';

/** The JSON in a row. Missing addresses are null, and missing lists are empty. */
export interface ApplicationDetails {
  logo_url: string | null;
  homepage_url: string | null;
  policy_url: string | null;
  terms_url: string | null;
  contacts: string[];
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  backchannel_logout_uri: string | null;
  /** Its public keys (RFC 7517), for `private_key_jwt`. */
  jwks: { keys: Record<string, unknown>[] } | null;
  jwks_uri: string | null;
  /** The scopes that it may request from people; null: every known scope. */
  scopes: string[] | null;
  /** The scopes that it may have for itself. */
  machine_scopes: string[];
  /** The audiences that its tokens may have; empty: every resource of the settings. */
  resources: string[];
  /** Null: the algorithm of the settings. */
  signing_algorithm: OAuthAlgorithm | null;
  access_minutes: number;
  /** An unused refresh token expires after this number of days. */
  refresh_days: number;
  refresh_max_days: number;
}

/**
 * The maximum number of documents, and of registrations, that have not led to a token. Beyond it, the oldest are removed:
 * anybody can invent addresses, and register applications.
 */
export const MOST_UNUSED = 1_000;

export type ApplicationType = ApplicationRow['type'];
export type AuthMethod = ApplicationRow['auth_method'];

/** An application with its parsed details. */
export type Application = Omit<ApplicationRow, 'details'> & { details: ApplicationDetails };

export const DEFAULT_DETAILS: ApplicationDetails = {
  logo_url: null,
  homepage_url: null,
  policy_url: null,
  terms_url: null,
  contacts: [],
  redirect_uris: [],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  jwks: null,
  jwks_uri: null,
  scopes: null,
  machine_scopes: [],
  resources: [],
  signing_algorithm: null,
  access_minutes: 10,
  refresh_days: 30,
  refresh_max_days: 180,
};

/** The details that lists show. Strangers fill the others. */
export type ListedDetails = Pick<ApplicationDetails, 'logo_url' | 'homepage_url' | 'scopes'>;

/** An application in a list. */
export type ListedApplication = ApplicationBrief & { details: ListedDetails };

export function readListed({ listed, ...row }: ListedApplicationRow): ListedApplication {
  // The service itself wrote the stored JSON: a whole one in an older release.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const details = JSON.parse(listed ?? '{}') as Partial<ListedDetails>;
  const { logo_url, homepage_url, scopes } = { ...DEFAULT_DETAILS, ...details };
  return { ...row, details: { logo_url, homepage_url, scopes } };
}

export function readApplication(row: ApplicationRow): Application {
  // The service itself wrote the stored JSON.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const details = JSON.parse(row.details) as Partial<ApplicationDetails>;
  return { ...row, details: { ...DEFAULT_DETAILS, ...details } };
}

/** Whether it is turned on, and has not expired. */
export function isLive(
  { enabled, expires_at: end }: Pick<ApplicationRow, 'enabled' | 'expires_at'>,
  now: number,
): boolean {
  return enabled === 1 && (end === null || end > now);
}

/** Whether it cannot keep a secret (RFC 6749 §2.1). */
export function isPublic({ auth_method }: Pick<ApplicationRow, 'auth_method'>): boolean {
  return auth_method === 'none';
}

/**
 * Who has chosen the addresses of an application: an administrator, an application that has once authenticated and got a
 * token, or a stranger, as anybody can register applications and name documents.
 */
export type Standing = 'created' | 'known' | 'stranger';

export function standingOf({ source, last_used_at }: Application): Standing {
  if (source === 'created') return 'created';
  return last_used_at === null ? 'stranger' : 'known';
}

export type EventApplication = Pick<ApplicationRow, 'client_id' | 'name' | 'type' | 'source'>;

/** An application as events show it. */
export function presentEventApplication({ client_id, name, type, source }: EventApplication) {
  return { client_id, name, type, source };
}

/** The web origins from which a public client requests tokens. */
export function originsOf({ auth_method, details }: Pick<Application, 'auth_method' | 'details'>): string[] {
  if (auth_method !== 'none') return [];
  const urls = details.redirect_uris.map((uri) => URL.parse(uri)).filter((url) => url !== null);
  return [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ origin }) => origin))];
}
