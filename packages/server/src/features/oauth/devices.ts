import { randomInt } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import { addressBucket } from '../../lib/address.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables } from '../../store/database.ts';
import { DuplicateError } from '../../store/engine/duplicate-error.ts';
import type { DeviceRow, GrantRow } from '../../store/engine/schema.ts';
import type { Caller } from '../audit/actors/caller.ts';
import { anonymous } from '../audit/events/origin.ts';
import { counter } from '../limits/counter-key.ts';
import { countedAs } from '../identity/sessions/recent-authentication.ts';
import type { FailureLimiter } from '../limits/failure-limiter.ts';
import type { Settings } from '../settings/settings.ts';
import { administrationResource } from './administration.ts';
import { type Application, isLive, isPublic, readApplication } from './application.ts';
import { NO_CLAIMS } from './claims.ts';
import { assertGrantType, DEVICE_GRANT } from './grant-types.ts';
import { givableIn, type Grants } from './grants.ts';
import { OAuthError } from './oauth-error.ts';
import type { Parameters } from './parameters.ts';
import { askedResources, askedScopes, describeScope } from './scopes.ts';
import { randomSecret, sha256 } from './tokens.ts';
import { wordsIn } from './words.ts';

/** The JSON in a device's row. */
interface DeviceDetails {
  scopes: string[];
  resources: string[];
  ip_address: string;
  user_agent: string;
}

/** A device as a page shows it. */
export interface ShownDevice extends Pick<DeviceDetails, 'ip_address' | 'user_agent'> {
  application: Application;
  scopes: { name: string; description: string }[];
  resources: { url: string; name: string }[];
  expiresAt: number;
}

export interface Devices {
  /** @throws OAuthError */
  begin(
    application: Application,
    parameters: Parameters,
    client: Client,
  ): Promise<{ deviceCode: string; userCode: string; expiresIn: number; interval: number }>;
  /**
   * Shows a device to the first account that opens it.
   * @throws KeywardError `AuthorizationRequestNotFoundError`, `RateLimitedError`
   */
  show(userCode: string, caller: Caller, client: Client): Promise<ShownDevice>;
  /** @throws KeywardError `AuthorizationRequestNotFoundError`, `RateLimitedError` */
  answer(userCode: string, caller: Caller, client: Client, allow: boolean): Promise<void>;
  /** @throws OAuthError `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_grant` */
  poll(deviceCode: string, application: Application): Promise<void>;
  /**
   * Spends an approved device, in an open transaction; null if it was used already.
   * @param jkt the thumbprint of the key of the request; null for none
   * @param client the device
   */
  take(
    tables: Tables,
    deviceCode: string,
    application: Application,
    jkt: string | null,
    client: Client,
  ): Promise<GrantRow | null>;
}

/** No vowels, so that no words occur, and no letters that look like digits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;
const LIFE_MS = 600_000;
const PAUSE_MS = 5_000;
const HOUR_MS = 3_600_000;
const WRONG_OF_ACCOUNT = 10;
const WRONG_OF_ADDRESS = 100;

export function createDevices(deps: {
  store: Store;
  settings: Settings;
  grants: Grants;
  limiter: FailureLimiter;
  clock: Clock;
  issuer: () => string;
}): Devices {
  const { store, settings, grants, limiter, clock, issuer } = deps;

  /** Runs work that needs a correct code. Wrong codes count; after too many, no code is accepted. */
  function guessed<T>(caller: Caller, client: Client, find: () => Promise<T | null>): Promise<T> {
    return limiter.attempt(
      [
        counter(
          { kind: 'device-code', ...countedAs(caller.row) },
          { limit: WRONG_OF_ACCOUNT, windowMs: HOUR_MS },
        ),
        counter(
          { kind: 'device-code', scope: { kind: 'address', value: addressBucket(client.ipAddress) } },
          { limit: WRONG_OF_ADDRESS, windowMs: HOUR_MS },
        ),
      ],
      async () => {
        const found = await find();
        if (found === null) throw new KeywardError('AuthorizationRequestNotFoundError');
        return found;
      },
      (error) => error instanceof KeywardError && error.kind === 'AuthorizationRequestNotFoundError',
    );
  }

  async function applicationOf(row: DeviceRow): Promise<Application | null> {
    const found = await store.applications.byId(row.application_id);
    return found !== null && isLive(found, clock.now()) ? readApplication(found) : null;
  }

  return {
    async begin(application, parameters, { ipAddress, userAgent }) {
      assertGrantType(application, DEVICE_GRANT);
      const { oauth } = settings.current;
      const details: DeviceDetails = {
        scopes: askedScopes(application, wordsIn(parameters.get('scope')), oauth),
        resources: askedResources(application, parameters.resources, oauth),
        ip_address: ipAddress,
        user_agent: userAgent,
      };
      // Attackers can persuade people to enter the code of a device.
      if (details.resources.includes(administrationResource(issuer())))
        throw new OAuthError('invalid_target', 'A device cannot administer this service.');
      const now = clock.now();
      for (;;) {
        const deviceCode = randomSecret();
        const letters = Array.from({ length: CODE_LENGTH }, () =>
          LETTERS.charAt(randomInt(LETTERS.length)),
        ).join('');
        try {
          await store.oauthDevices.insert({
            device_hash: sha256(deviceCode),
            user_code: letters,
            application_id: application.id,
            details: JSON.stringify(details),
            account_id: null,
            session_id: null,
            state: 'pending',
            pause: PAUSE_MS,
            polled_at: null,
            created_at: now,
            expires_at: now + LIFE_MS,
          });
          const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
          return { deviceCode, userCode, expiresIn: LIFE_MS / 1000, interval: PAUSE_MS / 1000 };
        } catch (error) {
          if (!(error instanceof DuplicateError)) throw error;
        }
      }
    },

    show: (userCode, caller, client) =>
      guessed(caller, client, async () => {
        const row = await store.oauthDevices.claim(canonical(userCode), caller.row.account_id, clock.now());
        const application = row === null ? null : await applicationOf(row);
        if (row === null || application === null) return null;
        const { scopes, resources, ip_address, user_agent } = readDetails(row);
        const { oauth } = settings.current;
        return {
          application,
          scopes: givableIn(caller.row, scopes).map((scope) => describeScope(scope, oauth)),
          resources: resources.map((url) => ({ url, name: oauth.resources[url]?.name ?? url })),
          ip_address,
          user_agent,
          expiresAt: row.expires_at,
        };
      }),

    async answer(userCode, caller, client, allow) {
      const answer = allow
        ? { state: 'allowed' as const, session_id: caller.row.id }
        : { state: 'denied' as const, session_id: null };
      await guessed(caller, client, () =>
        store.oauthDevices.answer(canonical(userCode), caller.row.account_id, answer, clock.now()),
      );
    },

    async poll(deviceCode, application) {
      const row = await store.oauthDevices.find(sha256(deviceCode), application.id);
      if (row === null)
        throw new OAuthError('invalid_grant', 'The device code is unknown, or was used already.');
      const now = clock.now();
      if (row.expires_at <= now)
        throw new OAuthError('expired_token', 'The device code has expired; ask for a new one.');
      if (row.state === 'denied') throw new OAuthError('access_denied', 'The person did not allow it.');
      if (row.state === 'allowed') return;
      const early = row.polled_at !== null && now - row.polled_at < row.pause;
      await store.oauthDevices.polled(row.device_hash, now, early ? row.pause + PAUSE_MS : row.pause);
      throw early
        ? new OAuthError('slow_down', 'Wait five seconds more between two requests.')
        : new OAuthError('authorization_pending', 'Nobody has answered yet.');
    },

    async take(tables, deviceCode, application, jkt, client) {
      const hash = sha256(deviceCode);
      // Acts that end the codes of an account lock it first.
      const { account_id: owner = null } = (await tables.oauthDevices.find(hash, application.id)) ?? {};
      if (owner !== null) await tables.accounts.lock(owner);
      const row = await tables.oauthDevices.take(hash, clock.now());
      if (row?.session_id === null || row?.session_id === undefined) return null;
      const session = await tables.sessions.findWithAccount(row.session_id);
      if (session === null || session.account_id !== row.account_id) return null;
      const { scopes, resources } = readDetails(row);
      return grants
        .create(
          tables,
          session,
          application,
          { scopes, resources, nonce: null, claims: NO_CLAIMS },
          // As with codes, refresh tokens of public clients are bound to the key of the first request (RFC 9449 §5).
          { dpop_jkt: isPublic(application) ? jkt : null },
          anonymous(client),
        )
        .catch((error: unknown) => {
          if (error instanceof OAuthError) return null;
          throw error;
        });
    },
  };
}

/** The stored form of a code, however it was typed. */
function canonical(userCode: string): string {
  return userCode
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, CODE_LENGTH + 1);
}

function readDetails({ details }: DeviceRow): DeviceDetails {
  return JSON.parse(details);
}
