import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import { PASSWORD } from '../../server/test/support/keyward.ts';
import { addPerson } from '../../server/test/http/people.ts';
import { type AdminClient, createAdminClient } from '../src/admin.ts';
import { closeServer, portOf } from '../../server/test/support/servers.ts';
import { until } from '../../server/test/support/until.ts';
import { memoryStorage, type Result } from '../src/index.ts';
import { verifyWebhook, type WebhookEvent } from '../src/webhooks.ts';
import { collect } from './support/collect.ts';
import { dataOf, errorOf, pathOf } from './support/people.ts';

describe('the client of superadmins', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: { KEYWARD_DUAL_TOKEN_MODE: 'on', KEYWARD_WEBHOOK_NETWORKS: '127.0.0.0/8' },
  });

  async function superadmin(role = 'superadmin', send: typeof fetch = fetch): Promise<AdminClient> {
    const { email } = await addPerson(keyward, { role });
    const client = createAdminClient({ url: keyward.url, storage: memoryStorage(), fetch: send });
    dataOf(await client.login({ identifier: email, password: PASSWORD }));
    return client;
  }

  it('does what the client does, and lists events by type', async () => {
    const { admin, me } = await superadmin();
    const { account } = dataOf(await me());
    const start = dataOf(await admin.events.list({ limit: 1 })).cursor;
    const ada = await keyward.signUp({ name: 'Ada' });
    dataOf(await admin.accounts.endSessions({ id: ada.id }));

    const all = dataOf(await admin.events.list({ after: start }));
    assert.deepEqual(
      all.events.map(({ type }) => type),
      ['account.created', 'session.started', 'session.ended'],
    );
    assert.equal(all.has_more, false);
    const [ended] = dataOf(await admin.events.list({ type: 'session.ended', account_id: ada.id })).events;
    // Its type follows from the filter.
    assert.equal(ended?.data.reason, 'revoked');
    assert.deepEqual([ended?.data.actor?.type, ended?.data.actor?.id], ['superadmin', account.id]);
    const found = dataOf(await admin.events.list({ after: start, type: ['session.*', 'account.created'] }));
    for (const event of found.events)
      if (event.type === 'account.created') assert.equal(event.data.account.name, 'Ada');
    assert.equal(found.events.length, 3);
    assert.deepEqual(dataOf(await admin.events.get({ id: ended?.id ?? '' })), ended);
    errorOf(await admin.events.get({ id: 'evt_none' }), 'EventNotFoundError');
    // @ts-expect-error -- there is no such type
    errorOf(await admin.events.list({ type: 'session.endet' }), 'ValidationError');
  });

  it('acts with an API key in place of a session, as far as its scopes go', async () => {
    const { admin } = await superadmin();
    const scopes = ['accounts:read', 'events:read'] as const;
    const { id, key } = dataOf(await admin.apiKeys.create({ name: 'Billing', scopes: [...scopes] }));
    const program = createAdminClient({ url: keyward.url, apiKey: key });
    assert.ok(dataOf(await program.admin.accounts.list({ limit: 1 })).total > 0);
    assert.equal(dataOf(await program.getSession()), null);
    const [event] = await collect(program.admin.events.export({ type: 'key.created' }));
    assert.equal(event === undefined ? undefined : dataOf(event).data.key.id, id);
    const refused = errorOf(await program.admin.sessions.list(), 'ScopeMissingError');
    assert.deepEqual(refused.details, { scope: 'sessions:read' });
    dataOf(await admin.apiKeys.revoke({ id }));
    errorOf(await program.admin.accounts.list(), 'InvalidTokenError');
  });

  it('acts with an API key instead of a session, within its scopes', async () => {
    const { admin } = await superadmin();
    const ada = await keyward.signUp();
    const found = await collect(
      admin.events.export({ type: ['account.*', 'session.*'], account_id: ada.id }),
    );
    assert.deepEqual(
      found.map((item) => dataOf(item).type),
      ['account.created', 'session.started'],
    );
    const [failed, ...more] = await collect(admin.events.export({ since: 'yesterday' }));
    errorOf(failed ?? assert.fail(), 'ValidationError');
    assert.deepEqual(more, []);
  });

  it(
    'follows events across lost connections, from now or from a cursor, without gaps or repeats',
    { timeout: 20_000 },
    async (t) => {
      const requests: string[] = [];
      let broken = 0;
      const { admin } = await superadmin('superadmin', async (input, init) => {
        const path = pathOf(input);
        requests.push(path);
        const answer = await fetch(input, init);
        if (!path.endsWith('/stream') || broken >= 5 || !answer.body) return answer;
        broken += 1;
        // Breaks after some bytes, often in the middle of an event.
        let left = broken * 400;
        const cut = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            controller.enqueue(chunk.subarray(0, left));
            left -= chunk.length;
            if (left <= 0) controller.error(new TypeError('cut'));
          },
        });
        return new Response(answer.body.pipeThrough(cut), answer);
      });
      const controller = new AbortController();
      t.after(() => controller.abort());
      const stream = admin.events.follow({ type: 'account.created', retryMs: 1, signal: controller.signal });
      const first = stream.next();
      await until(() => requests.some((path) => path.endsWith('/stream')), 'it follows');
      const people: number[] = [];
      for (let time = 0; time < 12; time += 1) people.push((await keyward.signUp()).id);
      const told: number[] = [];
      const cursors: string[] = [];
      for (let item = await first; told.length < 12; item = await stream.next()) {
        assert.ok(item.value);
        const { event, cursor } = dataOf(item.value);
        told.push(event.data.account.id);
        cursors.push(cursor);
        if (told.length === 12) break;
      }
      assert.deepEqual(told, people);
      assert.ok(broken > 2, `${broken} connections broke`);
      const end = stream.next();
      controller.abort();
      assert.deepEqual(await end, { done: true, value: undefined });

      // Each event has its own cursor, not the cursor of its page.
      const rest = admin.events.follow({ type: 'account.created', after: cursors[5] ?? '' });
      for (const id of people.slice(6)) {
        const { value } = await rest.next();
        assert.equal(dataOf(value ?? assert.fail()).event.data.account.id, id);
      }
      await rest.return();
    },
  );

  it('creates, tests, changes, watches and deletes webhooks, whose requests verify', async () => {
    const { admin } = await superadmin();
    const received: Result<WebhookEvent>[] = [];
    const secrets: string[] = [];
    const receiver = createServer((request, response) => {
      void (async () => {
        const body = Buffer.concat(await collect(request));
        const event = await verifyWebhook({ headers: request.headers, body }, secrets);
        received.push({ data: event, error: null });
        response.writeHead(204).end();
      })().catch((error: unknown) => response.writeHead(400).end(String(error)));
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    after(() => closeServer(receiver));

    const url = `http://127.0.0.1:${portOf(receiver)}/`;
    const { id, secret } = dataOf(await admin.webhooks.create({ url, types: ['account.*'] }));
    const wrong = dataOf(await admin.webhooks.test({ id }));
    assert.equal(wrong.status_code, 400, 'the receiver does not know the secret yet');
    secrets.push(secret);
    const tested = dataOf(await admin.webhooks.test({ id }));
    assert.deepEqual([tested.status_code, tested.error], [204, null]);
    assert.equal(received.at(-1)?.data?.type, 'webhook.test');

    secrets[0] = dataOf(await admin.webhooks.rotateSecret({ id })).secret;
    assert.notEqual(secrets[0], secret);
    const ada = await keyward.signUp();
    await until(() => received.some(({ data }) => data?.type === 'account.created'), 'it is delivered');
    const told = received.at(-1)?.data;
    assert.ok(told?.type === 'account.created');
    assert.equal(told.data.account.id, ada.id);
    await until(
      async () => dataOf(await admin.webhooks.deliveries({ id, state: 'succeeded' })).total === 1,
      'it is noted',
    );
    const [delivery] = dataOf(await admin.webhooks.deliveries({ id })).deliveries;
    assert.equal(delivery?.event_id, told.id);
    dataOf(await admin.webhooks.retry({ id, delivery: delivery?.id ?? '' }));
    await until(() => received.length === 3, 'it is delivered again');
    assert.equal(received.at(-1)?.data?.id, told.id);

    assert.equal(dataOf(await admin.webhooks.update({ id, enabled: false })).enabled, false);
    assert.equal(dataOf(await admin.webhooks.get({ id })).enabled, false);
    assert.equal(dataOf(await admin.webhooks.list()).total, 1);
    dataOf(await admin.webhooks.replay({ id, since: '2020-01-01T00:00:00Z' }));
    dataOf(await admin.webhooks.delete({ id }));
    errorOf(await admin.webhooks.get({ id }), 'WebhookNotFoundError');
  });

  it('gets an error for callers who are not superadmins', async () => {
    const { admin } = await superadmin('user');
    errorOf(await admin.events.list(), 'RoleMismatchError');
    for (const items of [admin.events.follow(), admin.events.export()]) {
      const [refused, ...more] = await collect<Result<unknown>>(items);
      errorOf(refused ?? assert.fail(), 'RoleMismatchError');
      assert.deepEqual(more, []);
    }
  });
});
