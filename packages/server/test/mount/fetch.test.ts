import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { describe, it } from 'node:test';
import type { KeywardOptions } from '../../src/index.ts';
import { createFetchHandler } from '../../src/mount/fetch-handler.ts';
import { createInFlight } from '../../src/mount/in-flight.ts';
import { startKeyward } from '../support/keyward.ts';
import { ADA, bearer, bodyOf, direct, json, type Mounted, mounted, signUp } from './mounted.ts';
import { stopwatch, until } from '../support/until.ts';

const UNLIMITED = { most: Infinity, perAddress: Infinity, trustedProxies: [] };

const ROOT = { email: 'root@example.org', password: 'Superadmin-1' };

/** The address that a session is kept with when it begins by such a request. */
async function addressSeen(
  options: KeywardOptions,
  context?: object,
  forwardedFor?: string,
): Promise<unknown> {
  await using service = await mounted(options);
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const request = new Request('http://localhost/auth/signup/password', json(ADA, headers));
  const { access_token: token } = await bodyOf(await service.keyward.fetch(request, context));
  const me = await bodyOf(await direct(service.keyward)('/auth/me', bearer(String(token))));
  return Object(me['session']).ip_address;
}

async function rootToken({ keyward }: Mounted): Promise<string> {
  const answer = await direct(keyward)(
    '/auth/login',
    json({ identifier: ROOT.email, password: ROOT.password }),
  );
  return String((await bodyOf(answer))['access_token']);
}

describe('keyward.fetch', () => {
  it('takes the address of the client from the host, and from headers only behind a trusted proxy', async () => {
    assert.equal(await addressSeen({}), 'unknown');
    assert.equal(await addressSeen({}, undefined, '198.51.100.1'), 'unknown');
    assert.equal(await addressSeen({}, { clientAddress: '203.0.113.7' }, '198.51.100.1'), '203.0.113.7');
    assert.equal(await addressSeen({ clientAddress: () => '203.0.113.8' }), '203.0.113.8');
    const trustedProxies = ['10.0.0.0/8'];
    assert.equal(
      await addressSeen({ trustedProxies }, { clientAddress: '10.0.0.1' }, '198.51.100.1'),
      '198.51.100.1',
    );
    assert.equal(await addressSeen({ trustedProxies }, undefined, '198.51.100.1'), 'unknown');
    // The arguments of other frameworks are ignored.
    assert.equal(await addressSeen({}, { params: Promise.resolve({}) }), 'unknown');
  });

  it('does not open the mailbox to requests that only look local', async () => {
    await using service = await mounted();
    const request = new Request('http://127.0.0.1:4000/mailbox/mails');
    assert.equal((await service.keyward.fetch(request, { clientAddress: '127.0.0.1' })).status, 401);
  });

  it('stops reading a body that continues for too long', async () => {
    await using service = await mounted();
    let given = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await wait(0);
        given += 16_384;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const request = new Request('http://localhost/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    });
    const answer = await service.keyward.fetch(request);
    assert.equal(answer.status, 413);
    assert.equal((await bodyOf(answer))['error'], 'BodyTooLargeError');
    // Only a reader, which locks it, can go on.
    await until(() => request.body?.locked === false, 'it is read no more');
    assert.ok(given < 1_000_000, `${given} bytes were read`);
  });

  it('passes several cookies on, and answers HEAD and 204 without a body', async () => {
    await using service = await mounted({ tokens: { dualTokenMode: true }, superadmin: ROOT });
    const send = direct(service.keyward);
    const token = await rootToken(service);
    const saved = await send('/auth/config/cookie', json({ cookie_mode: true }, bearer(token).headers));
    assert.equal(saved.status, 200, await saved.text());
    const login = await send('/auth/login', json({ identifier: ROOT.email, password: ROOT.password }));
    assert.equal(login.headers.getSetCookie().length, 3);
    const head = await send('/auth/config/pulse', { method: 'HEAD' });
    assert.deepEqual([head.status, head.body], [200, null]);
    const preflight = await send('/auth/login', {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
    });
    assert.deepEqual([preflight.status, preflight.body], [204, null]);
  });

  it('rejects when the request is aborted, before and while it is answered', async () => {
    await using service = await mounted();
    const reason = new Error('gone');
    const request = (signal: AbortSignal) =>
      service.keyward.fetch(new Request('http://localhost/auth/login', { ...json(ADA), signal }));
    await assert.rejects(request(AbortSignal.abort(reason)), reason);
    const later = new AbortController();
    const answer = request(later.signal);
    later.abort(reason);
    await assert.rejects(answer, reason);
  });

  it('cuts off a stream whose reader falls behind by more than a megabyte', async () => {
    await using service = await mounted({ superadmin: ROOT });
    const token = bearer(await rootToken(service));
    const [slow, fast] = await Promise.all(
      [1, 2].map(async () => {
        const stream = await direct(service.keyward)('/log/app/stream', token);
        return stream.body?.getReader() ?? assert.fail('no body');
      }),
    );
    assert.ok(slow !== undefined && fast !== undefined);
    await slow.read();
    const { log } = service.keyward;
    const message = 'much '.repeat(400);
    for (let round = 0; round < 20; round += 1) {
      for (let written = 0; written < 100; written += 1) log.write({ event: 'much', message });
      log.write({ event: 'much', message: `end of round ${round}` });
      // A reader gets the complete answer.
      let told = '';
      while (!told.includes(`end of round ${round}`))
        told += Buffer.from((await fast.read()).value ?? []).toString();
    }
    let read = 0;
    await assert.rejects(async () => {
      for (;;) read += (await slow.read()).value?.length ?? assert.fail('it ended as if all were told');
    }, /aborted|terminated/);
    assert.ok(read < 2_000_000, `${read} bytes waited for the reader`);
  });

  it('ends a stream when its reader goes, and at the end of the service', async () => {
    const service = await mounted({ superadmin: ROOT });
    const send = direct(service.keyward);
    const token = bearer(await rootToken(service));
    // Ten streams are the most that an account may have.
    for (let opened = 0; opened < 15; opened += 1) {
      const stream = await send('/log/server/stream', token);
      assert.equal(stream.status, 200);
      await stream.body?.cancel();
      await wait(5);
    }
    const last = await send('/log/server/stream', token);
    const took = stopwatch();
    const [, text] = await Promise.all([service[Symbol.asyncDispose](), last.text()]);
    assert.equal(typeof text, 'string');
    assert.ok(took() < 2_000);
    const late = await send('/auth/config/pulse');
    assert.equal(late.status, 503);
    assert.equal((await bodyOf(late))['error'], 'ServiceUnavailableError');
  });

  it('RL17: leaves nothing behind of a request that cannot be sent', async () => {
    const service = await mounted({
      clientAddress: (request) => (request.headers.has('x-throw') ? assert.fail('no address') : undefined),
    });
    const { fetch: send } = service.keyward;
    const login = () => new Request('http://localhost/auth/login', json(ADA));
    const [read, locked, failing] = [login(), login(), login()];
    await read.text();
    const reader = locked.body?.getReader();
    await assert.rejects(send(read), /has been read/);
    await assert.rejects(send(locked), /has been read/);
    reader?.releaseLock();
    failing.headers.set('x-throw', '1');
    await assert.rejects(send(failing), /no address/);
    const broken = new ReadableStream({ pull: () => Promise.reject(new Error('the client is gone')) });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, duplex: 'half' } as const;
    await assert.rejects(send(new Request('http://localhost/auth/login', { ...init, body: broken })), /gone/);
    const control = new Request('http://localhost/livez', { headers: { 'x-odd': 'a\u0001b' } });
    const answer = await send(control);
    assert.deepEqual([answer.status, (await bodyOf(answer))['error']], [400, 'MalformedRequestError']);
    // Requests in progress would be waited for.
    const took = stopwatch();
    await service[Symbol.asyncDispose]();
    assert.ok(took() < 2_000);
  });

  it('RL9: answers 408 when a body never ends, and stops reading it', async () => {
    await using service = await startKeyward('sqlite');
    const { server } = service.app.server;
    server.requestTimeout = 100;
    const inFlight = createInFlight(UNLIMITED);
    const send = createFetchHandler({ server, inFlight, clientAddress: undefined, compress: false });
    let pulls = 0;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
      pull: () => void (pulls += 1),
    });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    const answer = await send(new Request('http://localhost/auth/login', init));
    assert.deepEqual([answer.status, (await bodyOf(answer))['error']], [408, 'RequestTimeoutError']);
    const pulled = pulls;
    await inFlight.drain();
    assert.equal(pulls, pulled);
  });

  it('survives an answer that comes before the end of a body that the host made from an iterator', async () => {
    await using service = await startKeyward('sqlite');
    const { server } = service.app.server;
    const send = createFetchHandler({
      server,
      inFlight: createInFlight(UNLIMITED),
      clientAddress: undefined,
      compress: false,
    });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer none' };
    for (const path of ['/auth/nowhere', '/auth/me', '/auth/account/']) {
      const body = Readable.from([Buffer.from('{"name":"A"}')], { objectMode: false });
      const init = { method: 'PATCH', headers, body, duplex: 'half' };
      // The types of the standard do not know of iterators.
      const answer = await send(new Request(`http://localhost${path}`, Object(init)));
      assert.ok(answer.status >= 400);
      await answer.text();
    }
    // An error would come in a later turn.
    await setImmediate();
  });

  it('RL14: holds no connection for an answer that the host does not read; streams have their own rule', async () => {
    await using service = await startKeyward('sqlite', {
      parts: { readingPace: { bytes: 100_000, ms: 100, checkMs: 20 } },
    });
    const { id, token } = await service.signUp();
    await service.database.query("update accounts set role = 'superadmin' where id = $1", [id]);
    const { server } = service.app.server;
    const [answers, streams] = [createInFlight(UNLIMITED), createInFlight(UNLIMITED)];
    const [send, follow] = [answers, streams].map((inFlight) =>
      createFetchHandler({ server, inFlight, clientAddress: undefined, compress: false }),
    );
    const stream = await follow?.(new Request('http://localhost/log/app/stream', bearer(token)));
    const { logs } = service.app.services;
    for (let count = 0; count < 400; count += 1) {
      logs.write({ event: 'much', message: 'x'.repeat(1_000) });
      // In several writes, of which some wait.
      if (count % 100 === 0) await logs.list();
    }
    const answer = await send?.(new Request('http://localhost/openapi.json'));
    const took = stopwatch();
    await answers.drain();
    assert.ok(took() < 2_000);
    await assert.rejects(async () => answer?.text());
    await wait(400);
    const reader = stream?.body?.getReader();
    let read = 0;
    while (read < 400_000) read += (await reader?.read())?.value?.length ?? assert.fail('it has ended');
    await reader?.cancel();
    await streams.drain();
  });

  it('RL14: holds a piece of each answer that waits to be read, and not all of it', async () => {
    await using service = await mounted({});
    const get = direct(service.keyward);
    const { length } = await (await get('/reference/script.js')).text();
    const before = process.memoryUsage().arrayBuffers;
    const answers: Response[] = [];
    while (answers.length < 15) answers.push(await get('/reference/script.js'));
    const held = process.memoryUsage().arrayBuffers - before;
    assert.ok(held < 2 * length, `${held} bytes`);
    assert.equal((await answers[0]?.text())?.length, length);
    await Promise.all(answers.map(async ({ body, bodyUsed }) => (bodyUsed ? null : body?.cancel())));
  });

  it('waits for no body that the answer does not need', async () => {
    await using service = await startKeyward('sqlite');
    const { server } = service.app.server;
    server.requestTimeout = 100;
    const inFlight = createInFlight(UNLIMITED);
    const send = createFetchHandler({ server, inFlight, clientAddress: undefined, compress: false });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'PATCH', headers, body: new ReadableStream(), duplex: 'half' } as const;
    const answer = await send(new Request('http://localhost/auth/me', init));
    assert.deepEqual([answer.status, (await bodyOf(answer))['error']], [401, 'TokenMissingError']);
    await inFlight.drain();
  });

  it('finishes running requests before the service ends', async () => {
    const service = await mounted();
    const signingUp = signUp(direct(service.keyward));
    await wait(1);
    await Promise.all([signingUp, service[Symbol.asyncDispose]()]);
  });
});
