import { canonicalAddress } from '../../../lib/address.ts';
import type { Client } from '../../../lib/client.ts';
import type { AppEntry } from './entries.ts';

/** The facts that a record holds about the sender of the request. */
export type ClientFacts = Pick<Client, 'ipAddress' | 'userAgent' | 'requestId' | 'method' | 'path'>;

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const METHOD = /^[A-Z-]{1,20}$/;

/**
 * The facts in the form of a record. They are written unescaped, so values in another form, which a host may provide,
 * are left out.
 */
export function factsOf(
  client: ClientFacts | undefined,
): Omit<AppEntry, 'at' | 'level' | 'event' | 'message' | 'accountId' | 'sessionId' | 'metadata'> {
  return {
    requestId: client !== undefined && REQUEST_ID.test(client.requestId) ? client.requestId : null,
    method: client !== undefined && METHOD.test(client.method) ? client.method : null,
    path: client?.path ?? null,
    pathIsOurs: false,
    statusCode: null,
    clientIp: client === undefined ? null : canonicalAddress(client.ipAddress),
    userAgent: client?.userAgent ?? null,
    durationMs: null,
  };
}
