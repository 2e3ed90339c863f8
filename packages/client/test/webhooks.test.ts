import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  verifyWebhook,
  type WebhookFailure,
  type WebhookRequest,
  WebhookVerificationError,
} from '../src/webhooks.ts';
import { newSecret, signedHeaders } from './support/webhooks.ts';

const SECRET = newSecret(1);
const OTHER = newSecret(2);
const EVENT = {
  id: 'evt_1',
  type: 'session.ended',
  timestamp: '2026-11-22T10:00:00.000Z',
  data: { session: { id: 7 }, reason: 'logout', actor: { name: 'Ada Łovelace' } },
};
const BODY = JSON.stringify(EVENT);

async function refused(
  request: WebhookRequest,
  reason: WebhookFailure,
  options?: { toleranceSeconds?: number; now?: () => number },
): Promise<void> {
  await assert.rejects(verifyWebhook(request, SECRET, options), (error) => {
    assert.ok(error instanceof WebhookVerificationError);
    assert.equal(error.reason, reason);
    return true;
  });
}

describe('verifyWebhook', () => {
  it('takes a web Request, the headers of Node.js with a text or bytes, and a Headers object', async () => {
    const headers = signedHeaders(BODY, [SECRET]);
    const requests: WebhookRequest[] = [
      new Request('http://localhost/', { method: 'POST', headers, body: BODY }),
      { headers, body: BODY },
      { headers, body: Buffer.from(BODY) },
      { headers: new Headers(headers), body: new TextEncoder().encode(BODY) },
    ];
    for (const request of requests) {
      const event = await verifyWebhook(request, SECRET);
      assert.deepEqual(event, EVENT);
      // A comparison of the type narrows the data.
      if (event.type === 'session.ended') assert.equal(event.data.reason, 'logout');
      else assert.fail();
    }
  });

  it('agrees with the example of the Standard Webhooks libraries', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const verify = (body: string) =>
      verifyWebhook({ headers, body }, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
        now: () => 1_614_265_330_000,
      });
    // The signature is valid, but the body is not an event.
    await assert.rejects(verify('{"test": 2432232314}'), { reason: 'body_invalid' });
    await assert.rejects(verify('{"test": 2432232315}'), { reason: 'signature_mismatch' });
  });

  it('takes any of several secrets, with or without their prefix, and any of several signatures', async () => {
    const body = BODY;
    for (const secret of [[OTHER, SECRET], SECRET.slice('whsec_'.length)])
      await verifyWebhook({ headers: signedHeaders(body, [SECRET]), body }, secret);
    const headers = signedHeaders(body, [OTHER, SECRET]);
    await verifyWebhook({ headers, body }, SECRET);
    headers['webhook-signature'] = `v1a,AAAA v1, v1,${'A'.repeat(44)} ${headers['webhook-signature']}`;
    await verifyWebhook({ headers, body }, SECRET);
  });

  it('refuses another secret, and a changed body, id, time or signature', async () => {
    const headers = signedHeaders(BODY, [SECRET]);
    const signature = headers['webhook-signature'] ?? '';
    await refused({ headers: signedHeaders(BODY, [OTHER]), body: BODY }, 'signature_mismatch');
    await refused({ headers, body: BODY.replace('logout', 'logoun') }, 'signature_mismatch');
    await refused({ headers, body: `${BODY} ` }, 'signature_mismatch');
    for (const change of [
      { 'webhook-id': 'evt_2' },
      { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) },
      { 'webhook-signature': signature.replace('v1,', 'v2,') },
      { 'webhook-signature': signature.replace('v1,', 'v1,x') },
      { 'webhook-signature': signature.slice(0, -2) },
      { 'webhook-signature': `${signature}=` },
      { 'webhook-signature': 'v1,' },
    ])
      await refused({ headers: { ...headers, ...change }, body: BODY }, 'signature_mismatch');
  });

  it('refuses a request without its headers, or with two of them', async () => {
    const headers = signedHeaders(BODY, [SECRET]);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      await refused({ headers: { ...headers, [name]: undefined }, body: BODY }, 'headers_missing');
      await refused({ headers: { ...headers, [name]: ['1', '2'] }, body: BODY }, 'headers_missing');
    }
    await refused(new Request('http://localhost/', { method: 'POST', body: BODY }), 'headers_missing');
  });

  it('refuses a time more than five minutes away, or more than configured', async () => {
    const at = 1_795_000_000_000;
    const request = { headers: signedHeaders(BODY, [SECRET], { at }), body: BODY };
    const within = (seconds: number, toleranceSeconds?: number) => ({
      now: () => at + seconds * 1000,
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    });
    for (const seconds of [-300, 0, 300]) await verifyWebhook(request, SECRET, within(seconds));
    await refused(request, 'timestamp_too_old', within(301));
    await refused(request, 'timestamp_too_new', within(-301));
    await refused(request, 'timestamp_too_old', within(11, 10));
    await verifyWebhook(request, SECRET, within(3_000, 3_000));
    for (const timestamp of ['', ' 1', '1e9', '-1', '0x1', 'NaN', '1.5'])
      await refused(
        { ...request, headers: { ...request.headers, 'webhook-timestamp': timestamp } },
        timestamp === '' ? 'headers_missing' : 'timestamp_invalid',
      );
  });

  it('refuses a signed body that is not an event', async () => {
    for (const body of ['', 'null', '[]', '{"id": "evt_1"}', '{"type": 1, "id": 1}'])
      await refused({ headers: signedHeaders(body, [SECRET]), body }, 'body_invalid');
  });

  it('names the mistake of the caller, and never the secret', async () => {
    const headers = signedHeaders(BODY, [SECRET]);
    // @ts-expect-error -- a parsed body is none
    await assert.rejects(verifyWebhook({ headers, body: EVENT }, SECRET), /TypeError: The body is not as it/);
    await assert.rejects(verifyWebhook({ headers, body: BODY }, []), TypeError);
    for (const secret of ['', 'whsec_', 'whsec_not base 64!'])
      await assert.rejects(verifyWebhook({ headers, body: BODY }, secret), (error) => {
        assert.ok(error instanceof TypeError);
        assert.ok(!error.message.includes('base 64'));
        return true;
      });
  });
});
