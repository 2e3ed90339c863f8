import type { Api } from './api.ts';
import type { Confirm } from './arrivals.ts';
import type { FactorActs } from './factor-acts.ts';
import type { Redirect } from './redirects.ts';
import type { Listener, Session } from './sessions.ts';
import type { LogEvent, StreamOptions } from './stream.ts';
import type { LogRecord, Result } from './types.ts';

export interface StreamLog {
  (name: 'app', options?: StreamOptions): AsyncGenerator<Result<LogEvent<LogRecord>>, void, void>;
  (name: 'server', options?: StreamOptions): AsyncGenerator<Result<LogEvent<string>>, void, void>;
}

/** The key under which a client binds methods to a table of routes, for other entries of this package. */
export const BIND: unique symbol = Symbol('bind');

export interface KeywardClient extends Api, FactorActs {
  readonly [BIND]: (table: Table) => object;
  providers: Api['providers'] & {
    /**
     * Begins a sign-in at a provider. This browser has ten minutes to finish it, so call this when a button is pressed.
     * @param input.provider its slot, or `connection/` and the id that `discover` finds
     * @returns the address for the browser to go to
     */
    loginUrl: (input: { provider: string; frontend_url?: string }) => Promise<Result<string>>;
  };
  /**
   * Begins a sign-in at the service's own pages, and goes there. They lead back to `return_to`, where
   * `handleRedirect` finishes it: tokens are never in an address. This browser has ten minutes, so call this
   * when a button is pressed.
   * @returns the address, for programs without a page
   */
  signInWithPages: (options?: PagesOptions) => Promise<Result<string>>;
  logs: Api['logs'] & {
    /**
     * Follows a log: the last ten records, then each new one. Reconnects when the connection is lost. A final error is
     * the last item; nothing is thrown. `GET /log/{name}/stream`
     */
    stream: StreamLog;
  };
  /**
   * The session, with an access token that is valid for at least 30 s more if the service can be reached; null when
   * nobody is signed in. In cookie mode the first call asks the service.
   */
  getSession: () => Promise<Result<Session | null>>;
  /** Gets new tokens now. Other calls do so when necessary. `POST /auth/token/refresh` */
  refresh: () => Promise<Result<Session | null>>;
  /**
   * Calls the listener with the session soon, and at every change, in this tab or another one.
   * @returns a function that unsubscribes
   */
  onSessionChange: (listener: Listener) => () => void;
  /**
   * For the pages that the service redirects to, `/oauth/callback`, `/magic-link/callback`, `/magic-link/confirm`,
   * `/reset-password` and `/signup`: reads the address, cleans the address bar, and signs in with the session that the
   * redirect brings, if this browser began the sign-in. On other pages and without such a redirect, the answer is null
   * and nothing changes. A refusal of the service is the error. A `SecondFactorRequiredError` is for `answerChallenge`.
   */
  handleRedirect: (options?: RedirectOptions) => Promise<Result<Redirect | null>>;
}

export interface PagesOptions {
  /** A page of an allowed frontend that calls `handleRedirect`. Default: `/oauth/callback` of `frontendUrl` */
  return_to?: string;
  /** At most 512 characters that `handleRedirect` gives back: where the person was, for example */
  state?: string;
  /** Default: `signin` */
  page?: 'signin' | 'signup';
}

export interface RedirectOptions {
  /** Default: the page's address. Save it beforehand to try again after a `NetworkError` */
  href?: string;
  /**
   * Asks the person whether to sign in to this account, if nobody is signed in and this browser did not begin the
   * sign-in: the person opened a magic link in another browser, or somebody lures the person into a foreign account.
   * Default: no, which is an `UnexpectedSignInError`
   */
  confirm?: Confirm;
}

/** Routes by the name of their method. */
export interface Table {
  readonly [name: string]: string | Table;
}
