import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Verifier } from '@keyward/client/verify';

interface Invoice {
  number: number;
  customer: string;
  amount: number;
}

/** What each request needs in the organization that its token names. */
const PERMISSIONS: Record<string, string> = {
  'GET /api/invoices': 'invoices:read',
  'POST /api/invoices': 'invoices:write',
};

/** The invoices of each organization. A database would have the id of the organization in each row. */
export function invoicesApi(verifier: Verifier): RequestListener {
  const invoices = new Map<string, Invoice[]>();

  async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const permission = PERMISSIONS[`${request.method} ${request.url}`];
    if (permission === undefined) return [404, { message: 'There is no such path.' }];
    const { data: claims, error } = await verifier.verify(request.headers.authorization, { permission });
    if (error !== null) return [error.status, { error: error.kind, message: error.message }];
    // Never from the request: nobody reaches another organization by naming it.
    const organization = claims.org?.id ?? '';
    const own = invoices.get(organization) ?? [];
    if (request.method === 'GET') return [200, own];
    const { customer, amount } = Object(await json(request));
    const invoice = { number: own.length + 1, customer: String(customer), amount: Number(amount) };
    invoices.set(organization, [...own, invoice]);
    return [201, invoice];
  }

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, body] = await answer(request).catch(() => [400, { message: 'Send JSON.' }] as const);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }
  return (request, response) => void reply(request, response);
}
