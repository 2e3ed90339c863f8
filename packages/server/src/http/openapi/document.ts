import type { TSchema } from 'typebox';
import { MAILBOX_KEY_HEADER } from '../wire/access.ts';
import type { Route } from '../wire/endpoint/route.ts';
import { CONSOLE_HEADER } from '../wire/cookies/request-cookies.ts';
import type { MountedRoute } from '../wire/mounted.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { ERROR_SCHEMAS, errorComponents, HEADER_COMPONENTS } from './errors.ts';
import { operation } from './operation.ts';
import { componentSchemas, isObject, type Json } from './schemas.ts';
import { tagsOf } from './tags.ts';
import { WEBHOOK_RESPONSES, webhooks } from './webhooks.ts';

export interface DocumentOptions {
  routes: readonly MountedRoute[];
  publicUrl: string;
  /** Path of the API. */
  prefix: string;
  /** Version of the program that answers. */
  program: string;
  accessCookie: string;
  refreshCookie: string;
  consoleCookie: string;
  /** This instance's names for the schemas with one of these formats. */
  names: Record<'provider' | 'section', readonly string[]>;
}

/** The version of the interface, which several versions of the program can serve. */
const INTERFACE_VERSION = '1.5.3';

/** The OpenAPI 3.1 document of the mounted routes and of the events, made from their tables. */
export function openApiDocument(options: DocumentOptions): Json {
  const { routes, publicUrl, prefix, program, names } = options;
  const schemas = { ...ERROR_SCHEMAS, ...componentSchemas() };
  const paths: Record<string, Json> = {};
  const described: Route[] = [];
  for (const { below, route } of routes) {
    const path = `${below}${route.path}`.replaceAll(/:(\w+)/g, '{$1}');
    const own = { ...named(route, names), path: below === prefix ? route.path : below + route.path };
    const item = (paths[path] ??= {});
    item[route.method.toLowerCase()] = operation(own, operationId(own), schemas);
    described.push(own);
  }
  const { responses, examples } = errorComponents(described);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Keyward',
      version: INTERFACE_VERSION,
      'x-keyward-version': program,
      summary: 'Accounts, passwords, sessions and tokens over HTTP',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This instance' }],
    tags: tagsOf(described),
    paths,
    webhooks: webhooks(schemas),
    components: {
      schemas,
      examples,
      responses: { ...responses, ...WEBHOOK_RESPONSES },
      headers: HEADER_COMPONENTS,
      securitySchemes: securitySchemes(options),
    },
  };
}

const DESCRIPTION = `Sign in first: \`POST login\` returns an access token. Send it as \`Authorization: Bearer …\`. In dual-token mode it also returns a refresh token, and in cookie mode tokens travel in cookies instead.

Bodies are JSON. Unknown fields are refused. Unknown query parameters are ignored, except by the log routes.

Every error has the same body, and \`error\` is one of a closed list; the OAuth endpoints answer the errors of their standards. Every path also answers \`OPTIONS\` with its methods, and other methods with 405 \`MethodNotAllowedError\`.`;

function securitySchemes({ accessCookie, refreshCookie, consoleCookie }: DocumentOptions): Json {
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The access_token that a sign-in returns.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'kw_live_…',
      description: 'A key that a superadmin makes for a program, with the scope that the operation names.',
    },
    accessCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: accessCookie,
      description:
        'In cookie mode, set by a sign-in. A write with it must come from the service itself or an allowed frontend.',
    },
    refreshCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: refreshCookie,
      description: 'In cookie mode with two tokens, set by a sign-in.',
    },
    consoleCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: consoleCookie,
      description: `Set by a sign-in with the header \`${CONSOLE_HEADER}: 1\`, which the console's pages send. It is accepted only on pages of the service itself; with that header, also for the account's own routes, for refreshing and for signing out.`,
    },
    portalToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'kw_portal_…',
      description: 'The part after `#` of the link to the portal of an organization.',
    },
    provisioning: {
      type: 'http',
      scheme: 'bearer',
      description: 'A provisioning token of a connection',
    },
    mailboxKey: {
      type: 'apiKey',
      in: 'header',
      name: MAILBOX_KEY_HEADER,
      description: 'The part after `#key=` of the address that the start and `keyward mailbox` print.',
    },
  };
}

/** The route, with this instance's names in its inputs. */
function named(route: Route, names: DocumentOptions['names']): Route {
  const filled = (schema: TSchema | undefined): TSchema | undefined =>
    schema && JSON.parse(JSON.stringify(schema), (_key, value: unknown) => withNames(value, names));
  const { params, query, body } = route.endpoint;
  return Object.assign({}, route, {
    endpoint: { ...route.endpoint, params: filled(params), query: filled(query), body: filled(body) },
  });
}

function withNames(value: unknown, names: DocumentOptions['names']): unknown {
  if (!isObject(value)) return value;
  const { format, ...rest } = value;
  return format === 'provider' || format === 'section' ? { ...rest, enum: names[format] } : value;
}

/** `POST /login/otp` is `postLoginOtp`, `DELETE /session/:id` is `deleteSessionById`, the page `/signup` `getSignupPage`. */
function operationId({ method, path, endpoint }: Route): string {
  const words = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  // A page may have the path of a list below the prefix.
  return method.toLowerCase() + words.join('') + (endpoint.response[200] === HtmlPage ? 'Page' : '');
}
