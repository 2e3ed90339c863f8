import type { Route } from '../wire/endpoint/route.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getDeliveries } from './get-deliveries.ts';
import { getWebhook } from './get-webhook.ts';
import { getWebhooks } from './get-webhooks.ts';
import { patchWebhook } from './patch-webhook.ts';
import { postReplay } from './post-replay.ts';
import { postRetry } from './post-retry.ts';
import { postSecret } from './post-secret.ts';
import { postTest } from './post-test.ts';
import { postWebhook } from './post-webhook.ts';

/** The address decides where every event goes, and the secret who can forge one, so changes need a recent proof. */
export const webhookRoutes: readonly Route[] = [
  { method: 'GET', path: '/webhook', access: 'superadmin', scope: 'webhooks:read', endpoint: getWebhooks },
  {
    method: 'POST',
    path: '/webhook',
    access: 'superadmin',
    scope: 'webhooks:write',
    stepUp: 'always',
    endpoint: postWebhook,
  },
  { method: 'GET', path: '/webhook/:id', access: 'superadmin', scope: 'webhooks:read', endpoint: getWebhook },
  {
    method: 'PATCH',
    path: '/webhook/:id',
    access: 'superadmin',
    scope: 'webhooks:write',
    stepUp: 'by act',
    endpoint: patchWebhook,
  },
  {
    method: 'DELETE',
    path: '/webhook/:id',
    access: 'superadmin',
    scope: 'webhooks:write',
    stepUp: 'never',
    endpoint: deleteWebhook,
  },
  {
    method: 'POST',
    path: '/webhook/:id/secret',
    access: 'superadmin',
    scope: 'webhooks:write',
    stepUp: 'always',
    endpoint: postSecret,
  },
  {
    method: 'POST',
    path: '/webhook/:id/test',
    access: 'superadmin',
    scope: 'webhooks:write',
    stepUp: 'never',
    endpoint: postTest,
  },
  {
    method: 'GET',
    path: '/webhook/:id/delivery',
    access: 'superadmin',
    scope: 'webhooks:read',
    endpoint: getDeliveries,
  },
  {
    method: 'POST',
    path: '/webhook/:id/delivery/:delivery/retry',
    access: 'superadmin',
    scope: 'webhooks:write',
    stepUp: 'never',
    endpoint: postRetry,
  },
  {
    method: 'POST',
    path: '/webhook/:id/replay',
    access: 'superadmin',
    scope: 'webhooks:write',
    stepUp: 'never',
    endpoint: postReplay,
  },
];
