import assert from 'node:assert/strict';
import type { SignedUp, TestKeyward } from '../../support/keyward.ts';
import { until } from '../../support/until.ts';
import { addSuperadmin, rowsOf } from '../admin/admin.ts';
import { asText } from '../expectations.ts';

/** Lets webhooks reach this machine. */
export const LOCAL = { KEYWARD_WEBHOOK_NETWORKS: '127.0.0.0/8' };

/** A webhook, with the superadmin who added it. */
export interface Added {
  root: SignedUp;
  id: string;
  secret: string;
}

/** Adds a webhook. */
export async function addWebhook(
  keyward: TestKeyward,
  url: string,
  fields: {
    types?: string[] | null;
    organization?: string | null;
    description?: string;
    enabled?: boolean;
  } = {},
): Promise<Added> {
  const root = await addSuperadmin(keyward);
  const answer = await keyward.call('POST', '/webhook/', { token: root.token, body: { url, ...fields } });
  assert.equal(answer.status, 201, answer.text);
  return { root, id: asText(answer.body['id']), secret: asText(answer.body['secret']) };
}

export interface ListedDelivery {
  id: string;
  event_id: string;
  type: string;
  state: string;
  attempts: {
    at: string;
    status_code: number | null;
    duration_ms: number;
    response_body: string | null;
    error: string | null;
  }[];
  next_attempt_at: string | null;
}

/** The deliveries of a webhook, newest first. */
export async function deliveriesOf(
  keyward: TestKeyward,
  { id, root }: Added,
  query = '',
): Promise<ListedDelivery[]> {
  const answer = await keyward.call('GET', `/webhook/${id}/delivery/${query}`, { token: root.token });
  rowsOf(answer, 'deliveries');
  const { deliveries }: { deliveries: ListedDelivery[] } = JSON.parse(answer.text);
  return deliveries;
}

/** Waits until the deliveries of a webhook meet a condition, and returns them. */
export async function untilDeliveries(
  keyward: TestKeyward,
  webhook: Added,
  wanted: (deliveries: ListedDelivery[]) => boolean,
): Promise<ListedDelivery[]> {
  let deliveries: ListedDelivery[] = [];
  await until(
    async () => {
      deliveries = await deliveriesOf(keyward, webhook);
      return wanted(deliveries);
    },
    `deliveries as wanted, not ${JSON.stringify(deliveries)}`,
  );
  return deliveries;
}

/** Changes a webhook. */
export async function change(keyward: TestKeyward, { id, root }: Added, body: object): Promise<void> {
  const answer = await keyward.call('PATCH', `/webhook/${id}`, { token: root.token, body });
  assert.equal(answer.status, 200, answer.text);
}

/** Sends a request about a webhook that is answered with 202. */
export async function ask(
  keyward: TestKeyward,
  { id, root }: Added,
  path: string,
  body?: object,
): Promise<void> {
  const answer = await keyward.call('POST', `/webhook/${id}/${path}`, { token: root.token, body });
  assert.equal(answer.status, 202, answer.text);
}
