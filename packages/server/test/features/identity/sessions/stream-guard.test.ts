import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { guardStreams } from '../../../../src/features/identity/sessions/stream-guard.ts';
import type { Guarded } from '../../../../src/features/audit/log/guarded-response.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

it('reports a stream that fails to end, and ends the streams of all others who have lost access', async (test) => {
  test.mock.timers.enable({ apis: ['setInterval'] });
  const broken = new Error('cannot end');
  const away = new Error('cannot list');
  const reported: unknown[] = [];
  let ended = 0;
  let open: () => Guarded[] = () => [
    {
      right: { sessionId: 1, token: 'a' },
      end() {
        throw broken;
      },
    },
    { right: { sessionId: 2, token: 'b' }, end: () => void (ended += 1) },
    { right: { keyId: 3 }, end: () => void (ended += 1) },
    { right: { keyId: 4 }, end: () => void (ended += 100) },
    { right: null, end: () => void (ended += 100) },
  ];
  const stop = guardStreams({
    open: () => open(),
    sessions: { ofSuperadmins: () => Promise.resolve(new Set<number>()) },
    apiKeys: { live: () => Promise.resolve(new Set([4])) },
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
  assert.deepEqual([reported, ended], [[broken], 2]);
  open = () => {
    throw away;
  };
  await tick();
  assert.deepEqual(reported, [broken, away]);
  stop();
});
