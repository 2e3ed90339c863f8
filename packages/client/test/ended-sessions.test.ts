import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Account, KeywardEvent, TokenClaims } from '../src/api.ts';
import { createEndedSessions, type EndingEvent, SKEW_MS } from '../src/ended-sessions.ts';

const MINUTE = 60_000;
const LONGEST = 15 * MINUTE;
const START = 1_795_000_000_000;

const ORIGIN = { actor: null, client: null, request_id: null };
const at = (ms: number) => new Date(ms).toISOString();

function ended(sid: number, ms: number, count?: number, sessions?: number[]): EndingEvent {
  const session = { id: sid, account_id: 1, ip_address: '', user_agent: '', expires_at: '' };
  return {
    id: 'evt_1',
    type: 'session.ended',
    timestamp: at(ms),
    data: {
      session,
      reason: 'logout',
      ...ORIGIN,
      ...(count !== undefined && { count }),
      ...(sessions !== undefined && { sessions }),
    },
  };
}

function cleared(ms: number): EndingEvent {
  // Without a zone, as the service tells it.
  const data = { all_before: at(ms).slice(0, -1), reason: 'cleared' as const, ...ORIGIN };
  return { id: 'evt_1', type: 'sessions.ended_by_superadmin', timestamp: at(ms), data };
}

function account(
  type: 'account.deleted' | 'account.status_changed',
  id: number,
  status: string,
  ms: number,
): EndingEvent {
  const about: Pick<Account, 'id' | 'status'> = { id, status };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest is not looked at
  return { id: 'evt_1', type, timestamp: at(ms), data: { account: about, ...ORIGIN } } as KeywardEvent<
    typeof type
  >;
}

function token(sid: number, issued: number, life = LONGEST, aid = 1): TokenClaims {
  const iat = Math.floor(issued / 1000);
  return { aid, sid, type: 'access', iat, exp: iat + life / 1000, jti: 'x' };
}

function started(longest = LONGEST) {
  let time = START;
  const list = createEndedSessions(() => time, longest);
  list.reachesBackTo(START - longest - 2 * SKEW_MS);
  return { list, now: () => time, advance: (ms: number) => (time += ms) };
}

describe('refuses an ended session, and forgets it once all its tokens must have expired', () => {
  it('refuses a session that ended, and forgets it when every token of it must have expired', () => {
    const { list, now, advance } = started();
    list.apply(ended(7, now()));
    assert.equal(list.judge(token(7, now() - MINUTE)), 'SessionDestroyedError');
    assert.equal(list.judge(token(8, now() - MINUTE)), 'good');
    advance(LONGEST);
    list.forget();
    assert.equal(list.size(), 1, 'clocks differ');
    advance(SKEW_MS + 1);
    list.forget();
    assert.equal(list.size(), 0);
    list.apply(ended(9, START));
    assert.equal(list.size(), 0, 'it is too old to matter');
  });

  it('does not decide about a token older than the list, until the service confirms its session', () => {
    const list = createEndedSessions(() => START, LONGEST);
    const old = token(7, START - MINUTE);
    assert.equal(list.judge(old), 'unknown', 'it knows nothing yet');
    list.reachesBackTo(START - 5 * MINUTE);
    assert.equal(list.judge(old), 'good');
    const older = token(7, START - 5 * MINUTE);
    assert.equal(list.judge(older), 'unknown');
    const asked = list.changes();
    list.apply(ended(8, START));
    list.vouch(7, asked);
    assert.equal(list.judge(older), 'unknown', 'something happened after the question');
    list.vouch(7, list.changes());
    assert.equal(list.judge(older), 'good');
    list.apply(ended(7, START));
    assert.equal(list.judge(older), 'SessionDestroyedError');
  });

  it('refuses all sessions that began before a time, in UTC, and does not decide about those near it', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    const { list, now, advance } = started();
    list.apply(cleared(now()));
    assert.equal(list.judge(token(1, now() - 3 * MINUTE)), 'SessionDestroyedError');
    for (const offset of [-30_000, 0, 30_000]) assert.equal(list.judge(token(2, now() + offset)), 'unknown');
    list.vouch(2, list.changes());
    assert.equal(list.judge(token(2, now())), 'unknown', 'it may be about to end');
    advance(2 * MINUTE);
    assert.equal(list.judge(token(3, now())), 'good');
    list.vouch(2, list.changes());
    assert.equal(list.judge(token(2, START)), 'good');
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('P18-3: refuses all sessions that one act has ended', () => {
    const { list, now } = started();
    list.apply(ended(7, now(), 2, [7, 8]));
    const judged = [7, 8, 9].map((sid) => list.judge(token(sid, now() - MINUTE)));
    assert.deepEqual(judged, ['SessionDestroyedError', 'SessionDestroyedError', 'unknown']);
  });

  it('asks about the sessions of an account whose ends share an event', () => {
    const { list, now, advance } = started();
    const mine = token(7, now() - MINUTE);
    const [others, theirs] = [token(8, now() - MINUTE), token(9, now() - MINUTE, LONGEST, 2)];
    list.apply(ended(7, now(), 1));
    assert.equal(list.judge(mine), 'SessionDestroyedError');
    assert.equal(list.judge(others), 'unknown');
    assert.equal(list.judge(theirs), 'good');
    list.vouch(8, list.changes());
    assert.equal(list.judge(others), 'unknown', 'it may end within the minute');
    advance(MINUTE + SKEW_MS + 1);
    list.vouch(8, list.changes());
    assert.equal(list.judge(others), 'good');
  });

  it('refuses accounts that are deleted or not active', () => {
    const { list, now } = started();
    const mine = token(7, now() - MINUTE);
    list.apply(account('account.status_changed', 1, 'suspended', now()));
    assert.equal(list.judge(mine), 'AccountInactiveError');
    assert.equal(list.judge({ ...mine, aid: 2 }), 'good');
    list.apply(account('account.status_changed', 1, 'active', now()));
    assert.equal(list.judge(mine), 'good');
    list.apply(account('account.deleted', 1, 'active', now()));
    assert.equal(list.judge(mine), 'SessionDestroyedError');
  });

  it('does not decide about a token that lives longer than expected, if its session may be forgotten', () => {
    const { list, now, advance } = started();
    const long = token(7, now(), 10 * LONGEST);
    list.apply(ended(7, now() + MINUTE));
    advance(2 * LONGEST);
    list.forget();
    assert.equal(list.judge(long), 'unknown');
    list.apply(ended(8, now()));
    advance(2 * LONGEST);
    list.forget();
    assert.equal(list.size(), 1, 'from now on it remembers for as long');
  });

  it('is never wrong in a thousand random histories', () => {
    let seed = 20_261_122;
    // https://en.wikipedia.org/wiki/Linear_congruential_generator
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let good = 0;
    let refused = 0;
    for (let history = 0; history < 1_000; history += 1) {
      const { list, now, advance } = started();
      const alive = new Map<number, number>();
      const tokens: TokenClaims[] = [];
      let next = 1;
      for (let step = 0; step < 40; step += 1) {
        advance(random(2 * MINUTE));
        const sids = [...alive.keys()];
        const sid = sids[random(sids.length)] ?? 0;
        const act = random(10);
        if (act < 4 || sid === 0) {
          alive.set(next, 1 + random(3));
          tokens.push(token(next, now(), LONGEST, alive.get(next)));
          next += 1;
        } else if (act < 6)
          tokens.push(token(sid, now(), random(8) === 0 ? 4 * LONGEST : LONGEST, alive.get(sid)));
        else if (act < 8) {
          alive.delete(sid);
          list.apply(ended(sid, now()));
        } else if (act === 8) {
          const aid = alive.get(sid) ?? 0;
          list.apply(account('account.status_changed', aid, 'suspended', now()));
          for (const [one, owner] of alive)
            if (owner === aid) {
              alive.delete(one);
              list.apply(ended(one, now()));
            }
          list.apply(account('account.status_changed', aid, 'active', now()));
        } else if (random(3) === 0) {
          alive.clear();
          list.apply(cleared(now()));
        }
        list.forget();
        for (const claims of tokens) {
          if (claims.exp * 1000 <= now()) continue;
          const verdict = list.judge(claims);
          const lives = alive.has(claims.sid);
          assert.ok(verdict !== (lives ? 'SessionDestroyedError' : 'good'), `${history}.${step}: ${verdict}`);
          if (verdict === 'good') good += 1;
          else if (verdict !== 'unknown') refused += 1;
          else if (random(2) === 0 && lives) list.vouch(claims.sid, list.changes());
        }
      }
    }
    assert.ok(good > 10_000 && refused > 10_000, `${good} ${refused}`);
  });
});
