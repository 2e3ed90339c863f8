import type { Static, TSchema } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorKind } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Caller } from '../../features/sessions/sessions.ts';
import type { Services } from '../../features/services.ts';

/** What an endpoint is given about a request from anybody. */
export interface PublicContext<Body = unknown, Query = unknown, Params = unknown> {
  services: Services;
  /** These three are validated against the endpoint's schemas. */
  body: Body;
  query: Query;
  params: Params;
  client: Client;
  /** Aborts when the client is gone before it has its answer. Made at its first use. */
  readonly signal: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The same for a request that carries a good access token. */
export interface SignedInContext<Body = unknown, Query = unknown, Params = unknown> extends PublicContext<
  Body,
  Query,
  Params
> {
  caller: Caller;
}

/** What an endpoint takes and answers. */
export interface Contract {
  summary: string;
  /** The group in the reference, where the path does not tell. */
  tag?: 'Operation';
  body?: TSchema;
  /** A request without a body then counts as one with an empty object. */
  bodyOptional?: true;
  query?: TSchema;
  params?: TSchema;
  /** Headers that mean something to this endpoint alone. Described, not checked. */
  headers?: TSchema;
  /** The schema of each success status. */
  response: Record<number, TSchema>;
  /** The kinds that this endpoint itself can answer with; what access and body bring along is added. */
  errors: readonly ErrorKind[];
  /**
   * Where the route's being there depends on its parameters or the settings. Asked first of all, for every method of the
   * path. @throws KeywardError `RouteNotFoundError`
   */
  assertExists?: (services: Services, params: unknown) => void;
  /** Monitors ask it every few seconds; only their failures are worth a line of the log. */
  probe?: true;
  /** Its answer can set cookies: in cookie mode foreign pages may not send to it. */
  issuesTokens?: true;
  /**
   * A live session of the account that comes with the request tells that its sender is who uses the account; without
   * one, nothing is refused.
   */
  takesSession?: true;
  /**
   * It ends the session, in cookie mode also for who has the refresh cookie only, and clears the cookies, also of a
   * session that has ended already.
   */
  signsOut?: true;
  /** Statuses that differ from the catalogue on this route. */
  errorStatus?: Partial<Record<ErrorKind, number>>;
}

/** One endpoint. `Context` tells whether it needs a signed-in caller. */
export interface Endpoint<Context extends PublicContext = PublicContext> extends Contract {
  /** Gives the body of the answer; its status is the first of `response`. */
  handle: (context: Context) => unknown;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A row of a routes table. Access stands here and nowhere else, and the types hold it to the endpoint:
 * one that needs a caller cannot be registered as public.
 */
export type Route = { method: Method; path: string } & (
  | { access: 'public' | 'mailbox'; endpoint: Endpoint }
  | { access: 'bearer' | 'superadmin' | 'superadmin-or-cookie'; endpoint: Endpoint<SignedInContext> }
);

type Schema = TSchema | undefined;
type Infer<S> = S extends TSchema ? Static<S> : undefined;

type Definition<Body, Query, Params extends Schema, Handle> = Omit<
  Contract,
  'body' | 'query' | 'params' | 'assertExists'
> & {
  body?: Body;
  query?: Query;
  params?: Params;
  assertExists?: (services: Services, params: Infer<Params>) => void;
  handle: Handle;
};

/** Defines an endpoint for anybody, with the types of its schemas. */
export function publicEndpoint<Body extends Schema, Query extends Schema, Params extends Schema>(
  endpoint: Definition<
    Body,
    Query,
    Params,
    (context: PublicContext<Infer<Body>, Infer<Query>, Infer<Params>>) => unknown
  >,
): Endpoint;
export function publicEndpoint(endpoint: Endpoint): Endpoint {
  return endpoint;
}

/** Defines an endpoint for signed-in callers, with the types of its schemas. */
export function signedInEndpoint<Body extends Schema, Query extends Schema, Params extends Schema>(
  endpoint: Definition<
    Body,
    Query,
    Params,
    (context: SignedInContext<Infer<Body>, Infer<Query>, Infer<Params>>) => unknown
  >,
): Endpoint<SignedInContext>;
export function signedInEndpoint(endpoint: Endpoint<SignedInContext>): Endpoint<SignedInContext> {
  return endpoint;
}
