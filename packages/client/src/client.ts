import { type Account, type Api, ROUTES, type TokenResponse } from './api.ts';
import { asKeywardError, failed, ok } from './errors.ts';
import { arrive, type Arriving } from './arrivals.ts';
import { createBegun } from './begun.ts';
import type { FactorActs } from './factor-acts.ts';
import { BIND, type KeywardClient, type RedirectOptions, type Table } from './keyward-client.ts';
import { page } from './page.ts';
import { cleanAddress, readRedirect, type Redirect } from './redirects.ts';
import { createSessions, type Session, sessionOf } from './sessions.ts';
import type { LogEvent, StreamOptions } from './stream.ts';
import { answerOf, createTransport, type Input, type OpenOptions } from './transport.ts';
import type { CallOptions, ClientOptions, LogRecord, Result } from './types.ts';

/** A token with less time left is replaced before it is used. */
const MARGIN_MS = 30_000;

/** Opens a route that streams. An error of the service is the answer's; nothing is thrown. */
export type Open = (spec: string, input: Input, connection: OpenOptions) => Promise<Result<Response>>;

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
    const { follow, recordOf } = await import('./stream.ts');
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
          const challenge = await begun.challenge();
          const query = new URLSearchParams({
            frontend_url,
            ...(challenge && { code_challenge: challenge }),
          });
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
