import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BY_SERVICE } from '../../../src/features/audit/events/origin.ts';
import { newEvent } from '../../../src/features/audit/events/event.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { until } from '../../support/until.ts';
import { asText, suiteKeyward, timestampOf } from '../expectations.ts';
import { rowsOf } from '../admin/admin.ts';
import { addPerson } from '../people.ts';
import { PASSWORD } from '../../support/keyward.ts';
import { addWebhook, ask, change, deliveriesOf, LOCAL, untilDeliveries } from './help.ts';
import { startReceiver, status, verify } from './receiver.ts';
import { databasesFor } from '../../support/usual-size.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`deliveries to webhooks on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: LOCAL });

    it('WH3: record an event that matches once, signed, as the audit log has it', async () => {
      await using receiver = await startReceiver();
      const webhook = await addWebhook(keyward, receiver.url, { types: ['session.*'] });
      const { id, token } = await addPerson(keyward);
      await keyward.call('POST', '/logout', { token });
      const [started, ended] = (await receiver.gets(2)).toSorted((a, b) =>
        b.event.type.localeCompare(a.event.type),
      );
      assert.ok(started && ended);
      for (const message of [started, ended]) {
        verify(message, webhook.secret, keyward.clock);
        assert.throws(() => verify({ ...message, text: `${message.text} ` }, webhook.secret, keyward.clock));
        assert.equal(message.headers['content-type'], 'application/json');
        assert.equal(message.headers['user-agent'], 'Keyward');
        assert.equal(message.headers['webhook-id'], message.event.id);
      }
      assert.equal(started.event.type, 'session.started');
      assert.equal(ended.event.data['reason'], 'logout');
      assert.equal(Object(ended.event.data['session'])['account_id'], id);
      assert.equal(ended.event.timestamp, new Date(keyward.clock.now()).toISOString());
      const listed = await untilDeliveries(keyward, webhook, (all) =>
        all.every(({ state }) => state === 'succeeded'),
      );
      assert.deepEqual(
        listed.map(({ event_id, type }) => [event_id, type]),
        [ended, started].map(({ event }) => [event.id, event.type]),
      );
      const [attempt] = listed[0]?.attempts ?? [];
      assert.deepEqual(
        { ...attempt, duration_ms: 0 },
        {
          at: timestampOf(keyward.clock.now()),
          status_code: 200,
          duration_ms: 0,
          response_body: 'thanks',
          error: null,
        },
      );
      await change(keyward, webhook, { enabled: false });
    });

    it('WH3: are signed with all secrets while these are replaced, each for 24 hours', async () => {
      await using receiver = await startReceiver();
      const webhook = await addWebhook(keyward, receiver.url, { types: ['session.started'] });
      const { token } = webhook.root;
      const { body } = await keyward.call('POST', `/webhook/${webhook.id}/secret`, { token });
      const second = asText(body['secret']);
      keyward.clock.advance(HOUR);
      await keyward.call('POST', '/account/reauthenticate', { token, body: { password: PASSWORD } });
      const again = await keyward.call('POST', `/webhook/${webhook.id}/secret`, { token });
      const next = asText(again.body['secret']);
      await addPerson(keyward);
      const [all] = await receiver.gets(1);
      assert.ok(all);
      for (const secret of [webhook.secret, second, next]) verify(all, secret, keyward.clock);
      keyward.clock.advance(DAY);
      await addPerson(keyward);
      const [, one] = await receiver.gets(2);
      assert.ok(one);
      verify(one, next, keyward.clock);
      for (const secret of [webhook.secret, second])
        assert.throws(() => verify(one, secret, keyward.clock), /signature/i);
      await change(keyward, webhook, { enabled: false });
    });

    it('a failed delivery is attempted eight times, after the pauses of the schedule, then on request', async () => {
      await using receiver = await startReceiver();
      // PostgreSQL refuses NUL in JSON.
      receiver.answer = (response) => response.writeHead(500).end('\0 {"at":7}');
      const webhook = await addWebhook(keyward, receiver.url, { types: ['session.started'] });
      await addPerson(keyward);
      for (const [made, pause] of PAUSES.entries()) {
        await receiver.gets(made + 1);
        const [delivery] = await untilDeliveries(
          keyward,
          webhook,
          ([one]) => one?.attempts.length === made + 1,
        );
        assert.equal(delivery?.state, 'pending');
        const wait = Date.parse(`${delivery.next_attempt_at}Z`) - keyward.clock.now();
        assert.ok(wait >= pause * 0.8 && wait <= pause * 1.2, `${wait} of ${pause}`);
        keyward.clock.advance(wait);
      }
      await receiver.gets(8);
      const [failed] = await untilDeliveries(keyward, webhook, ([one]) => one?.state === 'failed');
      assert.ok(failed);
      assert.equal(failed.next_attempt_at, null);
      assert.deepEqual(
        failed.attempts.map(({ status_code, error }) => [status_code, error]),
        Array.from({ length: 8 }, () => [500, 'the answer was 500']),
      );
      assert.equal((await deliveriesOf(keyward, webhook, '?state=failed')).length, 1);
      assert.equal((await deliveriesOf(keyward, webhook, '?state=pending')).length, 0);

      const listed = async () => {
        const answer = await keyward.call('GET', '/webhook/?limit=100', { token: webhook.root.token });
        return rowsOf(answer, 'webhooks').find(({ id }) => id === webhook.id);
      };
      const before = await listed();
      assert.deepEqual([before?.['success_rate'], before?.['last_attempt_at']], [0, failed.attempts[7]?.at]);

      receiver.answer = status(204);
      await ask(keyward, webhook, `delivery/${failed.id}/retry`);
      const [done] = await untilDeliveries(keyward, webhook, ([one]) => one?.state === 'succeeded');
      assert.equal(done?.attempts.length, 9);
      // Of two attempted deliveries, one waits for its next attempt.
      receiver.answer = status(500);
      await addPerson(keyward);
      await untilDeliveries(keyward, webhook, ([one]) => one?.attempts.length === 1);
      assert.equal((await listed())?.['success_rate'], 0.5);
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 2);
      await change(keyward, webhook, { enabled: false });
    });

    it('events of a disabled webhook are delivered by a replay only, which includes its first moment', async () => {
      await using receiver = await startReceiver();
      const webhook = await addWebhook(keyward, receiver.url, { types: ['session.started'], enabled: false });
      await addPerson(keyward);
      keyward.clock.advance(SECOND);
      const since = keyward.clock.now();
      const missed = await addPerson(keyward);
      await change(keyward, webhook, { enabled: true });
      const next = await addPerson(keyward);
      const accounts = () => receiver.received.map(({ event }) => Object(event.data['account'])['id']);
      await receiver.gets(1);
      assert.deepEqual(accounts(), [next.id]);
      await untilDeliveries(keyward, webhook, (all) => all.every(({ state }) => state === 'succeeded'));
      await ask(keyward, webhook, 'replay', { since: new Date(since).toISOString() });
      await until(() => accounts().length >= 3, 'the replay');
      const all = await untilDeliveries(keyward, webhook, (some) =>
        some.every(({ state }) => state === 'succeeded'),
      );
      assert.deepEqual(new Set(accounts()), new Set([next.id, missed.id]));
      assert.equal(accounts().length, 3);
      assert.equal(all.length, 3);
      await change(keyward, webhook, { enabled: false });
    });

    it('410 disables a webhook; enabling it clears the reason and continues with what was pending', async () => {
      await using receiver = await startReceiver();
      const webhook = await addWebhook(keyward, receiver.url, { types: ['session.started'] });
      receiver.answer = status(410);
      await addPerson(keyward);
      const get = async () =>
        (await keyward.call('GET', `/webhook/${webhook.id}`, { token: webhook.root.token })).body;
      await until(async () => (await get())['enabled'] === false, 'disabled');
      assert.equal((await get())['disabled_reason'], 'gone');
      receiver.answer = status(200);
      await change(keyward, webhook, { enabled: true });
      const { disabled_reason, failing_since } = await get();
      assert.deepEqual([disabled_reason, failing_since], [null, null]);
      keyward.clock.advance(10 * SECOND);
      await receiver.gets(2);
      await change(keyward, webhook, { enabled: false });
    });

    it('a late answer of the old receiver does not count for the new one', async () => {
      await using old = await startReceiver();
      await using next = await startReceiver();
      old.answer = status(500);
      const webhook = await addWebhook(keyward, old.url, { types: ['session.started'] });
      const get = async () =>
        (await keyward.call('GET', `/webhook/${webhook.id}`, { token: webhook.root.token })).body;
      await addPerson(keyward);
      await until(async () => (await get())['failing_since'] !== null, 'failing');
      const answers: (() => void)[] = [];
      old.answer = (response, message) => void answers.push(() => status(410)(response, message));
      await addPerson(keyward);
      await old.gets(2);
      await change(keyward, webhook, { url: next.url });
      assert.equal((await get())['failing_since'], null);
      answers[0]?.();
      await untilDeliveries(keyward, webhook, (all) => all.every(({ attempts }) => attempts.length > 0));
      // Time for deliveries that must not happen.
      await addPerson(keyward);
      await next.gets(1);
      const { enabled, disabled_reason, failing_since } = await get();
      assert.deepEqual([enabled, disabled_reason, failing_since], [true, null, null]);
      await change(keyward, webhook, { enabled: false });
    });

    it('WH5: a long replay delays no delivery', async () => {
      await using receiver = await startReceiver();
      const webhook = await addWebhook(keyward, receiver.url, { types: ['session.started'], enabled: false });
      const since = new Date(keyward.clock.now()).toISOString();
      await addPerson(keyward);
      const { store } = keyward.app.services;
      const data = { section: 'none', changed: {}, previous: {} };
      const others = Array.from({ length: 5_000 }, () =>
        newEvent('settings.changed', data, { by: BY_SERVICE, at: keyward.clock.now() }),
      );
      await store.events.add(others);
      await change(keyward, webhook, { enabled: true });
      let inProgress: unknown;
      receiver.answer = (response) => {
        void keyward.database
          .query('select replay_cursor from webhooks where uid = $1', [webhook.id])
          .then(([row]) => (inProgress ??= row?.['replay_cursor']))
          .finally(() => response.end());
      };
      await ask(keyward, webhook, 'replay', { since });
      await untilDeliveries(keyward, webhook, ([one]) => one?.state === 'succeeded');
      assert.notEqual(inProgress ?? null, null);
      await change(keyward, webhook, { enabled: false });
    });

    it('five days of failures disable it, with an event and a mail to each active superadmin', async () => {
      await using receiver = await startReceiver();
      const webhook = await addWebhook(keyward, receiver.url, { types: ['session.started'] });
      receiver.answer = status(503);
      await addPerson(keyward);
      await untilDeliveries(keyward, webhook, ([one]) => one?.attempts.length === 1);
      const [delivery] = await deliveriesOf(keyward, webhook);
      // A success restarts the five days.
      keyward.clock.advance(4 * DAY);
      receiver.answer = status(200);
      await untilDeliveries(keyward, webhook, ([one]) => one?.state === 'succeeded');
      receiver.answer = status(503);
      await ask(keyward, webhook, `delivery/${delivery?.id}/retry`);
      await untilDeliveries(keyward, webhook, ([one]) => one?.attempts.length === 3);
      keyward.clock.advance(2 * DAY);
      await untilDeliveries(keyward, webhook, ([one]) => one?.attempts.length === 4);
      const token = (await keyward.logIn(webhook.root.email)).token;
      const get = async () => (await keyward.call('GET', `/webhook/${webhook.id}`, { token })).body;
      assert.equal((await get())['enabled'], true);
      keyward.clock.advance(3 * DAY + HOUR);
      await until(async () => (await get())['disabled_reason'] === 'failing', 'disabled');
      const told = (await auditLogOf(keyward.database, 'webhook.changed')).at(-1);
      assert.equal(told?.data['action'], 'disabled');
      assert.equal(Object(told.data['actor'])['type'], 'service');
      const mails = keyward.app.services.mailer.captured;
      await until(async () => {
        const found = (await mails?.list())?.filter(({ to }) => to === webhook.root.email) ?? [];
        return found.length === 1 && /webhook/i.test(found[0]?.subject ?? '');
      }, 'a mail to the superadmin');
    });

    it('WH5: a receiver that does not answer delays no other, and no request', async () => {
      await using dead = await startReceiver();
      await using live = await startReceiver();
      dead.answer = () => {};
      const silent = await addWebhook(keyward, dead.url, { types: ['session.*'] });
      const webhook = await addWebhook(keyward, live.url, { types: ['session.*'] });
      // More deliveries than a receiver gets at the same time.
      for (let index = 0; index < 20; index += 1) {
        const { token } = await addPerson(keyward);
        assert.equal((await keyward.call('POST', '/logout', { token })).status, 200);
      }
      await live.gets(40);
      assert.equal(dead.received.length, 8);
      const ids = new Set(live.received.map(({ event }) => event.id));
      assert.equal(ids.size, 40);
      await change(keyward, silent, { enabled: false });
      await change(keyward, webhook, { enabled: false });
    });

    it('deliveries go with their webhook, with their event, and 30 days after they finished', async () => {
      await using receiver = await startReceiver();
      const webhook = await addWebhook(keyward, receiver.url, { types: ['session.started'] });
      const rows = async () => {
        const [row] = await keyward.database.query(
          'select count(*) as count from deliveries d join webhooks w on w.id = d.webhook_id where w.uid = $1',
          [webhook.id],
        );
        return Number(row?.['count']);
      };
      for (let count = 0; count < 3; count += 1) await addPerson(keyward);
      await untilDeliveries(
        keyward,
        webhook,
        (all) => all.length === 3 && all.every(({ state }) => state === 'succeeded'),
      );
      const [first] = receiver.received;
      await keyward.database.query('delete from events where uid = $1', [first?.event.id ?? '']);
      assert.equal(await rows(), 2);
      keyward.clock.advance(30 * DAY);
      await keyward.app.services.sweep();
      assert.equal(await rows(), 0);
      await addPerson(keyward);
      await receiver.gets(4);
      const { token } = await keyward.logIn(webhook.root.email);
      await keyward.call('DELETE', `/webhook/${webhook.id}`, { token });
      const left = () => keyward.database.query('select id from webhooks where uid = $1', [webhook.id]);
      await until(async () => (await left()).length === 0, 'removed');
      assert.equal(await rows(), 0);
    });
  });
}
