import { Type } from 'typebox';
import { nullable } from '../../../features/audit/serializers/shapes.ts';
import { getDeliveries } from '../../webhooks/get-deliveries.ts';
import { getWebhooks } from '../../webhooks/get-webhooks.ts';
import { call, tool } from './tool.ts';

const MOST = 100;

export const failingWebhooks = tool({
  name: 'failing_webhooks',
  title: 'Failing webhooks',
  description:
    'Lists the webhooks whose receiver fails, or that the service has disabled, with the last answer.',
  scopes: ['webhooks:read'],
  effect: 'reads',
  input: Type.Object({}),
  output: Type.Object({
    healthy: Type.Integer({ description: 'The number of the others' }),
    failing: Type.Array(
      Type.Object({
        id: Type.String(),
        url: Type.String(),
        enabled: Type.Boolean(),
        disabled_reason: nullable(Type.String()),
        failing_since: nullable(Type.String()),
        failed: Type.Integer({ description: 'Deliveries that were given up' }),
        last_error: nullable(Type.String()),
        last_status_code: nullable(Type.Integer()),
      }),
    ),
  }),
  async run(_, context) {
    const { webhooks, total } = await call(context, getWebhooks, { limit: MOST });
    const broken = webhooks.filter((one) => one.failing_since !== null || one.disabled_reason !== null);
    const failing = [];
    for (const { id, url, enabled, disabled_reason, failing_since } of broken) {
      const given = await call(context, getDeliveries, { id, state: 'failed', limit: 1 });
      const waiting = await call(context, getDeliveries, { id, state: 'pending', limit: 1 });
      const last = (waiting.deliveries[0] ?? given.deliveries[0])?.attempts.at(-1);
      failing.push({
        id,
        url,
        enabled,
        disabled_reason,
        failing_since,
        failed: given.total,
        last_error: last?.error ?? null,
        last_status_code: last?.status_code ?? null,
      });
    }
    return { healthy: total - failing.length, failing };
  },
});
