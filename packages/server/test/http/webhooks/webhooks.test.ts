import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { addSuperadmin, assertForSuperadmins, eventsOf, NOT_COUNTS, rowsOf } from '../admin/admin.ts';
import { asObject, assertAnswer, assertRefusal, asText, suiteKeyward, timestampOf } from '../expectations.ts';
import { addWebhook, ask, change } from './help.ts';
import { databasesFor } from '../../support/usual-size.ts';

const URL = 'https://hooks.example.com/keyward?key=hidden';

/** A list also shows how the deliveries went. */
const UNUSED = { last_attempt_at: null, success_rate: null };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`webhooks on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('WH3: are added, read, changed and deleted; the secret is shown once and stored encrypted', async () => {
      const { token } = await addSuperadmin(keyward);
      const body = { url: URL, types: ['account.*', 'session.ended'], description: 'Customers' };
      const added = await keyward.call('POST', '/webhook/', { token, body });
      assert.equal(added.status, 201, added.text);
      const { secret, ...webhook } = added.body;
      assert.match(asText(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
      const id = asText(webhook['id']);
      assert.match(id, /^whk_[\w-]{22}$/);
      assert.deepEqual(webhook, {
        id,
        ...body,
        organization: null,
        enabled: true,
        disabled_reason: null,
        failing_since: null,
        created_at: timestampOf(keyward.clock.now()),
      });
      assertAnswer(await keyward.call('GET', `/webhook/${id}`, { token }), 200, webhook);
      const stored = JSON.stringify(await keyward.database.query('select * from webhooks'));
      assert.ok(!stored.includes(asText(secret).slice(6)));

      const changed = { ...webhook, types: null, enabled: false };
      assertAnswer(
        await keyward.call('PATCH', `/webhook/${id}`, { token, body: { types: null, enabled: false } }),
        200,
        changed,
      );
      const other = await keyward.call('POST', '/webhook/', {
        token,
        body: { url: 'http://b.example', enabled: false },
      });
      const { secret: _, ...second } = other.body;
      assertAnswer(await keyward.call('GET', '/webhook/?limit=2', { token }), 200, {
        total: 2,
        total_pages: 1,
        page: 1,
        limit: 2,
        cursor: null,
        webhooks: [second, changed].map((one) => ({ ...one, ...UNUSED })),
      });
      const renewed = await keyward.call('POST', `/webhook/${id}/secret`, { token });
      assert.notEqual(renewed.body['secret'], secret);
      assertAnswer(await keyward.call('DELETE', `/webhook/${id}`, { token }), 200, {
        success: true,
        message: 'Webhook deleted successfully',
      });
      assertRefusal(await keyward.call('GET', `/webhook/${id}`, { token }), 404, 'WebhookNotFoundError');
      assert.deepEqual(rowsOf(await keyward.call('GET', '/webhook/', { token }), 'webhooks'), [
        { ...second, ...UNUSED },
      ]);
    });

    it('each change is recorded in the audit log and in the log, without what may be a secret', async () => {
      const before = (await auditLogOf(keyward.database, 'webhook.changed')).length;
      const told = await eventsOf(keyward, async () => {
        const webhook = await addWebhook(keyward, URL, { enabled: false });
        const fields = { url: 'https://new.example/path?key=hidden', types: ['key.*'] };
        await change(keyward, webhook, fields);
        // A repeated request is not a change.
        await change(keyward, webhook, { ...fields, enabled: false });
        await keyward.call('POST', `/webhook/${webhook.id}/secret`, { token: webhook.root.token });
        await ask(keyward, webhook, 'replay', { since: '2026-01-01T00:00:00Z' });
        await keyward.call('DELETE', `/webhook/${webhook.id}`, { token: webhook.root.token });
      });
      const events = (await auditLogOf(keyward.database, 'webhook.changed')).slice(before);
      assert.deepEqual(
        events.map(({ data }) => [data['action'], data['previous'], data['changed']]),
        [
          ['created', {}, {}],
          [
            'updated',
            { url: 'https://hooks.example.com', types: null },
            { url: 'https://new.example', types: ['key.*'] },
          ],
          ['secret', {}, {}],
          ['replayed', {}, {}],
          ['deleted', {}, {}],
        ],
      );
      assert.equal(asObject(events[0]?.data['actor'])['type'], 'superadmin');
      assert.ok(!/hidden|whsec/.test(JSON.stringify([events, told])));
      assert.deepEqual(
        told
          .filter(({ name }) => name === 'admin.webhook_changed')
          .map(({ metadata }) => metadata?.['action']),
        ['created', 'updated', 'secret', 'replayed', 'deleted'],
      );
    });

    it('422 for an invalid webhook, with the remedy', async () => {
      const { token } = await addSuperadmin(keyward);
      for (const url of [
        'ftp://a.example',
        'https://u:p@a.example',
        'a.example',
        `https://a.example/${'x'.repeat(2_048)}`,
        'http://127.0.0.1:9',
        'http://localhost:9',
        'http://[::ffff:10.0.0.1]/',
        'http://0x7f.1/',
        'http://169.254.169.254/latest',
      ]) {
        const answer = await keyward.call('POST', '/webhook/', { token, body: { url } });
        assertRefusal(answer, 422, 'ValidationError', ['url']);
        const remedy = url.startsWith('http://')
          ? /^url .* KEYWARD_WEBHOOK_NETWORKS/
          : /^url .* without credentials; leave user name and password out/;
        assert.match(asText(answer.body['message']), remedy, url);
      }
      for (const types of [[], ['none.*'], ['account'], ['*'], 'account.*'])
        assert.equal(
          (await keyward.call('POST', '/webhook/', { token, body: { url: URL, types } })).body['error'],
          'ValidationError',
          JSON.stringify(types),
        );
      assert.match(
        asText(
          (await keyward.call('POST', '/webhook/', { token, body: { url: URL, types: [] } })).body['message'],
        ),
        /^types must not be an empty list; name at least one, or leave the field out/,
      );
      const { id } = await addWebhook(keyward, URL, { enabled: false });
      for (const since of ['', 'yesterday', '2026-11-22', 7])
        assertRefusal(
          await keyward.call('POST', `/webhook/${id}/replay`, { token, body: { since } }),
          422,
          'ValidationError',
          ['since'],
        );
      for (const page of NOT_COUNTS)
        assertRefusal(
          await keyward.call('GET', `/webhook/${id}/delivery/?page=${page}`, { token }),
          422,
          'ValidationError',
          ['page'],
        );
    });

    it('404 for another id, 401 and 403 for others than superadmins', async () => {
      const { token } = await addSuperadmin(keyward);
      const { id } = await addWebhook(keyward, URL, { enabled: false });
      const routes = [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/secret'],
        ['POST', '/test'],
        ['GET', '/delivery/'],
        ['POST', '/delivery/dlv_none/retry'],
        ['POST', '/replay'],
      ] as const;
      for (const [method, path] of routes) {
        const body =
          method === 'PATCH' ? {} : path === '/replay' ? { since: '2026-01-01T00:00:00Z' } : undefined;
        const answer = await keyward.call(method, `/webhook/whk_none${path}`, { token, body });
        assertRefusal(answer, 404, 'WebhookNotFoundError');
        await assertForSuperadmins(keyward, (asked) =>
          keyward.call(method, `/webhook/${id}${path}`, { token: asked, body }),
        );
      }
      const answer = await keyward.call('POST', `/webhook/${id}/delivery/dlv_none/retry`, { token });
      assertRefusal(answer, 404, 'DeliveryNotFoundError');
    });

    it('there can be 100 of them', async () => {
      const { token } = await addSuperadmin(keyward);
      for (let more = 100 - (await keyward.app.services.store.webhooks.count()); more > 0; more -= 1)
        await keyward.app.services.store.webhooks.insert({
          uid: `whk_${more}`,
          url: URL,
          description: '',
          enabled: 0,
          created_at: 0,
          sealed_secret: '',
          languages: '',
          cursor: 0,
        });
      const answer = await keyward.call('POST', '/webhook/', { token, body: { url: URL } });
      assertRefusal(answer, 422, 'ValidationError', ['url']);
    });
  });
}
