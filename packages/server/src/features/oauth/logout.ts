import type { Clock } from '../../lib/clock.ts';
import type { Client } from '../../lib/client.ts';
import type { Store } from '../../store/database.ts';
import type { LogoutRow } from '../../store/engine/schema.ts';
import type { SessionWithAccount } from '../../store/tables/session-accounts.ts';
import { byCaller } from '../audit/events/origin.ts';
import type { Sender } from '../delivery/webhooks/sender.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import type { Settings } from '../settings/settings.ts';
import { type Application, readApplication } from './application.ts';
import type { Clients } from './clients.ts';
import { OAuthError } from './oauth-error.ts';
import type { Parameters } from './parameters.ts';
import { isRegistered } from './redirect-uris.ts';
import { type OAuthTokens, randomName } from './tokens.ts';

/** The outcome of a logout request (OpenID Connect RP-Initiated Logout 1.0). */
export type LogoutOutcome =
  /** A page asks the person first, because the request does not prove that it comes from the application. */
  | { kind: 'ask' }
  /** @param redirect the next address of the browser; null: a page confirms the logout @param ended a session */
  | { kind: 'done'; redirect: string | null; ended: number | null };

export interface Logout {
  /**
   * @param session of the browser; null if it is unknown
   * @param confirmed whether the person has confirmed on the service's page
   * @throws OAuthError for an address that the application has not registered
   */
  request(
    parameters: Parameters,
    session: SessionWithAccount | null,
    client: Client,
    confirmed: boolean,
  ): Promise<LogoutOutcome>;
  /** Notifies applications of sessions that have ended (OpenID Connect Back-Channel Logout 1.0). */
  tell(): Promise<void>;
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TRIES = 3;
const AT_ONCE = 20;
/**
 * The maximum number of applications that are told at a time: of administrators, and of others, because anybody can
 * register some that do not answer.
 */
const MOST_APPLICATIONS = { created: 100, others: 50 };
const AGAIN_MS = 1_000;
/** After this time, another instance takes over from one that has died. */
const CLAIM_MS = 10_000;
const LIFE_S = 120;

export function createLogout(deps: {
  store: Store;
  sessions: Sessions;
  settings: Settings;
  clients: Clients;
  tokens: OAuthTokens;
  sender: Sender;
  clock: Clock;
}): Logout {
  const { store, sessions, settings, clients, tokens, sender, clock } = deps;

  /** The applications that are being told. A slow one waits for itself, and not the others for it. */
  const busy = { created: new Set<number>(), others: new Set<number>() };

  async function tellOne(
    { id, sid, subject, attempts }: LogoutRow,
    application: Application | null,
  ): Promise<void> {
    const url = application?.details.backchannel_logout_uri;
    if (application === null || url === null || url === undefined) return store.oauthLogouts.delete(id);
    const at = Math.floor(clock.now() / 1000);
    const token = await tokens.sign(
      'logout+jwt',
      {
        aud: application.client_id,
        sub: subject,
        sid,
        iat: at,
        exp: at + LIFE_S,
        jti: randomName(),
        events: { [LOGOUT_EVENT]: {} },
      },
      application.details.signing_algorithm ?? settings.current.oauth.signing_algorithm,
    );
    const { error } = await sender.post(
      url,
      { 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ logout_token: token }).toString(),
    );
    if (error === null || attempts >= TRIES) await store.oauthLogouts.delete(id);
    else await store.oauthLogouts.retry(id, clock.now() + AGAIN_MS);
  }

  async function tellAll(id: number, notices: readonly LogoutRow[]): Promise<void> {
    const row = await store.applications.byId(id);
    const application = row === null ? null : readApplication(row);
    await Promise.all(notices.map((notice) => tellOne(notice, application)));
  }

  return {
    async request(parameters, session, client, confirmed) {
      const hint = parameters.get('id_token_hint');
      const claims = hint === undefined ? null : await tokens.verify('JWT', hint, true);
      const named = parameters.get('client_id');
      const audience = typeof claims?.aud === 'string' ? claims.aud : undefined;
      if (claims !== null && named !== undefined && named !== audience)
        throw new OAuthError('invalid_request', 'The id_token_hint is of another application.');
      const target = parameters.get('post_logout_redirect_uri');
      if (target !== undefined) {
        const application = await clients.find(audience ?? named ?? '', client.ipAddress);
        if (application === null || !isRegistered(target, application.details.post_logout_redirect_uris))
          throw new OAuthError(
            'invalid_request',
            'The post_logout_redirect_uri is not one of this application. Its developer compares it with the addresses after a logout, letter by letter, or adds it there.',
          );
      }
      const ofHint = claims === null ? null : await sessions.live(Number(claims['sid'] ?? 0));
      const hinted = ofHint?.account__uid === claims?.sub ? ofHint : null;
      // Also if no session is found, because browsers do not send cookies with some requests from other sites.
      if (claims === null && !confirmed) return { kind: 'ask' };
      const ending = claims === null ? session : hinted;
      if (ending !== null) await sessions.end(ending, 'logout', byCaller({ row: ending }, client));
      const ended = ending?.id ?? null;
      if (target === undefined) return { kind: 'done', redirect: null, ended };
      const url = new URL(target);
      const state = parameters.get('state');
      if (state !== undefined) url.searchParams.set('state', state);
      return { kind: 'done', redirect: url.href, ended };
    },

    async tell() {
      const telling: Promise<unknown>[] = [];
      for (const whose of ['created', 'others'] as const)
        while (busy[whose].size < MOST_APPLICATIONS[whose]) {
          const now = clock.now();
          const of = { created: whose === 'created', except: [...busy[whose]] };
          const due = await store.oauthLogouts.claim(now, now + CLAIM_MS, AT_ONCE, of);
          if (due.length === 0) break;
          for (const [id, notices] of Map.groupBy(due, ({ application_id }) => application_id)) {
            busy[whose].add(id);
            const work = tellAll(id, notices).finally(() => busy[whose].delete(id));
            // It may fail before it is awaited below.
            work.catch(() => {});
            telling.push(work);
          }
        }
      await Promise.all(telling);
    },
  };
}
