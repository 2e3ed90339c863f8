import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DATABASES } from '../support/databases.ts';
import { inTurn } from '../support/usual-size.ts';
import type { Act } from './act.ts';
import { changeEmail, changePassword, logIn, signUp } from './acts/credentials.ts';
import { checkCode, logInByCode, resetPassword, sendCode, useSignUpCode, verify } from './acts/codes.ts';
import { comeBack, enterByProvider, link, unlink } from './acts/providers.ts';
import {
  askMe,
  askRefresh,
  changeSettings,
  logOut,
  me,
  presentRefreshToken,
  refreshTokens,
  wait,
} from './acts/sessions.ts';
import { deleteAccount, setCredential, setStatus } from './acts/superadmin.ts';
import { openTheatre, type Theatre } from './stage.ts';
import { compareState } from './state.ts';
import type { Profile } from './world.ts';

/**
 * `TEST_SEED` and `TEST_PATH` repeat a failed run, which prints both. `TEST_MODEL_RUNS` is the number of sequences on
 * each database, in each profile.
 */
const { TEST_SEED, TEST_PATH, TEST_MODEL_RUNS } = process.env;
const RUNS = 5;
const LONGEST = 100;
/** The time limit of the search for the shortest failing sequence; then the shortest so far is reported. */
const SHRINK_MS = 120_000;

const acts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: signUp },
    { weight: 8, arbitrary: logIn },
    { weight: 3, arbitrary: changePassword },
    { weight: 2, arbitrary: changeEmail },
    { weight: 2, arbitrary: sendCode },
    { weight: 3, arbitrary: useSignUpCode },
    { weight: 6, arbitrary: logInByCode },
    { weight: 4, arbitrary: resetPassword },
    { weight: 4, arbitrary: verify },
    { weight: 1, arbitrary: checkCode },
    { weight: 4, arbitrary: enterByProvider },
    { weight: 4, arbitrary: link },
    { weight: 1, arbitrary: comeBack },
    { weight: 2, arbitrary: unlink },
    { weight: 2, arbitrary: me },
    { weight: 7, arbitrary: refreshTokens },
    { weight: 1, arbitrary: presentRefreshToken },
    { weight: 2, arbitrary: logOut },
    { weight: 5, arbitrary: wait },
    { weight: 1, arbitrary: changeSettings },
    { weight: 3, arbitrary: setStatus },
    { weight: 2, arbitrary: setCredential },
    { weight: 1, arbitrary: deleteAccount },
  ),
  { minLength: 1, maxLength: LONGEST, size: 'max' },
);

/** Plays a sequence, and tries every token at its end. */
async function play(theatre: Theatre, sequence: readonly Act[]): Promise<void> {
  const stage = await theatre.begin();
  for (const one of sequence) {
    await one.play(stage);
    await compareState(stage);
  }
  for (const token of stage.world.tokens.slice()) {
    if (token.type === 'access') await askMe(stage, token);
    else await askRefresh(stage, token, false);
  }
  await compareState(stage);
}

describe('any sequence of acts', () => {
  const theatres = (['documented', 'strict'] satisfies Profile[]).flatMap((profile, place) =>
    inTurn(DATABASES, place).map((kind) => ({ kind, profile })),
  );
  for (const [index, { kind, profile }] of theatres.entries()) {
    it(`is answered and remembered as the model says, on ${kind}, ${profile}`, async () => {
      await using theatre = await openTheatre(kind, profile);
      await fc.assert(
        fc.asyncProperty(acts, (sequence) => play(theatre, sequence)),
        {
          seed: Number(TEST_SEED ?? index),
          numRuns: Number(TEST_MODEL_RUNS ?? RUNS),
          // Biased sequences would mostly be short.
          unbiased: true,
          ...(TEST_MODEL_RUNS === undefined && { interruptAfterTimeLimit: SHRINK_MS }),
          ...(TEST_PATH !== undefined && { path: TEST_PATH }),
        },
      );
    });
  }
});
