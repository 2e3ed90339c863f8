import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { guardStreams, type Guarded } from '../../src/features/sessions/stream-guard.ts';
import { createFakeClock } from '../support/fake-clock.ts';

it('reports a stream that fails to end, and ends the others', async (test) => {
  test.mock.timers.enable({ apis: ['setInterval'] });
  const broken = new Error('cannot end');
  const away = new Error('cannot list');
  const reported: unknown[] = [];
  let ended = 0;
  let open: () => Guarded[] = () => [
    {
      sessionId: 1,
      token: 'a',
      end() {
        throw broken;
      },
    },
    { sessionId: 2, token: 'b', end: () => void (ended += 1) },
  ];
  const stop = guardStreams({
    open: () => open(),
    store: { ofSuperadmins: () => Promise.resolve(new Set<number>()) },
    factorsAsked: () => null,
    tokens: { verify: () => Promise.reject(new Error('nobody asks')) },
    clock: createFakeClock(),
    report: (error) => reported.push(error),
  });
  const tick = async () => {
    test.mock.timers.tick(1_000);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  };
  await tick();
  assert.deepEqual([reported, ended], [[broken], 1]);
  open = () => {
    throw away;
  };
  await tick();
  assert.deepEqual(reported, [broken, away]);
  stop();
});
