import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { propagation, SpanKind, trace } from '@opentelemetry/api';
import { DATABASES } from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import { addWebhook, LOCAL } from '../webhooks/help.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type Ended, registerTracing } from './spans.ts';
import { databasesFor } from '../../support/usual-size.ts';

const ON = { KEYWARD_TRACES: 'on' };
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

/** The span of the last request with this name. */
async function spanOf(ended: readonly Ended[], name: string): Promise<Ended> {
  const find = () => ended.findLast((span) => span.name === name && span.kind === SpanKind.SERVER);
  await until(() => find() !== undefined, name);
  const span = find();
  assert.ok(span);
  return span;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`traces on ${kind}`, () => {
    it('have a span for each request, under that of its caller, with the hash of a password within', async () => {
      using tracing = registerTracing();
      await using keyward = await startKeyward(kind, { settings: ON });
      const { ended } = tracing;
      const person = await keyward.signUp();
      const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
      const body = { identifier: person.email, password: 'Correct-horse-1' };
      await keyward.call('POST', '/login/password?secret=hidden', { body, headers: { traceparent } });
      const login = await spanOf(ended, 'POST /auth/login/password');
      assert.deepEqual(login.parent, CALLER);
      assert.equal(login.traceId, CALLER.traceId);
      assert.deepEqual(login.attributes, {
        'http.request.method': 'POST',
        'url.scheme': 'http',
        'http.route': '/auth/login/password',
        'http.response.status_code': 200,
      });
      assert.equal(login.failed, false);
      const hash = ended.find(({ name, traceId }) => name === 'password hash' && traceId === CALLER.traceId);
      assert.deepEqual(hash?.parent, { traceId: login.traceId, spanId: login.spanId });

      await keyward.call('GET', `/account/${person.id}`, { token: person.token });
      const refused = await spanOf(ended, 'GET /auth/account/{id}');
      assert.equal(refused.attributes['http.response.status_code'], 403);
      assert.equal(refused.parent, null);

      await keyward.callRoot('GET', '/nothing/ada@example.org');
      const lost = await spanOf(ended, 'GET');
      assert.equal(lost.attributes['http.route'], undefined);
      const text = JSON.stringify(ended);
      for (const hidden of ['example.org', 'hidden', person.token, 'Correct-horse', 'nothing'])
        assert.ok(!text.includes(hidden), hidden);
    });

    it('keep the work that follows a late body within the request', async () => {
      using tracing = registerTracing();
      await using keyward = await startKeyward(kind, { settings: { ...ON, KEYWARD_MANAGEMENT_PORT: '0' } });
      const person = { name: 'Ada', email: 'ada@example.org', password: 'Correct-horse-1' };
      const body = JSON.stringify(person);
      async function* slowly(): AsyncGenerator<string, void, void> {
        yield `POST /auth/signup/password HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`;
        await until(() => inFlight() === 1, 'the head has arrived');
        yield body.slice(5);
      }
      const inFlight = () => keyward.app.metrics?.requests.inFlight;
      assert.match(await rawRequest(keyward.port, slowly()), /^HTTP\/1\.1 200/);
      const signUp = await spanOf(tracing.ended, 'POST /auth/signup/password');
      const hash = tracing.ended.find(({ name }) => name === 'password hash');
      assert.deepEqual(hash?.parent, { traceId: signUp.traceId, spanId: signUp.spanId });
    });

    it('ignore a malformed traceparent', async () => {
      using tracing = registerTracing();
      await using keyward = await startKeyward(kind, { settings: ON });
      const { traceId, spanId } = CALLER;
      for (const traceparent of [
        'x',
        `00-${traceId}-${spanId}`,
        `ff-${traceId}-${spanId}-01`,
        `00-${'0'.repeat(32)}-${spanId}-01`,
        `00-${traceId}-${'0'.repeat(16)}-01`,
        `00-${traceId.toUpperCase()}-${spanId}-01`,
      ]) {
        tracing.ended.splice(0);
        await keyward.call('GET', '/config/pulse', { headers: { traceparent } });
        assert.equal((await spanOf(tracing.ended, 'GET /auth/config/pulse')).parent, null, traceparent);
      }
    });

    it('drop the baggage of a caller', async () => {
      using tracing = registerTracing();
      propagation.setGlobalPropagator({
        fields: () => [],
        inject() {},
        extract(its, headers, getter) {
          const value = String(getter.get(headers, 'baggage'));
          const carried = propagation.setBaggage(its, propagation.createBaggage({ a: { value } }));
          return trace.setSpanContext(carried, { ...CALLER, traceFlags: 1, isRemote: true });
        },
      });
      await using keyward = await startKeyward(kind, { settings: ON });
      await keyward.call('GET', '/config/pulse', { headers: { baggage: 'ada@example.org' } });
      const { parent, baggage } = await spanOf(tracing.ended, 'GET /auth/config/pulse');
      assert.deepEqual([parent, baggage], [CALLER, []]);
    });

    it('show attempts of webhooks apart from requests', async () => {
      using tracing = registerTracing();
      await using keyward = await startKeyward(kind, { settings: { ...ON, ...LOCAL }, inOneProcess: true });
      await using receiver = await startReceiver();
      await addWebhook(keyward, receiver.url);
      await keyward.signUp();
      const attempts = () => tracing.ended.filter(({ name }) => name === 'webhook attempt');
      await until(() => attempts().length > 0, 'an attempt');
      assert.equal(attempts()[0]?.parent, null);
      assert.deepEqual(attempts()[0]?.attributes, {});
    });
  });
}

describe('traces', () => {
  it('are off by default: nothing makes a span', async () => {
    using tracing = registerTracing();
    const [kind = 'sqlite'] = DATABASES;
    await using keyward = await startKeyward(kind);
    await keyward.signUp();
    assert.equal(keyward.ready.traces, false);
    assert.deepEqual(tracing.ended, []);
  });

  it('need no SDK', async () => {
    const [kind = 'sqlite'] = DATABASES;
    await using keyward = await startKeyward(kind, { settings: ON });
    const person = await keyward.signUp();
    assert.equal((await keyward.logIn(person.email)).id, person.id);
  });
});
