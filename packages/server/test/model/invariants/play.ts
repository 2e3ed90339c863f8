import assert from 'node:assert/strict';
import { after } from 'node:test';
import * as fc from 'fast-check';
import type { DatabaseKind } from '../../support/databases.ts';
import { prove } from './acts/codes.ts';
import { leadsIn } from './attempts.ts';
import { checkRows } from './checks.ts';
import { isProven } from './entering.ts';
import { openTheatre, type Profile, type Stage, type Theatre } from './stage.ts';
import type { Step } from './step.ts';
import { FACTOR_KINDS, type Held } from './world.ts';

/** Plays a sequence. */
interface Player {
  (steps: readonly Step[]): Promise<void>;
  /** Requests so far. */
  requests(): number;
}

/**
 * A service for the sequences of the suite (`describe`) that calls this.
 * @returns a function that plays a sequence there
 */
export function suiteTheatre(kind: DatabaseKind, profile: Profile): Player {
  let theatre: Theatre | undefined;
  let requests = 0;
  after(() => theatre?.[Symbol.asyncDispose]());
  async function player(steps: readonly Step[]): Promise<void> {
    theatre ??= await openTheatre(kind, profile);
    try {
      requests += await play(theatre, steps);
    } catch (error) {
      // A sequence that failed may have changed the service for the next.
      const failed = theatre;
      theatre = undefined;
      await failed[Symbol.asyncDispose]();
      throw error;
    }
  }
  return Object.assign(player, { requests: () => requests });
}

/**
 * Plays a sequence, and checks the invariants after each step. At the end the owner reads the mailbox.
 * @returns its requests
 */
export async function play(theatre: Theatre, steps: readonly Step[]): Promise<number> {
  const stage = await theatre.begin();
  try {
    for (const step of steps) {
      stage.trace.push(`* ${step[fc.toStringMethod]()}`);
      await playOne(stage, step);
    }
    stage.trace.push('* the end');
    await ownerGetsIn(stage);
    for (const held of over(stage)) await tryOnce(stage, held);
    await tryFactors(stage);
    if (process.env['TEST_TRACE'] !== undefined) console.log(stage.trace.join('\n'));
    return stage.trace.length - steps.length - 1;
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${what}\n${stage.trace.join('\n')}`, { cause: error });
  }
}

const over = (stage: Stage): Held[] => stage.world.held.filter((one) => one.over !== null);

async function playOne(stage: Stage, step: Step): Promise<void> {
  stage.before = stage.rows;
  stage.heldBefore = new Set(stage.world.held);
  stage.answers = [];
  const former = new Set(over(stage));
  await step.play(stage);
  await stage.takeMails();
  await stage.look();
  checkRows(stage);
  for (const held of over(stage)) if (!former.has(held)) await tryOnce(stage, held);
  await stage.look();
}

async function tryOnce(stage: Stage, held: Held): Promise<void> {
  const { by, account, thing } = held;
  assert.ok(
    !(await leadsIn(stage, held)),
    `a ${thing.kind} of the ${by} led into account ${account} after ${held.over}`,
  );
}

/** The reader of the mailbox gets in: at most their own factor is required. */
async function ownerGetsIn(stage: Stage): Promise<void> {
  const email = stage.email('owner');
  const row = [...stage.rows.accounts.values()].find((one) => one.email === email);
  if (row === undefined || row.status !== 'active') return;
  const wasProven = isProven(stage, row.id);
  await playOne(stage, prove({ mailbox: 'owner', by: 'login' }));
  const [answer] = stage.answers;
  const factors = stage.world.held.filter(
    (one) => one.account === row.id && one.over === null && FACTOR_KINDS.includes(one.thing.kind),
  );
  const isIn = answer?.what === 'tokens';
  const isAsked = answer?.what === 'challenge' && wasProven && factors.length > 0;
  assert.ok(isIn || isAsked, `invariant 1: the reader of ${email} does not get in: ${answer?.what}`);
}

/** Removed factors cannot answer a challenge that the holder of the mailbox gets. */
async function tryFactors(stage: Stage): Promise<void> {
  const challenge = stage.world.held.findLast(
    (one) => one.by === 'owner' && one.over === null && one.thing.kind === 'challenge',
  );
  if (challenge?.thing.kind !== 'challenge') return;
  for (const { account, thing, by, over: why } of over(stage)) {
    if (account !== challenge.account || thing.kind !== 'recovery codes') continue;
    const code = thing.codes.at(-1);
    if (code === undefined) continue;
    const body = { challenge: challenge.thing.token, method: 'recovery_code', code };
    const answer = await stage.call(by, 'POST', '/login/challenge', { body });
    assert.notEqual(
      answer.status,
      200,
      `a recovery code of the ${by} led into account ${account} after ${why}`,
    );
  }
}
