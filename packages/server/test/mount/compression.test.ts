import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOSTS } from './hosts.ts';
import { direct, mounted, type Send } from './mounted.ts';

const PATHS = ['/openapi.json', '/llms-full.txt', '/docs', '/docs/providers', '/reference/script.js'];

/** The paths, and a file that the page of the documentation loads, that are compressed for a client that takes it. */
async function compressed(send: Send): Promise<string[]> {
  const page = await (await send('/docs')).text();
  const file = /\/web\/[\w./-]+\.css/.exec(page)?.[0];
  assert.ok(file !== undefined, 'the pages are built');
  const found: string[] = [];
  for (const path of [...PATHS, file]) {
    const answer = await send(path, { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(answer.status, 200, path);
    if (answer.headers.get('content-encoding') === 'gzip') found.push(path);
    await answer.arrayBuffer();
  }
  return found;
}

describe('compression in a host', () => {
  for (const [option, inNode, inFetch] of [
    [undefined, 6, 0],
    [true, 6, 6],
    [false, 0, 0],
  ] as const)
    it(`compress: ${option} compresses ${inNode} of 6 answers of node, ${inFetch} of fetch`, async () => {
      await using service = await mounted({ compress: option });
      const start = HOSTS['node:http'];
      assert.ok(start !== undefined);
      await using host = await start(service.keyward);
      assert.equal((await compressed(host.send)).length, inNode);
      assert.equal((await compressed(direct(service.keyward))).length, inFetch);
    });

  it('does not compress for a client that refuses it', async () => {
    await using service = await mounted({ compress: true });
    for (const [accepted, encoding] of [
      ['gzip;q=0, *', null],
      ['br, gzip;q=0.000', null],
      ['gzip;q=0.5', 'gzip'],
    ] as const) {
      const answer = await direct(service.keyward)('/docs', { headers: { 'accept-encoding': accepted } });
      assert.equal(answer.headers.get('content-encoding'), encoding, accepted);
      await answer.arrayBuffer();
    }
  });
});
