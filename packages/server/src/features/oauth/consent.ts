import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { OAuthRequestRow } from '../../store/engine/schema.ts';
import type { Caller } from '../audit/actors/caller.ts';
import type { Recent } from '../audit/actors/recent.ts';
import { isVouched } from '../identity/sessions/recent-authentication.ts';
import type { Settings } from '../settings/settings.ts';
import type { Authorize } from './authorize.ts';
import type { Outcome } from './outcomes.ts';
import type { AuthorizationRequest, ReadRequest } from './authorization-request.ts';
import { givableIn } from './grants.ts';
import { OAuthError } from './oauth-error.ts';
import { hostOf, isOnDevice } from './redirect-uris.ts';
import { describeScope } from './scopes.ts';
import { sha256 } from './tokens.ts';
import { type Application, isPublic } from './application.ts';

/** A request as a page shows it. */
export interface ShownRequest {
  application: Application;
  redirectHost: string;
  loopbackOnly: boolean;
  scopes: { name: string; description: string }[];
  resources: { url: string; name: string }[];
  /** Whether the session's authentication is too old or too weak for it. */
  reauthenticate: boolean;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * Requests that wait for a person's decision.
 * @throws KeywardError `AuthorizationRequestNotFoundError` from every method
 */
export interface Consents {
  show(id: string, browser: string | undefined, caller: Caller): Promise<ShownRequest>;
  /**
   * @returns the next address of the browser
   * @throws KeywardError `ReauthenticationRequiredError`, which leaves the request open
   */
  answer(
    id: string,
    browser: string | undefined,
    caller: Caller,
    client: Client,
    answer: { allow: boolean; scopes: readonly string[] | undefined },
  ): Promise<string>;
}

export function createConsents(deps: {
  store: Store;
  settings: Settings;
  authorize: Authorize;
  read: ReadRequest;
  recent: Recent;
  clock: Clock;
}): Consents {
  const { store, settings, authorize, read, recent, clock } = deps;

  const keyOf = (id: string, browser: string | undefined) => ({
    id_hash: sha256(id),
    browser_hash: sha256(browser ?? ''),
  });

  async function found(
    id: string,
    browser: string | undefined,
  ): Promise<{ row: OAuthRequestRow; request: AuthorizationRequest }> {
    const row =
      browser === undefined ? null : await store.oauthRequests.find(keyOf(id, browser), clock.now());
    if (row === null) throw notFound();
    // Read again, because the application may have changed since.
    const request = await read(new URLSearchParams(row.parameters), null).catch(() => null);
    if (request === null) throw notFound();
    return { row, request };
  }

  return {
    async show(id, browser, caller) {
      const { row, request } = await found(id, browser);
      const { oauth } = settings.current;
      const { application, redirectUri, resources } = request;
      return {
        application,
        redirectHost: hostOf(redirectUri),
        loopbackOnly: isPublic(application) && isOnDevice(redirectUri),
        scopes: givableIn(caller.row, authorize.askedOf(request)).map((scope) => describeScope(scope, oauth)),
        resources: resources.map((url) => ({ url, name: oauth.resources[url]?.name ?? url })),
        reauthenticate:
          !authorize.isProven(request, caller.row, row.created_at) ||
          (authorize.isAdministration(request) && !recent.is(caller)),
        expiresAt: row.expires_at,
      };
    },

    async answer(id, browser, caller, client, { allow, scopes }) {
      const { row, request } = await found(id, browser);
      const { application, resources, subject } = request;
      const key = keyOf(id, browser);
      const go = (outcome: Outcome) => authorize.toAddress(request, outcome, browser ?? '');
      const take = async ({ oauthRequests }: Pick<Tables, 'oauthRequests'> = store) => {
        if ((await oauthRequests.take(key, clock.now())) === null) throw notFound();
      };
      if (!allow) {
        await take();
        return go(authorize.refuse(request, 'access_denied', 'The person did not allow it.'));
      }
      if (request.needsTwo && caller.row.account__second_factors === 0)
        throw new KeywardError('ReauthenticationRequiredError', {
          message: 'This application asks for a second factor, and the account has none: add one first.',
          details: { methods: [] },
        });
      if (!authorize.isProven(request, caller.row, row.created_at))
        throw new KeywardError('ReauthenticationRequiredError', {
          message: 'This application asks for a recent proof of who you are: see /account/reauthenticate.',
          details: { methods: await recent.methods(caller) },
        });
      if (authorize.isAdministration(request)) await recent.assert(caller);
      if (subject !== null && subject !== caller.row.account__uid) {
        await take();
        return go(authorize.refuse(request, 'login_required', 'Another account is signed in.'));
      }
      const asked = authorize.askedOf(request);
      const agreed = scopes === undefined ? asked : asked.filter((scope) => scopes.includes(scope));
      const outcome = await authorize
        .grant(request, caller.row, agreed, client, async (tables) => {
          await take(tables);
          // The page has only identified the person, or a connection speaks for the person, for this time only.
          if (application.first_party === 1 || isVouched(caller.row)) return;
          for (const resource of resources.length === 0 ? [''] : resources)
            await tables.grants.consent({
              account_id: caller.row.account_id,
              application_id: application.id,
              resource,
              scopes: agreed.join(' '),
              granted_at: clock.now(),
            });
        })
        .catch(async (error: unknown) => {
          // The session has ended meanwhile.
          if (!(error instanceof OAuthError)) throw error;
          await take();
          return authorize.refuse(request, error.code, error.message);
        });
      return go(outcome);
    },
  };
}

function notFound(): KeywardError {
  return new KeywardError('AuthorizationRequestNotFoundError');
}
