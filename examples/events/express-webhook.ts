import express from 'express';
import { verifyWebhook, WebhookVerificationError } from '@keyward/client/webhooks';

/** In production: a table of your database, in the transaction of what the event causes. */
const handled = new Set<string>();

export const app = express();

// The raw body, because the result of express.json() can no longer be verified.
app.post('/webhooks/keyward', express.raw({ type: 'application/json' }), async (request, response) => {
  try {
    const event = await verifyWebhook(request, process.env['WEBHOOK_SECRET'] ?? '');
    if (!handled.has(event.id)) {
      if (event.type === 'account.created') console.log(`Hello ${event.data.account.name}`);
      if (event.type === 'session.ended')
        console.log(`Session ${event.data.session.id}: ${event.data.reason}`);
      handled.add(event.id);
    }
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.status(400).send(error.reason);
  }
});
