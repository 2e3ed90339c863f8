import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { generate } from 'selfsigned';
import https from 'node:https';
import { addressRule } from '../../../src/features/delivery/webhooks/networks.ts';
import { checkedLookup, createSender } from '../../../src/features/delivery/webhooks/sender.ts';
import { closeServer, portOf } from '../../support/servers.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addWebhook, LOCAL } from './help.ts';
import { startReceiver } from './receiver.ts';
import { stopwatch } from '../../support/until.ts';

const FORBIDDEN = [
  '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 192.0.0.1 192.0.2.1',
  '168.63.129.16 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 ::',
  '::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:a00:1 ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::1 100::1 2001::1',
  '2001:db8::1 2002:a00:1::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1',
  'ff02::1 localhost',
].flatMap((line) => line.split(' '));
const PUBLIC = [
  '1.1.1.1',
  '172.15.0.1',
  '100.63.255.255',
  '::ffff:8.8.8.8',
  '2606:4700::1111',
  '2a00:1450::1',
];

/** The addresses that a connection to a name may go to, or why there is none. */
function lookUp(found: readonly string[], networks: readonly string[] = []): Promise<string[] | string> {
  const look = checkedLookup(addressRule(networks), async () => found);
  return new Promise((resolve) => {
    look('hooks.example.org', { all: true }, (error, addresses) =>
      resolve(
        error?.message ??
          [addresses]
            .flat()
            .map((one: string | LookupAddress) => (typeof one === 'string' ? one : one.address)),
      ),
    );
  });
}

describe('the addresses of webhooks', () => {
  it('WH1: are public, in every form of an address, or in networks that a setting names', async () => {
    const rule = addressRule([]);
    for (const address of FORBIDDEN) assert.equal(rule(address), false, address);
    for (const address of PUBLIC) assert.equal(rule(address), true, address);
    const wider = addressRule(['10.1.0.0/16', 'fd00::/8', '192.168.7.7', '168.63.129.16']);
    for (const address of [
      '10.1.2.3',
      '::ffff:10.1.2.3',
      'fd12::1',
      '192.168.7.7',
      '168.63.129.16',
      '1.1.1.1',
    ])
      assert.equal(wider(address), true, address);
    for (const address of ['10.2.0.1', '::ffff:10.2.0.1', '192.168.7.8', '127.0.0.1', '::1'])
      assert.equal(wider(address), false, address);
  });

  it('WH1: a connection gets the checked addresses of a name, and no others', async () => {
    assert.deepEqual(await lookUp(['127.0.0.1', '1.1.1.1', '::ffff:10.0.0.1', '2606:4700::1']), [
      '1.1.1.1',
      '2606:4700::1',
    ]);
    assert.match(asText(await lookUp(['10.0.0.1', '::1'])), /KEYWARD_WEBHOOK_NETWORKS/);
    assert.match(asText(await lookUp([])), /is not at a public address/);
    assert.deepEqual(await lookUp(['10.0.0.1', '::1'], ['10.0.0.0/8']), ['10.0.0.1']);
  });

  it('WH1: an untrusted certificate and a redirect are failures', async () => {
    const keys = await generate([{ name: 'commonName', value: 'hooks.example.org' }]);
    const hits: string[] = [];
    const server = https.createServer({ key: keys.private, cert: keys.cert }, (request, response) => {
      hits.push(String(request.url));
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await using receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(307, { location: `${receiver.url}&redirected` }).end();
    const sender = createSender(
      { rule: addressRule(['127.0.0.0/8']), resolve: async () => ['127.0.0.1'], timeoutMs: 5_000 },
      1,
    );
    const untrusted = await sender.post(`https://hooks.example.org:${portOf(server)}/`, {}, '{}');
    assert.equal(untrusted.status_code, null);
    assert.match(untrusted.error ?? '', /self.signed certificate/i);
    const redirected = await sender.post(receiver.url, {}, '{}');
    assert.deepEqual(
      [redirected.status_code, redirected.error],
      [307, 'the answer was 307; redirects are not followed'],
    );
    assert.deepEqual([hits.length, receiver.received.length], [0, 1]);
    sender.close();
    await closeServer(server);
  });

  it('WH2: an answer that never ends, drips or is huge takes bounded time and memory', async () => {
    await using receiver = await startReceiver();
    const sender = createSender(
      { rule: addressRule(['127.0.0.0/8']), resolve: async () => [], timeoutMs: 300 },
      1,
    );
    let written = 0;
    receiver.answer = (response) => {
      const flood = () => {
        while (!response.destroyed && written < 1e9) {
          written += 16_384;
          if (!response.write('ü'.repeat(8_192))) return void response.once('drain', flood);
        }
      };
      flood();
    };
    const huge = await sender.post(receiver.url, {}, '{}');
    assert.deepEqual([huge.status_code, huge.error, huge.response_body], [200, null, 'ü'.repeat(512)]);
    assert.ok(written < 20_000_000, String(written));
    // The text is stored as JSON, in which such a character takes six bytes.
    receiver.answer = (response) => response.end('\u0000'.repeat(1_024));
    const controls = await sender.post(receiver.url, {}, '{}');
    assert.equal(controls.response_body, '\u0000'.repeat(170));
    receiver.answer = (response) => response.end('"'.repeat(1_024));
    const quotes = await sender.post(receiver.url, {}, '{}');
    assert.equal(Buffer.byteLength(JSON.stringify(quotes.response_body)), 1_024 + 2);
    receiver.answer = (response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    };
    const took = stopwatch();
    const dripped = await sender.post(receiver.url, {}, '{}');
    assert.equal(dripped.error, 'no complete answer within 0.3 s');
    assert.match(dripped.response_body ?? '', /^\.+$/);
    // One server accepts connections and sends nothing, the other speaks another protocol.
    for (const says of ['', 'SSH-2.0-OpenSSH\r\n']) {
      const server = createServer((socket) => void socket.on('error', () => {}).write(says)).listen(
        0,
        '127.0.0.1',
      );
      await once(server, 'listening');
      const { status_code, error } = await sender.post(`http://127.0.0.1:${portOf(server)}/`, {}, '{}');
      assert.equal(status_code, null);
      assert.notEqual(error, null);
      server.close();
    }
    assert.ok(took() < 5_000);
    // An attempt that cannot begin fails with its reason, and leaves no timer behind.
    const broken = await sender.post(receiver.url, { broken: 'a\nb' }, '{}');
    assert.match(broken.error ?? '', /invalid character/i);
    await setTimeout(350);
    sender.close();
  });
});

describe('tests of a webhook', () => {
  // A name that led to a public address when it was saved.
  const found: string[] = [];
  const keyward = suiteKeyward('sqlite', {
    parts: { webhookNetwork: { resolve: async () => found } },
  });
  const local = suiteKeyward('sqlite', { settings: LOCAL });

  it('WH1: answer 200 and say that an address was refused, without a connection', async () => {
    await using receiver = await startReceiver();
    const url = receiver.url.replace('127.0.0.1', 'hooks.example.org');
    const { id, root } = await addWebhook(keyward, url, { types: ['key.*'] });
    found.push('127.0.0.1');
    const { status, body } = await keyward.call('POST', `/webhook/${id}/test`, { token: root.token });
    assert.deepEqual([status, body['status_code'], body['response_body']], [200, null, null]);
    assert.match(asText(body['error']), /KEYWARD_WEBHOOK_NETWORKS/);
    assert.doesNotMatch(asText(body['error']), /127\.0/);
    assert.equal(receiver.received.length, 0);
  });

  it('tests send a signed event of their own type, which is not stored', async () => {
    await using receiver = await startReceiver();
    const { id, root } = await addWebhook(local, receiver.url, { enabled: false });
    receiver.answer = (response) => response.writeHead(503).end('down');
    const { status, body } = await local.call('POST', `/webhook/${id}/test`, { token: root.token });
    const { duration_ms, ...rest } = body;
    assert.equal(status, 200);
    assert.equal(typeof duration_ms, 'number');
    assert.deepEqual(rest, { status_code: 503, response_body: 'down', error: 'the answer was 503' });
    const [message] = receiver.received;
    assert.equal(message?.event.type, 'webhook.test');
    assert.deepEqual(
      await local.database.query('select id from events where uid = $1', [message?.event.id ?? '']),
      [],
    );
  });
});
