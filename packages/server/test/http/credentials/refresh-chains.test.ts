import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { KeywardError } from '../../../src/errors.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import type { TestKeyward } from '../../support/keyward.ts';
import { claimsOf, suiteKeyward } from '../expectations.ts';
import { addPerson, CLIENT, newSession } from '../people.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

type Step =
  /** Refreshes with a token of the chain, counted back from the newest. */
  { kind: 'refresh'; back: number } | { kind: 'wait'; ms: number } | { kind: 'logout' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 18, arbitrary: fc.record({ kind: fc.constant('refresh'), back: fc.nat({ max: 3 }) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      ms: fc.constantFrom(
        SECOND,
        14 * SECOND,
        29 * SECOND,
        30 * SECOND,
        31 * SECOND,
        HOUR,
        23 * HOUR,
        3 * DAY,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('logout') }) },
);

interface Link {
  token: string;
  expiresAt: number;
  /** The time at which a successor replaced it. */
  replacedAt?: number;
}

/** A model of a session's chain of refresh tokens, without store and JWTs. */
interface Model {
  chain: Link[];
  endsAt: number;
  alive: boolean;
  lifetime: number;
}

type Expected = 'refused' | 'newest' | 'next';

function expectRefresh(model: Model, link: Link, now: number): Expected {
  if (!model.alive || now >= model.endsAt || now >= link.expiresAt) return 'refused';
  if (link.replacedAt === undefined) return 'next';
  if (now - link.replacedAt <= 30 * SECOND) return 'newest';
  model.alive = false;
  return 'refused';
}

async function check(keyward: TestKeyward, id: number, lifetime: number, steps: Step[]): Promise<void> {
  const { sessions, store } = keyward.app.services;
  const { clock } = keyward;
  const begun = await newSession(keyward, id);
  const endsAt = clock.now() + 7 * DAY;
  const model: Model = { chain: [], endsAt, alive: true, lifetime };
  const append = (token: string) => {
    const last = model.chain.at(-1);
    if (last !== undefined) last.replacedAt = clock.now();
    model.chain.push({ token, expiresAt: Math.min(clock.now() + lifetime, endsAt) });
  };
  append(begun.refreshToken);
  let access = { token: begun.token, expiresAt: clock.now() + 15 * 60 * SECOND };

  for (const { kind, ...detail } of steps) {
    if (kind === 'wait' && 'ms' in detail) clock.advance(detail.ms);
    if (kind === 'logout') {
      model.alive = false;
      await store.sessions.end(Number(claimsOf(begun.token)['sid']), 0);
    }
    if (kind === 'refresh' && 'back' in detail) {
      const link = model.chain[Math.max(0, model.chain.length - 1 - detail.back)];
      assert.ok(link);
      const newest = model.chain.at(-1)?.token;
      const expected = expectRefresh(model, link, clock.now());
      const answer = await sessions.refresh(link.token, CLIENT).catch((error: unknown) => {
        assert.ok(error instanceof KeywardError);
        assert.equal(error.kind, 'InvalidTokenError');
        return null;
      });
      assert.equal(
        answer === null ? 'refused' : answer.refreshToken === newest ? 'newest' : 'next',
        expected,
      );
      if (answer !== null) {
        const known = model.chain.some(({ token }) => token === answer.refreshToken);
        assert.equal(known, expected === 'newest', 'a successor is new, or the newest of the chain');
        if (expected === 'next') append(answer.refreshToken);
        access = {
          token: answer.accessToken,
          expiresAt: Math.min(clock.now() + 15 * 60 * SECOND, endsAt),
        };
      }
    }
    const works = await sessions.authenticate(access.token).then(
      () => true,
      () => false,
    );
    assert.equal(works, model.alive && clock.now() < Math.min(access.expiresAt, endsAt));
  }
}

describe('chains of refresh tokens', () => {
  for (const days of [1, 7]) {
    // A whole second, because the times in a token are.
    const clock = createFakeClock(Math.floor(Date.now() / SECOND) * SECOND);
    const keyward = suiteKeyward('sqlite', {
      clock,
      settings: { KEYWARD_DUAL_TOKEN_MODE: 'on', KEYWARD_REFRESH_TOKEN_EXPIRE_DAYS: String(days) },
    });

    it(`TK6, TK7, TK9: follow the rules with refresh tokens of ${days} days`, async () => {
      const { id } = await addPerson(keyward);
      const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) =>
        check(keyward, id, days * DAY, steps),
      );
      await fc.assert(property, { numRuns: 100 });
    });
  }
});
