import type { FastifyReply, FastifyRequest } from 'fastify';
import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import { canonicalAddress } from '../../lib/address.ts';
import type { Caller } from '../../features/audit/actors/caller.ts';
import { type Actor, keyActor, superadminActor } from '../../features/audit/actors/actor.ts';
import { actorAsks, type Asker, callerAsks, portalAsks } from '../../features/organizations/access.ts';
import type { Asking } from '../../features/provisioning/provider.ts';
import type { Services } from '../../services/services.ts';
import { browserCookie } from './cookies/browser-cookie.ts';
import type {
  AdminContext,
  OrganizationContext,
  ProviderContext,
  PublicContext,
  SignedInContext,
} from './endpoint/endpoint.ts';
import { requestPath } from './request-path.ts';

/** Longer user agents are cut. */
const MAX_USER_AGENT_LENGTH = 512;

/**
 * A class because of its accessor. An accessor in an object literal gives every object a new hidden class, so
 * its code is never optimised, and it holds the request until the next full collection.
 */
export class Context implements PublicContext {
  readonly services: Services;
  readonly body: unknown;
  readonly query: unknown;
  readonly params: unknown;
  readonly client: Client;
  readonly origin: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;

  constructor(
    services: Services,
    request: FastifyRequest,
    reply: FastifyReply,
    params: unknown = request.params,
  ) {
    this.services = services;
    this.body = request.body;
    this.query = request.query;
    this.params = params;
    this.client = {
      ipAddress: canonicalAddress(request.ip),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
      languages: request.headers['accept-language'] ?? '',
      origin: request.headers.origin,
      browser: browserCookie(request, services),
      requestId: request.id,
      method: request.method,
      path: requestPath(request.url),
    };
    this.origin = request.headers.origin;
    this.request = request;
    this.reply = reply;
  }

  get signal(): AbortSignal {
    return goneSignal(this.reply);
  }
}

export class CallerContext extends Context implements SignedInContext {
  readonly caller: Caller;

  constructor(services: Services, request: FastifyRequest, reply: FastifyReply) {
    super(services, request, reply);
    if (request.caller === null) throw new KeywardError('TokenMissingError');
    this.caller = request.caller;
  }
}

export class ActorContext extends Context implements AdminContext {
  get actor(): Actor {
    const { caller, apiKey } = this.request;
    if (apiKey !== null) return keyActor(apiKey, this.client, this.signal);
    if (caller === null) throw new KeywardError('TokenMissingError');
    return superadminActor(caller, this.client, this.signal);
  }
}

export class AskerContext extends Context implements OrganizationContext {
  readonly asker: Asker;

  constructor(services: Services, request: FastifyRequest, reply: FastifyReply, asked: Asker['asked']) {
    super(services, request, reply);
    const { caller, apiKey } = request;
    if (apiKey === null && caller === null) throw new KeywardError('TokenMissingError');
    this.asker =
      caller === null || apiKey !== null
        ? actorAsks(new ActorContext(services, request, reply).actor, asked)
        : callerAsks(caller, this.client, asked, this.signal);
  }
}

/** The organization of the portal replaces the one in the path. */
export class PortalContext extends Context implements OrganizationContext {
  readonly asker: Asker;

  constructor(services: Services, request: FastifyRequest, reply: FastifyReply) {
    const { portal } = request;
    if (portal === null) throw new KeywardError('TokenMissingError');
    super(services, request, reply, { ...Object(request.params), id: portal.organization.uid });
    this.asker = portalAsks(portal.row, this.client);
  }
}

export class AskingContext extends Context implements ProviderContext {
  readonly asking: Asking;

  constructor(services: Services, request: FastifyRequest, reply: FastifyReply) {
    super(services, request, reply);
    if (request.provider === null) throw new Error('no provider was authenticated');
    this.asking = { ...request.provider, client: this.client };
  }
}

/** Aborts if the connection closes before the answer is written. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
