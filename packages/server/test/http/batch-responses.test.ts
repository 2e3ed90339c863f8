import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { batchResponses } from '../../src/http/wire/batch-responses.ts';

async function serve() {
  const reported: unknown[] = [];
  const app = Fastify({ forceCloseConnections: true });
  batchResponses(app, (error) => reported.push(error));
  app.get('/good', async () => 'good');
  // Node.js refuses it when the head is written.
  app.get('/bad', async (_request, reply) => reply.header('x-bad', 'a\nb').send('bad'));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, reported, [Symbol.asyncDispose]: () => app.close() };
}

describe('answers that are written together', () => {
  it('all leave, in any number', async () => {
    await using server = await serve();
    for (const number of [1, 15, 16, 17, 100]) {
      const answers = await Promise.all(
        Array.from({ length: number }, async () => (await fetch(`${server.url}/good`)).text()),
      );
      assert.deepEqual(answers, Array(number).fill('good'));
    }
  });

  it('leave although one of them cannot be written, which is reported and ends its connection', async () => {
    await using server = await serve();
    const paths = ['/good', '/bad', '/good', '/bad', '/good'];
    const answers = await Promise.allSettled(paths.map((path) => fetch(server.url + path)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      paths.map((path) => (path === '/good' ? 'fulfilled' : 'rejected')),
    );
    assert.match(String(server.reported), /^TypeError.*"x-bad".*,TypeError.*"x-bad"/);
  });
});
