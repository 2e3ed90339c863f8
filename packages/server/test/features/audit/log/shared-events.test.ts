import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSharedEvents } from '../../../../src/features/audit/log/shared-events.ts';
import { newEvent } from '../../../../src/features/audit/events/event.ts';
import type { SessionEnd } from '../../../../src/features/audit/events/event-types.ts';

const NOON = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Ended {
  reason?: SessionEnd;
  ip?: string;
  account?: number;
}

function ended(id: number, at: number, { reason, ip, account }: Required<Ended>) {
  const session = { id, account_id: account, ip_address: ip, user_agent: '', expires_at: '' };
  const by = { actor: null, client: { ip_address: ip, user_agent: '' }, request_id: null };
  return newEvent('session.ended', { session, reason }, { by, at });
}

/** The ends of sessions of an account, and the rows that they take. */
function ends() {
  const share = createSharedEvents();
  const rows = new Map<string, number>();
  const end = (at: number, { reason = 'logout', ip = '192.0.2.1', account = 7 }: Ended = {}) => {
    const [event] = share([ended(1, at, { reason, ip, account })]);
    assert.ok(event);
    const { uid, merge_key: key } = event;
    rows.set(key ?? uid, (rows.get(key ?? uid) ?? 0) + 1);
    return key;
  };
  return { end, rows, share };
}

it('RL22: events share a row for each minute, reason and address once an account has many in a day', () => {
  const { end, rows } = ends();
  for (let index = 0; index < 1_000; index += 1) assert.equal(end(NOON), null);
  for (let index = 0; index < 500; index += 1) assert.notEqual(end(NOON), null);
  assert.equal(rows.size, 1_001);
  end(NOON, { reason: 'revoked' });
  end(NOON, { ip: '198.51.100.7' });
  end(NOON + MINUTE_MS);
  assert.equal(rows.size, 1_004);
  assert.equal(end(NOON, { account: 8 }), null);
  assert.equal(end(NOON + DAY_MS), null);
});

it('RL22: any number of addresses takes eleven rows a minute', () => {
  const { end, rows } = ends();
  for (let index = 0; index < 1_000; index += 1) end(NOON);
  for (let index = 0; index < 200; index += 1) end(NOON, { ip: `198.51.100.${index}` });
  assert.equal(rows.size, 1_011);
  end(NOON, { ip: '198.51.100.3' });
  assert.equal(rows.size, 1_011);
});

it('P18-3: names every session that one act has ended', () => {
  const { end, rows, share } = ends();
  for (let index = 0; index < 1_001; index += 1) end(NOON, { reason: 'limit' });
  const about = { reason: 'password_changed', ip: '192.0.2.1', account: 7 } as const;
  const act = (...ids: number[]) => share(ids.map((id) => ended(id, NOON + 1, about)));
  const [told, ...more] = act(4, 5, 6);
  assert.ok(told);
  assert.deepEqual([more, told.count, Object(JSON.parse(told.data)).sessions], [[], 3, [4, 5, 6]]);
  assert.ok(told.merge_key !== null && !rows.has(told.merge_key));
  // P19-1.
  const [thiefs] = share([ended(7, NOON, about)]);
  const [single] = act(8);
  assert.notEqual(single?.merge_key, thiefs?.merge_key);
  assert.deepEqual([single?.count, Object(JSON.parse(single?.data ?? '')).sessions], [1, undefined]);
});
