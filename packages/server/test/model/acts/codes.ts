import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Browser, createBrowser } from '../../support/browser.ts';
import type { Answer } from '../../support/keyward.ts';
import { wrongCode } from '../../http/codes/support/mailed.ts';
import { assertAnswer } from '../../http/expectations.ts';
import { FRONTEND } from '../../http/providers/harness.ts';
import { act, who } from '../act.ts';
import { befall } from '../lifecycle.ts';
import { assertRefused, assertRefusedRedirect, type Stage } from '../stage.ts';
import {
  type Account,
  accountWith,
  addAccount,
  beginSession,
  codeKey,
  codesFor,
  issueCode,
  knowsAddress,
  lookAtCode,
  mailKey,
  mayGuess,
  MINUTE,
  type Purpose,
  PURPOSES,
  type Refusal,
  refuse,
  SECOND,
  useCode,
} from '../world.ts';

const purpose = fc.constantFrom(...PURPOSES);

export const sendCode = act('sendCode', { who, purpose }, (stage, params) =>
  send(stage, stage.email(params.who), params.purpose),
);

async function send(stage: Stage, email: string, of: Purpose): Promise<void> {
  const { world } = stage;
  const key = codeKey(email, of);
  const path = `/send/email/otp/${of}`;
  const answer = await stage.call('POST', path, { body: { email } });
  const isKnown = knowsAddress(world, accountWith(world, email));
  const counter = mailKey(email, of, isKnown);
  const sentAt = world.codeSentAt.get(counter);
  if (sentAt !== undefined && world.now() - sentAt < MINUTE)
    return assertRefused(answer, refuse('RateLimitedError'));
  world.codeSentAt.set(counter, world.now());
  const former = world.codes.get(counter)?.value;
  if (typeof former === 'string') world.formerCodes.set(key, former);
  const code = issueCode(world, email, of, isKnown);
  assertAnswer(answer, 200, { expires_at: Math.floor(code.expiresAt / SECOND) });
  if (isMailed(accountWith(world, email), of)) code.value = await stage.nextCode(email);
}

function isMailed(account: Account | null, of: Purpose): boolean {
  if (of === 'signup') return account === null;
  return account?.status === 'active' || (account?.status === 'pending' && of === 'verify');
}

interface Presented {
  /** Whether the act first requests a code. */
  fresh: boolean;
  /** The number of wrong guesses before. */
  wrong: number;
  guess: 'right' | 'former' | 'wrong';
}

const guess = fc.constantFrom<Presented['guess']>('right', 'right', 'right', 'right', 'former', 'wrong');
const fresh = fc.constantFrom(true, true, false);
const wrong = fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 4, 5);

/** The code to present; null if wrong guesses would reach a limit. */
async function presented(stage: Stage, email: string, of: Purpose, how: Presented): Promise<string | null> {
  const { world } = stage;
  if (!mayGuess(world, 'code', how.wrong + 1) || !mayGuess(world, 'password', how.wrong + 1)) return null;
  if (how.fresh) await send(stage, email, of);
  const key = codeKey(email, of);
  const right = codesFor(world, email, of)[0]?.value ?? null;
  const former = world.formerCodes.get(key) ?? null;
  const code =
    (how.guess === 'right' ? right : how.guess === 'former' ? former : null) ??
    wrongCode(right ?? former ?? '0');
  for (let time = 0; time < how.wrong; time += 1) await guessWrong(stage, email, of, right);
  return code;
}

async function guessWrong(stage: Stage, email: string, of: Purpose, right: string | null): Promise<void> {
  const otp = wrongCode(right ?? '0', 2);
  const answer = await stage.call('POST', `/link/${of}`, { body: { email, otp } });
  const isUse = of === 'login' || of === 'verify';
  const outcome = isUse ? spend(stage, email, of, otp) : lookAtCode(stage.world, email, of, otp);
  assert.ok('refused' in outcome, answer.text);
  assertRefused(answer, outcome);
}

/** Spends a code on an account. @returns the account, or the refusal */
function spend(stage: Stage, email: string, of: Purpose, code: string): Refusal | Account {
  const { world } = stage;
  const account = accountWith(world, email);
  if (account === null && of !== 'verify' && world.profile === 'documented') {
    world.wrongGuesses.password.push(world.now());
    return refuse('UserNotFoundError');
  }
  const looked = lookAtCode(world, email, of, code);
  if ('refused' in looked) return looked;
  if (account === null) return refuse('UserNotFoundError');
  const mayEnter = account.status === 'active' || (of === 'verify' && account.status === 'pending');
  if (!mayEnter) return refuse('AccountInactiveError');
  useCode(world, looked, email, of);
  return account;
}

export const useSignUpCode = act('useSignUpCode', { who, fresh, wrong, guess }, async (stage, params) => {
  const { world } = stage;
  const email = stage.email(params.who);
  const otp = await presented(stage, email, 'signup', params);
  if (otp === null) return;
  const password = stage.newPassword();
  const answer = await stage.call('POST', '/signup/otp', {
    body: { name: 'Somebody', email, password, otp },
  });
  if (accountWith(world, email) !== null) return assertRefused(answer, refuse('EmailAlreadyExistsError'));
  const looked = lookAtCode(world, email, 'signup', otp);
  if ('refused' in looked) return assertRefused(answer, looked);
  useCode(world, looked, email, 'signup');
  stage.takeSignIn(beginSession(world, addAccount(world, { email, password, proven: true }), 'otp'), answer);
});

export const logInByCode = act(
  'logInByCode',
  { who, fresh, wrong, guess, by: fc.constantFrom('otp', 'headless', 'click') },
  async (stage, params) => {
    const { world } = stage;
    const email = stage.email(params.who);
    const otp = await presented(stage, email, 'login', params);
    // The headless form and the click answer an unknown email as /login/otp does.
    if (otp === null) return;
    const browser = createBrowser();
    const redirect = params.by === 'click' ? await click(stage, browser, 'login', email, otp) : null;
    const path = params.by === 'otp' ? '/login/otp' : '/link/login';
    const answer = redirect ?? (await stage.call('POST', path, { body: { email, otp } }));
    const account = spend(stage, email, 'login', otp);
    if ('refused' in account) return assertRefusedEitherWay(answer, account);
    befall(world, account, 'first proof');
    account.proven = true;
    const session = beginSession(world, account, 'otp');
    if (answer instanceof URL) await stage.takeRedirect(session, answer, browser);
    else stage.takeSignIn(session, answer);
  },
);

export const resetPassword = act('resetPassword', { who, fresh, wrong, guess }, async (stage, params) => {
  const { world } = stage;
  const email = stage.email(params.who);
  const otp = await presented(stage, email, 'reset', params);
  if (otp === null) return;
  const password = stage.newPassword();
  const answer = await stage.call('POST', '/forgot/password', { body: { email, otp, password } });
  const account = spend(stage, email, 'reset', otp);
  if ('refused' in account) return assertRefused(answer, account);
  befall(world, account, 'reset');
  account.formerPassword = account.password;
  account.password = password;
  account.proven = true;
  stage.takeSignIn(beginSession(world, account, 'otp'), answer);
});

export const verify = act(
  'verify',
  { who, fresh, wrong, guess, byClick: fc.boolean() },
  async (stage, params) => {
    const { world } = stage;
    const email = stage.email(params.who);
    const otp = await presented(stage, email, 'verify', params);
    if (otp === null) return;
    const answer = params.byClick
      ? await click(stage, createBrowser(), 'verify', email, otp)
      : await stage.call('POST', '/link/verify', { body: { email, otp } });
    const account = spend(stage, email, 'verify', otp);
    if ('refused' in account) return assertRefusedEitherWay(answer, account);
    befall(world, account, 'proof by verify');
    account.proven = true;
    if (!(answer instanceof URL))
      return assertAnswer(answer, 200, { success: true, message: 'Email verified successfully', email });
    assert.equal(answer.origin + answer.pathname, `${FRONTEND}/magic-link/callback`);
    assert.deepEqual(Object.fromEntries(answer.searchParams), { verified: 'true', email });
  },
);

/** Checks a code without using it. */
export const checkCode = act(
  'checkCode',
  { who, fresh, wrong, guess, of: fc.constantFrom<Purpose>('reset', 'signup') },
  async (stage, params) => {
    const email = stage.email(params.who);
    const otp = await presented(stage, email, params.of, params);
    if (otp === null) return;
    const answer = await stage.call('POST', `/link/${params.of}`, { body: { email, otp } });
    const looked = lookAtCode(stage.world, email, params.of, otp);
    if ('refused' in looked) return assertRefused(answer, looked);
    assert.deepEqual([answer.status, answer.body['email']], [200, email], answer.text);
  },
);

/** Opens a magic link. @returns the target of its redirect */
async function click(stage: Stage, browser: Browser, of: Purpose, email: string, otp: string): Promise<URL> {
  const query = new URLSearchParams({ email, otp, frontend_url: FRONTEND }).toString();
  return browser.followTo(`${stage.keyward.url}/auth/link/${of}?${query}`, FRONTEND);
}

function assertRefusedEitherWay(answer: Answer | URL, refused: Refusal): void {
  if (answer instanceof URL) assertRefusedRedirect(answer, refused, '/magic-link/callback');
  else assertRefused(answer, refused);
}
