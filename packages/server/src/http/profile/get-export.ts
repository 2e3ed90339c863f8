import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import type { Services } from '../../services/services.ts';
import type { EventBody } from '../../features/audit/events/event-types.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { HeldSchema, heldAbout } from './held-about.ts';

export const getExport = signedInEndpoint({
  summary: 'All data about your account, as one JSON document without secrets',
  response: {
    200: Type.Object({
      ...HeldSchema.properties,
      events: Type.Array(Type.Unknown(), { description: 'The events about the account, oldest first' }),
    }),
  },
  errors: ['RateLimitedError', 'ServiceUnavailableError'],
  async handle({ services, caller, client, request, reply }) {
    reply.type('application/json; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="account.json"');
    if (request.method === 'HEAD') return reply.send();
    const account = await services.store.accounts.find('id', caller.row.account_id);
    if (account === null) throw new KeywardError('SessionDestroyedError');
    await services.ownerRights.beginExport(caller, client);
    const held = JSON.stringify(await heldAbout(services, account));
    // Read before the status is sent, because an unavailable database has its own status.
    const first = await eventsAfter(services, account.id, null);
    return reply.send(
      Readable.from(
        (async function* () {
          yield `${held.slice(0, -1)},"events":[`;
          let separator = '';
          for (let page = first; ; page = await eventsAfter(services, account.id, page.position)) {
            for (const event of page.events) {
              yield separator + JSON.stringify(presentTo(account.id, event));
              separator = ',';
            }
            if (!page.hasMore) break;
          }
          yield ']}';
        })(),
        { objectMode: false },
      ),
    );
  },
});

/** A part of the events about an account: they may be many. */
function eventsAfter({ auditLog }: Services, accountId: number, after: number | null) {
  const anything = {
    types: null,
    actor: null,
    ipAddress: null,
    organization: null,
    words: null,
    since: null,
    until: null,
  };
  return auditLog.feed.page({ filter: { ...anything, accountId }, after, descending: false, limit: 100 });
}

/** The identity and the address of other actors are not the owner's data. */
function presentTo(accountId: number, { data, ...event }: EventBody) {
  const { actor } = data;
  const isOwn = actor === null || (actor.id === accountId && OWNERS.has(actor.type));
  return {
    ...event,
    data: isOwn
      ? data
      : { ...data, actor: { type: actor.type, id: null, name: null }, client: null, request_id: null },
  };
}

const OWNERS: ReadonlySet<string> = new Set(['account', 'superadmin']);
