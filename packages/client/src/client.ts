import { type Account, type Api, ROUTES, type TokenResponse } from './api.ts';
import { asKeywardError, failed, ok } from './errors.ts';
import { arrive, type Arriving, type Confirm } from './arrivals.ts';
import { createBegun } from './begun.ts';
import type { FactorActs } from './factor-acts.ts';
import { page } from './page.ts';
import { cleanAddress, readRedirect, type Redirect } from './redirects.ts';
import { createSessions, type Listener, type Session, sessionOf } from './sessions.ts';
import type { LogEvent, StreamOptions } from './stream.ts';
import { answerOf, createTransport, type Input, type OpenOptions } from './transport.ts';
import type { CallOptions, ClientOptions, LogRecord, Result } from './types.ts';

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

/** A token with less time left is replaced before it is used. */
const MARGIN_MS = 30_000;

/** Opens a route that streams. An error of the service is the answer's; nothing is thrown. */
export type Open = (spec: string, input: Input, connection: OpenOptions) => Promise<Result<Response>>;

interface Table {
  readonly [name: string]: string | Table;
}

/** A client of one service. It may live as long as the page or the process. @throws TypeError for an invalid `url` */
export function createClient(options: ClientOptions): KeywardClient {
  return connect(options)[0];
}

/**
 * A client, and functions that bind more methods to its session: from a table of routes, and for routes that stream.
 */
export function connect(
  options: ClientOptions,
): [client: KeywardClient, bind: (table: Table) => object, open: Open] {
  const transport = createTransport(options);
  const sessions = createSessions(options, transport);
  const begun = createBegun(options);
  const cookies = options.storage === 'cookies';
  let asked = !cookies;
  let handling: Promise<Result<Redirect | null>> | undefined;

  async function fresh(): Promise<Result<Session | null>> {
    const session = await sessions.read();
    if (!session?.refresh_token || (session.expires_at ?? 0) - Date.now() > MARGIN_MS) return ok(session);
    const renewed = await sessions.refresh(session);
    const answered = !renewed.error || renewed.error.status === 401;
    // The old token may still be valid when the service could not give a new one.
    return answered ? renewed : ok(session);
  }

  async function authorized<Data>(perform: (token?: string) => Promise<Result<Data>>): Promise<Result<Data>> {
    const { data: session, error: ended } = await fresh();
    if (ended) return failed(ended);
    const token = session?.access_token;
    const renewals = sessions.renewals();
    const result = await perform(token);
    const kind = result.error?.kind;
    // Browsers do not send an expired cookie.
    if (kind === 'TokenExpiredError' || (cookies && kind === 'TokenMissingError')) {
      // A cookie cannot be compared: another call may have renewed it since this one was sent.
      const { data, error } =
        renewals === sessions.renewals() ? await sessions.refresh(session) : ok(await sessions.read());
      if (error && error.status !== 401) return failed(error);
      // Not with the token of another person who has signed in since.
      const renewed = data?.access_token !== token && data?.account.id === session?.account.id;
      if (!error && (cookies || renewed)) return perform(data?.access_token);
    }
    // If no account was signed in before, another tab has signed in since: with cookies there are no tokens to compare.
    if (session && kind && /Token|SessionDestroyed/.test(kind))
      await sessions.update((current) => (current?.access_token === token ? null : current));
    return result;
  }

  async function send(spec: string, input?: Input, callOptions?: CallOptions): Promise<Result<unknown>> {
    return caught(async () => {
      const { frontendUrl } = options;
      const mails = spec.includes('send');
      let named =
        frontendUrl && (mails || spec.includes('oauth/link/'))
          ? { frontend_url: frontendUrl, ...input }
          : input;
      if (mails && input?.['purpose'] === 'login')
        named = { ...named, code_challenge: await begun.mail(String(input['email'])) };
      const perform = async (token?: string) => {
        // The route changes the active organization, so it needs the refresh token.
        const held = spec.endsWith('token/organization') ? (await sessions.read())?.refresh_token : undefined;
        return transport.call(spec, held ? { refresh_token: held, ...named } : named, callOptions, token);
      };
      // The session proves that the person who uses the code already uses the account, so the proof removes nothing.
      const own = spec.startsWith('?') ? (await fresh()).data?.access_token : undefined;
      const result = await (spec.startsWith('+') ? authorized(perform) : perform(own));
      const { data } = result;
      if (isTokens(data)) await sessions.update(() => sessionOf(data));
      return result;
    });
  }

  const open: Open = (spec, input, connection) =>
    caught(() =>
      authorized(async (token) => {
        const response = await transport.open(spec, input, connection, token);
        return response.ok ? ok(response) : answerOf(response);
      }),
    );

  const bind = (table: Table): object =>
    Object.fromEntries(
      Object.entries(table).map(([name, spec]) => [
        name,
        typeof spec === 'string'
          ? (input?: Input, callOptions?: CallOptions) => send(spec, input, callOptions)
          : bind(spec),
      ]),
    );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are made from the same routes, in one file
  const api = bind(ROUTES) as Api;

  /** A method that also processes its answer. */
  const then =
    <Args extends unknown[], Data>(
      method: (...args: Args) => Promise<Result<Data>>,
      act: (result: Result<Data>) => Promise<void>,
    ) =>
    (...args: Args) =>
      caught(async () => {
        const result = await method(...args);
        await act(result);
        return result;
      });

  async function know({ data }: Result<Account | { account: Account }>): Promise<void> {
    const account = data && 'account' in data ? data.account : data;
    await sessions.update((current) =>
      account && (cookies || current?.account.id === account.id)
        ? { token_type: 'Cookie', ...current, account }
        : current,
    );
  }

  async function forget({ error }: Result<unknown>): Promise<void> {
    // A sign-out takes effect here even offline, but only the service can remove cookies.
    if (!cookies || !error || error.status === 401) await sessions.update(() => null);
  }

  const me = then(api.me, know);
  const arriving: Arriving = { transport, sessions, begun, check: me };

  // Few pages need these when they load.
  const acts = async (): Promise<FactorActs> =>
    (await import('./factor-acts.ts')).createFactorActs(bind, arriving);

  async function redirected({
    href = page.location?.href ?? '',
    confirm,
  }: RedirectOptions): Promise<Result<Redirect | null>> {
    const found = readRedirect(href);
    if (!found) return ok(null);
    cleanAddress(href);
    const { data: brought, error } = found;
    if (error) return failed(error);
    if ('page' in brought) return ok(brought);
    const session = await arrive(brought, confirm, arriving);
    const { state } = brought;
    return ok({ page: 'oauth/callback', session, ...(state !== undefined && { state }) });
  }

  const getSession = (): Promise<Result<Session | null>> =>
    caught(async () => {
      const { data } = await fresh();
      if (data || asked) return ok(data);
      const { error } = await me();
      if (error && error.status !== 401) return failed(error);
      asked = true;
      return ok(await sessions.read());
    });

  function stream(name: 'app', options?: StreamOptions): AsyncGenerator<Result<LogEvent<LogRecord>>>;
  function stream(name: 'server', options?: StreamOptions): AsyncGenerator<Result<LogEvent<string>>>;
  async function* stream(name: string, streamOptions: StreamOptions = {}) {
    const { follow } = await import('./stream.ts');
    yield* follow<LogRecord | string>(
      (connection) => open('GET /log/:name/stream', { name }, connection),
      name === 'app' ? recordOf : String,
      streamOptions,
    );
  }

  const frontend = () => options.frontendUrl ?? page.location?.origin ?? '';

  const client: KeywardClient = {
    ...api,
    [BIND]: bind,
    me,
    updateMe: then(api.updateMe, know),
    updatePicture: then(api.updatePicture, know),
    logout: then(api.logout, forget),
    logoutAll: then(api.logoutAll, forget),
    providers: {
      ...api.providers,
      loginUrl: ({ provider, frontend_url = frontend() }) =>
        caught(async () => {
          const query = new URLSearchParams({ frontend_url });
          const challenge = await begun.challenge();
          if (challenge) query.set('code_challenge', challenge);
          return ok(transport.address(`${encodeURI(provider)}/login?${query}`));
        }),
    },
    signInWithPages: ({ return_to = `${frontend()}/oauth/callback`, state, page: start = 'signin' } = {}) =>
      caught(async () => {
        const challenge = await begun.challenge();
        if (!challenge) throw new TypeError('The pages need https or localhost');
        const query = new URLSearchParams({
          return_to,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...(state !== undefined && { state }),
        });
        const address = transport.address(`/${start}?${query}`);
        page.location?.assign?.(address);
        return ok(address);
      }),
    logs: {
      ...api.logs,
      stream,
    },
    getSession,
    refresh: () => caught(async () => sessions.refresh(await sessions.read())),
    onSessionChange(listener) {
      sessions.listeners.set(listener, undefined);
      void then(getSession, async ({ error }) => (error ? undefined : sessions.tell()))();
      return () => void sessions.listeners.delete(listener);
    },
    signInWithPasskey: (...input) => caught(async () => (await acts()).signInWithPasskey(...input)),
    addPasskey: (...input) => caught(async () => (await acts()).addPasskey(...input)),
    answerChallenge: (...input) => caught(async () => (await acts()).answerChallenge(...input)),
    reauthenticate: (...input) => caught(async () => (await acts()).reauthenticate(...input)),
    // One at a time: a page that calls this twice, as in React's strict mode, must not spend a code twice.
    handleRedirect: (redirectOptions = {}) =>
      (handling ??= caught(() => redirected(redirectOptions)).finally(() => (handling = undefined))),
  };

  return [client, bind, open];
}

/** Turns anything thrown into an answer. */
async function caught<Data>(work: () => Promise<Result<Data>>): Promise<Result<Data>> {
  try {
    return await work();
  } catch (thrown) {
    return failed(asKeywardError(thrown));
  }
}

function isTokens(data: unknown): data is TokenResponse {
  return 'token_type' in Object(data);
}

/** Another program wrote a line that is not JSON. */
function recordOf(line: string): LogRecord {
  try {
    return JSON.parse(line);
  } catch {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the comment of `raw` says
    return { raw: line } as LogRecord;
  }
}
