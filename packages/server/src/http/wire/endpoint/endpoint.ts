import type { Static, TSchema } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorKind } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { OAuthErrorCode } from '../../../features/oauth/oauth-error.ts';
import type { Caller } from '../../../features/audit/actors/caller.ts';
import type { Asker } from '../../../features/organizations/access.ts';
import type { Asking } from '../../../features/provisioning/provider.ts';
import type { ScimErrorCode } from '../../../features/provisioning/scim-error.ts';
import type { Actor } from '../../../features/audit/actors/actor.ts';
import type { Services } from '../../../services/services.ts';

/** The context of a public endpoint. */
export interface PublicContext<Body = unknown, Query = unknown, Params = unknown> {
  services: Services;
  /** These three have passed the endpoint's schemas. */
  body: Body;
  query: Query;
  params: Params;
  client: Client;
  /** The `Origin` of the request. */
  origin: string | undefined;
  /** Aborts if the client disconnects before its answer is written. Made at its first use. */
  readonly signal: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The context of an endpoint for requests with a valid access token. */
export interface SignedInContext<Body = unknown, Query = unknown, Params = unknown> extends PublicContext<
  Body,
  Query,
  Params
> {
  caller: Caller;
}

/** The context of an endpoint for administrators. */
export interface AdminContext<Body = unknown, Query = unknown, Params = unknown> extends PublicContext<
  Body,
  Query,
  Params
> {
  actor: Actor;
}

/** The context of an endpoint of organizations, for members and administrators. */
export interface OrganizationContext<Body = unknown, Query = unknown, Params = unknown> extends PublicContext<
  Body,
  Query,
  Params
> {
  asker: Asker;
}

/** The context of a provisioning endpoint, for the identity provider of an organization. */
export interface ProviderContext<Body = unknown, Query = unknown, Params = unknown> extends PublicContext<
  Body,
  Query,
  Params
> {
  asking: Asking;
}

/** The part of the context that calls of the host application also have. */
export type CallContext<Body = unknown, Query = unknown, Params = unknown> = WithoutRequest<
  AdminContext<Body, Query, Params>
>;
type WithoutRequest<Context extends PublicContext> = Omit<Context, 'request' | 'reply'>;

/** The inputs and answers of an endpoint. */
export interface Contract {
  summary: string;
  /** The group in the reference, if the path does not determine it. */
  tag?: 'Operation';
  body?: TSchema;
  /** The body is a form and arrives as `URLSearchParams`; the endpoint refuses JSON. Described, not checked. */
  form?: TSchema;
  /** The maximum size of the body in bytes; default: 64 KiB. */
  mostBytes?: number;
  /** A request without a body counts as one with an empty object. */
  bodyOptional?: true;
  query?: TSchema;
  params?: TSchema;
  /** Headers of this endpoint only. Described, not checked. */
  headers?: TSchema;
  /** The schema of each success status. */
  response: Record<number, TSchema>;
  /** The kinds that this endpoint itself can answer with; those of its access and its body are added. */
  errors: readonly ErrorKind[];
  /**
   * For a route whose existence depends on its parameters or the settings. Checked first, for every method of the
   * path.
   * @throws KeywardError `RouteNotFoundError`
   */
  assertExists?: (services: Services, params: unknown) => void;
  /**
   * Refuses strangers before the server reads their body. Only the path is checked already.
   * @returns the reply if it has answered
   */
  beforeBody?: (context: PublicContext) => Promise<FastifyReply | null>;
  /** Monitors poll this route, or each page loads many files with it, so the log records only its failures. */
  routine?: true;
  /**
   * The route asks for the captcha of the settings: `always` is checked before the endpoint runs. Otherwise the
   * features check it after failures.
   */
  captcha?: 'always' | 'after failures';
  /**
   * Whether it answers with tokens or a session's cookies, and where. If its answer sets cookies, foreign pages may not
   * send requests to a route with tokens in the body; a redirect is for a browser that comes from another site.
   */
  issuesTokens?: 'in the body' | 'in a redirect';
  /**
   * A live session of the account, sent along, shows that the sender is the account's user. The route works without
   * one.
   */
  takesSession?: true;
  /**
   * Ends the session and clears the cookies. For a session in cookies the refresh cookie alone is enough, and a session that has
   * already ended still loses its cookies.
   */
  signsOut?: true;
  /** Open to sessions whose account must prove its mailbox or enrol a second factor first. */
  restricted?: true;
  /** It checks its own limit (see `limits.ts`), because it answers a refusal in its own form. */
  limitsItself?: true;
  /**
   * The endpoint refuses in the form of the RFCs of OAuth, `error` and `error_description`: with these codes, and with
   * `invalid_request`.
   */
  oauthErrors?: readonly OAuthErrorCode[];
  /**
   * Bodies, answers and refusals have the media type and the form of SCIM (RFC 7644): these refusals, and those that any
   * route has.
   */
  scimErrors?: readonly ScimErrorCode[];
  /** Statuses of this route that differ from the catalogue. */
  errorStatus?: Partial<Record<ErrorKind, number>>;
}

/** One endpoint. `Context` says whether it needs a signed-in caller. */
export interface Endpoint<Context extends PublicContext = PublicContext> extends Contract {
  /** Returns the body of the answer; its status is the first of `response`. */
  handle: (context: Context) => unknown;
}

/** An endpoint that the host application can call without HTTP. */
export interface CallableEndpoint<Input = unknown, Output = unknown> extends Endpoint<AdminContext> {
  handle: (context: CallContext) => unknown;
  /** Exists only for the types: the fields of body, query and path together, and the body of the answer. */
  readonly typed?: { input: Input; output: Output };
}

/** An endpoint of organizations; the host application can call it, too. */
export interface OrganizationEndpoint<
  Input = unknown,
  Output = unknown,
> extends Endpoint<OrganizationContext> {
  handle: (context: WithoutRequest<OrganizationContext>) => unknown;
  /** Exists only for the types: see {@link CallableEndpoint}. */
  readonly typed?: { input: Input; output: Output };
}

type Schema = TSchema | undefined;
type Infer<S> = S extends TSchema ? Static<S> : undefined;

type Definition<Body, Query, Params extends Schema, Handle> = Omit<
  Contract,
  'body' | 'query' | 'params' | 'assertExists' | 'beforeBody'
> & {
  body?: Body;
  query?: Query;
  params?: Params;
  assertExists?: (services: Services, params: Infer<Params>) => void;
  beforeBody?: (context: PublicContext<unknown, unknown, Infer<Params>>) => Promise<FastifyReply | null>;
  handle: Handle;
};

/** Defines an endpoint for anybody, typed by its schemas. */
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

/** Defines an endpoint for signed-in callers, typed by its schemas. */
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

/** Defines an endpoint for the identity providers of organizations, typed by its schemas. */
export function providerEndpoint<Body extends Schema, Query extends Schema, Params extends Schema>(
  endpoint: Definition<
    Body,
    Query,
    Params,
    (context: ProviderContext<Infer<Body>, Infer<Query>, Infer<Params>>) => unknown
  >,
): Endpoint<ProviderContext>;
export function providerEndpoint(endpoint: Endpoint<ProviderContext>): Endpoint<ProviderContext> {
  return endpoint;
}

/** Defines an endpoint for administrators, typed by its schemas. */
export function adminEndpoint<Body extends Schema, Query extends Schema, Params extends Schema>(
  endpoint: Definition<
    Body,
    Query,
    Params,
    (context: AdminContext<Infer<Body>, Infer<Query>, Infer<Params>>) => unknown
  >,
): Endpoint<AdminContext>;
export function adminEndpoint(endpoint: Endpoint<AdminContext>): Endpoint<AdminContext> {
  return endpoint;
}

type Fields<S> = S extends TSchema ? Static<S> : unknown;

/** Defines an endpoint for members of organizations, administrators and the host application, typed by its schemas. */
export function organizationEndpoint<
  Body extends Schema,
  Query extends Schema,
  Params extends Schema,
  Response extends Record<number, TSchema>,
>(
  endpoint: Definition<
    Body,
    Query,
    Params,
    (context: WithoutRequest<OrganizationContext<Infer<Body>, Infer<Query>, Infer<Params>>>) => unknown
  > & { response: Response },
): OrganizationEndpoint<
  Fields<Body> & Fields<Query> & Fields<Params>,
  Static<Response[keyof Response & number]>
>;
export function organizationEndpoint(endpoint: OrganizationEndpoint): OrganizationEndpoint {
  return endpoint;
}

/** Defines an endpoint for administrators that the host application can call too. */
export function callableEndpoint<
  Body extends Schema,
  Query extends Schema,
  Params extends Schema,
  Response extends Record<number, TSchema>,
>(
  endpoint: Definition<
    Body,
    Query,
    Params,
    (context: CallContext<Infer<Body>, Infer<Query>, Infer<Params>>) => unknown
  > & { response: Response },
): CallableEndpoint<Fields<Body> & Fields<Query> & Fields<Params>, Static<Response[keyof Response & number]>>;
export function callableEndpoint(endpoint: CallableEndpoint): CallableEndpoint {
  return endpoint;
}
