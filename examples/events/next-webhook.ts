// app/webhooks/keyward/route.ts
import { verifyWebhook, WebhookVerificationError } from '@keyward/client/webhooks';

/** In production: a table of your database, in the transaction of what the event causes. */
const handled = new Set<string>();

export async function POST(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook(request, process.env['WEBHOOK_SECRET'] ?? '');
    if (!handled.has(event.id)) {
      if (event.type === 'account.created') console.log(`Hello ${event.data.account.name}`);
      handled.add(event.id);
    }
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.reason, { status: 400 });
  }
}
