import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { waitUntilReady } from '../../src/cli/ready.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { runHere } from '../support/command-line.ts';
import { startKeyward } from '../support/keyward.ts';
import { portOf } from '../support/servers.ts';

describe('ready', () => {
  it('finds a running service where the settings listen', async () => {
    await using keyward = await startKeyward('sqlite');
    const { code, stdout, stderr } = await runHere(['ready', '--timeout', '0'], {
      env: { KEYWARD_PORT: String(keyward.port) },
    });
    assert.deepEqual([code, stdout, stderr], [0, `${keyward.url} is ready.\n`, '']);
  });

  it('waits while its database does not answer', async () => {
    const answers = [503, 503, 200];
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(answers.shift() ?? 500).end();
    });
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve(portOf(server))),
    );
    await waitUntilReady(`http://127.0.0.1:${port}/`, 10_000, { ...systemClock, sleep: async () => {} });
    assert.deepEqual(paths, ['/readyz', '/readyz', '/readyz']);
    answers.push(503);
    const late = await runHere(['ready', '--timeout', '0', '--url', `http://127.0.0.1:${port}`]);
    assert.deepEqual(
      [late.code, late.stderr],
      [1, `keyward: http://127.0.0.1:${port} is not ready after 0 s: its database does not answer\n`],
    );
    server.close();
  });

  it('ends with 1 and the reason after the timeout', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = portOf(server);
    await new Promise((resolve) => server.close(resolve));
    const { code, stdout, stderr } = await runHere(['ready', '--timeout', '0', '--port', String(port)]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(
      stderr,
      `keyward: http://127.0.0.1:${port} is not ready after 0 s: nothing listens at this address\n`,
    );
    const wrong = await runHere(['ready', '--timeout', 'soon']);
    assert.equal(wrong.code, 2);
  });
});
