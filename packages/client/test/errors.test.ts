import assert from 'node:assert/strict';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { after, describe, it } from 'node:test';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import { PASSWORD } from '../../server/test/support/keyward.ts';
import { closeServer, portOf } from '../../server/test/support/servers.ts';
import { createClient, KeywardError, memoryStorage } from '../src/index.ts';
import { countingClient, dataOf, errorOf, signedIn } from './support/people.ts';

describe('errors', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });

  /** The address of a server that answers as configured. */
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    after(() => closeServer(server));
    return `http://127.0.0.1:${portOf(server)}`;
  }
  const pulse = (url: string, signal?: AbortSignal) =>
    createClient({ url }).config.pulse(undefined, signal && { signal });

  it('carry everything that the service says', async () => {
    const { client } = countingClient(keyward.url);
    const login = { identifier: 'nobody@example.org', password: PASSWORD };
    const wrong = errorOf(await client.login(login), 'InvalidCredentialsError');
    assert.ok(wrong instanceof KeywardError && wrong instanceof Error);
    assert.equal(wrong.name, 'InvalidCredentialsError');
    assert.equal(wrong.code, 'invalid_credentials');
    assert.equal(wrong.status, 401);
    assert.match(wrong.message, /wrong/);
    assert.match(wrong.requestId ?? '', /^[0-9a-f-]{36}$/);

    const invalid = errorOf(
      await client.signupWithPassword({ name: 'Ada', email: 'x', password: PASSWORD }),
      'ValidationError',
    );
    assert.equal(invalid.status, 422);
    assert.equal(invalid.details?.fields?.[0]?.path, 'email');

    dataOf(await client.sendOtp({ purpose: 'signup', email: 'a@example.org' }));
    const limited = errorOf(
      await client.sendOtp({ purpose: 'signup', email: 'a@example.org' }),
      'RateLimitedError',
    );
    assert.ok((limited.retryAfter ?? 0) > 0);
    assert.equal(wrong.retryAfter, undefined);
    errorOf(await (await signedIn(keyward)).client.config.counts(), 'RoleMismatchError');
  });

  it('report failures of the network', async () => {
    const url = await serve((request) => request.socket.destroy());
    const error = errorOf(await pulse(url), 'NetworkError');
    assert.equal(error.status, 0);
    assert.ok(error.cause instanceof Error);
    assert.ok(error.message.startsWith(`No answer from ${url}/auth/config/pulse. Does the service run`));
  });

  it('report an invalid address when the client is created', () => {
    for (const url of [
      '127.0.0.1:4000',
      'localhost:4000',
      'not an address',
      'http://',
      undefined,
      new URL('http://x'),
    ]) {
      const make = () =>
        createClient({
          // @ts-expect-error -- from a program without types
          url,
        });
      assert.throws(make, /^TypeError: url is .*http:\/\/127\.0\.0\.1:4000$/);
    }
    for (const url of ['', '/behind', 'https://auth.example.org']) createClient({ url });
  });

  it('report a response body that breaks off', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{', () => request.socket.destroy());
    });
    errorOf(await pulse(url), 'NetworkError');
  });

  it('report a timeout before an answer, or in the middle of one', async () => {
    for (const listener of [
      () => {},
      (_: unknown, response: ServerResponse) => void response.writeHead(200).write('{'),
    ]) {
      const client = createClient({ url: await serve(listener), timeoutMs: 100 });
      errorOf(await client.config.pulse(), 'TimeoutError');
    }
  });

  it('report an aborted signal, whatever its reason', async () => {
    const url = await serve(() => {});
    errorOf(await pulse(url, AbortSignal.abort('because')), 'AbortError');
    const controller = new AbortController();
    const answer = pulse(url, controller.signal);
    controller.abort();
    errorOf(await answer, 'AbortError');
  });

  it('report answers that do not come from the service', async () => {
    for (const [status, type, body] of [
      [200, 'text/html', '<html>'],
      [200, 'application/json', '{'],
      [502, 'text/html', 'Bad gateway'],
      [500, 'application/json', '{"error": "Oops"}'],
      [500, 'application/json', 'null'],
    ] as const) {
      const url = await serve((_, response) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      );
      assert.equal(errorOf(await pulse(url), 'UnexpectedResponseError').status, status);
    }
  });

  it('report calls that cannot be made, and results that cannot be kept', async () => {
    const { client, requests } = countingClient(keyward.url);
    for (const name of ['', '.', '..']) errorOf(await client.logs.deleteSnapshot({ name }), 'ClientError');
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    // @ts-expect-error -- from a program without types
    errorOf(await client.login(circular), 'ClientError');
    assert.deepEqual(requests, []);
    let tries = 0;
    const storage = {
      ...memoryStorage(),
      setItem() {
        tries += 1;
        throw new Error('The quota is exceeded');
      },
    };
    const full = countingClient(keyward.url, { storage }).client;
    const person = { name: 'Ada', email: 'full@example.org', password: PASSWORD };
    assert.match(errorOf(await full.signupWithPassword(person), 'ClientError').message, /quota/);
    assert.equal(tries, 1);
  });
});
