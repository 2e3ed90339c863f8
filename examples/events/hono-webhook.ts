import { Hono } from 'hono';
import { verifyWebhook, WebhookVerificationError } from '@keyward/client/webhooks';

/** In production: a table of your database, in the transaction of what the event causes. */
const handled = new Set<string>();

export const app = new Hono();

app.post('/webhooks/keyward', async (c) => {
  try {
    const event = await verifyWebhook(c.req.raw, process.env['WEBHOOK_SECRET'] ?? '');
    if (!handled.has(event.id)) {
      if (event.type === 'account.created') console.log(`Hello ${event.data.account.name}`);
      handled.add(event.id);
    }
    return c.body(null, 204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return c.text(error.reason, 400);
  }
});
