import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { startKeyward } from '../support/keyward.ts';
import { until } from '../support/until.ts';

const REQUEST = 'GET /livez HTTP/1.1\r\nhost: keyward\r\n\r\n';

describe('connections that are to begin anew', () => {
  it('end with an answer, and only when every request on them has one', async () => {
    await using keyward = await startKeyward('sqlite', { inOneProcess: true });
    const socket = connect(keyward.port, '127.0.0.1');
    const closed = once(socket, 'close');
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    const answers = () => text.split('HTTP/1.1 200').length - 1;

    socket.write(REQUEST);
    await until(() => answers() === 1, 'the first answer');
    keyward.app.renewConnections();
    socket.write(REQUEST.repeat(3));
    await closed;
    assert.equal(answers(), 4, text);
    assert.equal(text.match(/^connection: close/gim)?.length, 1, text);

    const { headers } = await fetch(`${keyward.url}/livez`);
    assert.equal(headers.get('connection'), 'keep-alive');
  });
});
