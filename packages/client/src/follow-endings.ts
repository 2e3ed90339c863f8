import type { AdminClient } from './admin.ts';
import { createEndedSessions, type EndedSessions, SKEW_MS } from './ended-sessions.ts';
import { asKeywardError, KeywardError } from './errors.ts';
import {
  createOrganizationRights,
  isRightsEvent,
  type OrganizationRights,
  RIGHTS_EVENTS,
} from './organization-rights.ts';
import { pause } from './stream.ts';
import type { Result } from './types.ts';

export interface Credentials {
  identifier: string;
  password: string;
}

export interface EndingsOptions {
  client: AdminClient;
  /** Credentials for a sign-in when there is no session; without them, the client has a token. */
  credentials: Credentials | undefined;
  /** Whether tokens are verified with a secret, so that published keys are not needed. */
  hasSecret: boolean;
  /** The longest lifetime of a token in milliseconds, if the settings of sessions do not determine it. */
  longestMs?: number;
  /** How long a request waits for news. */
  waitSeconds: number;
  now: () => number;
  signal: AbortSignal;
  /** The signing key may have been replaced. */
  onKeyChange: () => void;
}

/** The ended sessions, from the service's events. */
export interface Endings {
  /** The longest lifetime of a token, if it is known. */
  list: EndedSessions;
  /** What members of organizations may do. */
  rights: OrganizationRights;
  /** When the list was complete for the last time, in milliseconds since the epoch; null: not yet. */
  checkedAt: number | null;
  /** Why the events could not be followed the last time; null when they could. */
  error: KeywardError | null;
  /** Resolves when the list is complete for the first time, with the error if it must be fixed first. */
  ready: Promise<KeywardError | null>;
  /** Resolves after the signal. */
  stopped: Promise<void>;
}

const FOLLOWED = [
  'session.ended',
  'sessions.ended_by_superadmin',
  'account.status_changed',
  'account.deleted',
  'account.email_changed',
  'account.role_changed',
  'settings.changed',
  'grant.revoked',
  'application.updated',
  'application.deleted',
  ...RIGHTS_EVENTS,
] as const;
const PAGE = 1_000;
const RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
/** After a refusal: more attempts with a wrong password would lock the account. */
const REFUSED_RETRY_MS = 300_000;
const DAY_MS = 86_400_000;

/**
 * Follows the events that end tokens, starting as far back as a token can live. It uses pages that wait for new events,
 * not the stream: each answer, even an empty one, shows that the list is complete.
 */
export function followEndings(options: EndingsOptions): Endings {
  const { client, credentials, hasSecret, longestMs, waitSeconds, now, signal, onKeyChange } = options;
  const { events } = client.admin;
  let cursor: string | undefined;
  /** How long a token can live, in milliseconds. */
  let life = 0;
  /** All events between the beginning of the list and this time were read. */
  let readUpTo = 0;
  /** Whether the beginning of the list is known. */
  let reaches = false;
  let resolveReady: (error: KeywardError | null) => void;
  const endings: Endings = {
    list: createEndedSessions(now, 0),
    rights: createOrganizationRights(now),
    checkedAt: null,
    error: null,
    ready: new Promise((resolve) => (resolveReady = resolve)),
    stopped: Promise.resolve(),
  };

  /** Begins a list for the tokens of the settings in force. */
  async function begin(): Promise<void> {
    const { jwt, factors } = unwrap(await client.config.load(undefined, { signal }));
    if (!hasSecret && jwt.algorithm.startsWith('HS'))
      throw new KeywardError(
        'ClientError',
        `The service signs with ${jwt.algorithm}: run keyward keys create, or pass its secret`,
      );
    const ofSessions = jwt.dual_token_mode
      ? jwt.access_token_expire_minutes * 60_000
      : jwt.session_duration_days * DAY_MS;
    const longest = longestMs ?? ofSessions;
    endings.list = createEndedSessions(now, longest, factors.policy);
    endings.rights = createOrganizationRights(now);
    life = longest;
    reaches = false;
    readUpTo = now() - longest - 2 * SKEW_MS;
  }

  /** Reads one page. @returns whether it was the last */
  async function read(place: { since: string } | { after: string; wait: number }): Promise<boolean> {
    const page = unwrap(
      await events.list({ type: FOLLOWED, order: 'asc', limit: PAGE, ...place }, { signal }),
    );
    for (const event of page.events) {
      if (isRightsEvent(event)) {
        endings.rights.apply(event);
        continue;
      }
      endings.list.apply(event);
      const { data, timestamp } = event;
      // A domain may require a connection of the new email, and of whoever is a superadmin no more.
      if ('previous' in data) endings.rights.change(timestamp, 'account' in data && data.account.id);
      if ('section' in data && data.section === 'jwt') onKeyChange();
    }
    ({ cursor } = page);
    return !page.has_more;
  }

  /**
   * The time of the oldest activity that the service still has, because it keeps activity for a limited time.
   */
  async function oldestKept(): Promise<number> {
    const type = ['session.started', 'session.ended'] as const;
    const [oldest] = unwrap(await events.list({ type, order: 'asc', limit: 1 }, { signal })).events;
    return oldest ? Date.parse(oldest.timestamp) : now();
  }

  /** Follows until an error. @throws KeywardError */
  async function follow(): Promise<void> {
    if (credentials && !unwrap(await client.getSession())) unwrap(await client.login(credentials));
    if (cursor === undefined) await begin();
    let complete = false;
    while (!signal.aborted) {
      const isLast = await read(
        cursor === undefined
          ? { since: new Date(readUpTo).toISOString() }
          : { after: cursor, wait: complete ? waitSeconds : 0 },
      );
      if (!isLast) continue;
      if (!complete) {
        const kept = await oldestKept();
        if (!reaches || kept > readUpTo) {
          const from = Math.max(kept, readUpTo);
          endings.list.reachesBackTo(from);
          endings.rights.reachesBackTo(from);
        }
        reaches = true;
      }
      complete = true;
      endings.list.forget();
      endings.rights.forget(now() - life - 2 * SKEW_MS);
      readUpTo = endings.checkedAt = now();
      endings.error = null;
      resolveReady(null);
    }
  }

  async function run(): Promise<void> {
    let wait = RETRY_MS;
    while (!signal.aborted) {
      const before = endings.checkedAt;
      const error = await follow().then(() => null, asKeywardError);
      if (!error || signal.aborted) break;
      if (endings.checkedAt !== before) wait = RETRY_MS;
      endings.error = error;
      const { kind, status, retryAfter = 0 } = error;
      // A restored database does not know the cursor, so the list starts again.
      const isLost = kind === 'ValidationError' && cursor !== undefined;
      if (isLost) cursor = undefined;
      const isSignedOut = status === 401 && kind !== 'InvalidCredentialsError';
      const isRefused =
        !isLost && (kind === 'ClientError' || (status >= 400 && status < 500 && status !== 429));
      if (isRefused && !(isSignedOut && credentials)) resolveReady(error);
      await pause(
        isRefused && !isSignedOut
          ? REFUSED_RETRY_MS
          : Math.max(wait * (0.5 + Math.random()), retryAfter * 1_000),
        signal,
      );
      wait = Math.min(wait * 2, MAX_RETRY_MS);
    }
    resolveReady(new KeywardError('AbortError', 'The verifier is closed.'));
  }

  endings.stopped = run();
  return endings;
}

function unwrap<Data>({ data, error }: Result<Data>): Data {
  if (error) throw error;
  return data;
}
