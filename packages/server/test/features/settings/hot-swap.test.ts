import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ANY_DATABASE, usually } from '../../support/usual-size.ts';
import { type Answer, PASSWORD, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { claimsOf } from '../../http/expectations.ts';
import { addPerson, signIn } from '../../http/people.ts';
import { type Superadmin, superadminOf } from '../../http/config/superadmin.ts';

/** SETTINGS_SWAP_SECONDS=60 for the run of a whole minute. */
const SECONDS = Number(process.env['SETTINGS_SWAP_SECONDS'] ?? usually(1, 30));
/** The additional time of a busy machine for enough rounds. */
const PATIENCE_S = 30;
const CHANGE_EVERY_MS = 100;
const CLIENTS = 6;

const secret = (name: string) => `${name}-kT4zR8wQ1mX6vB3nJ7pL2sD9fG5hC0yA`;

/** Two sets of lifetimes that can be distinguished in a token. */
const LIFETIMES = [
  { session_duration_days: 5, dual_token_mode: true, access_token_expire_minutes: 11 },
  { session_duration_days: 9, dual_token_mode: true, access_token_expire_minutes: 22 },
] as const;

/** Two sets of cookie settings that can be distinguished in an answer. */
const COOKIES = [
  { cookie_mode: false },
  {
    cookie_mode: true,
    access_cookie_name: 'swapped_a',
    refresh_cookie_name: 'swapped_r',
    path: '/auth',
    samesite: 'strict',
  },
] as const;

type Step = [section: string, body: object, status: number];

const [SHORT, LONG] = LIFETIMES;
const [BODIES, IN_COOKIES] = COOKIES;
const provider = (name: string) => ({
  client_id: name,
  client_secret: name,
  redirect_uri: 'https://example.org/',
});

/** With a new key in every round of bodies and of cookies, and three that are refused. */
const steps = (turn: number): readonly Step[] => [
  ['jwt', LONG, 200],
  ['cookie', { samesite: 'none' }, 400],
  ['jwt', { ...SHORT, secret_key: secret(`a${turn}`) }, 200],
  ['logging', { level: 'ERROR' }, 200],
  ['jwt', LONG, 200],
  ['jwt', { ...SHORT, secret_key: 'short' }, 400],
  ['cookie', IN_COOKIES, 200],
  ['jwt', SHORT, 200],
  ['idp1', provider('one'), 200],
  ['jwt', { ...LONG, secret_key: secret(`b${turn}`) }, 200],
  ['logging', { level: 'LOUD' }, 400],
  ['cookie', BODIES, 200],
  ['idp1', provider('two'), 200],
  ['logging', { level: 'CRITICAL' }, 200],
];

/** Makes one complete change after the other. */
async function changing(
  superadmin: Superadmin,
  isOver: () => boolean,
  counts: Map<string, number>,
): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const began = performance.now();
    const all = steps(turn);
    const step = all[turn % all.length];
    assert.ok(step !== undefined);
    const [section, body, expected] = step;
    const answer = await superadmin.post(`/config/${section}`, body);
    // The superadmin's own token may have ended during the request.
    if (answer.status !== 401) assert.equal(answer.status, expected, answer.text);
    count(counts, `change ${answer.status}`);
    await delay(Math.max(0, CHANGE_EVERY_MS - (performance.now() - began)));
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** The settings behind an answer to a login: all old, or all new. */
function assertWhole(answer: Answer, now: number): void {
  const { token_type, access_token } = answer.body;
  const cookies = answer.headers.getSetCookie().filter((cookie) => !cookie.startsWith('keyward_device='));
  if (token_type === 'Cookie') {
    assert.equal(access_token, undefined);
    const names = cookies.map((cookie) => cookie.split('=')[0]);
    assert.deepEqual(names, ['swapped_a', 'swapped_r']);
    for (const cookie of cookies) assert.match(cookie, /Path=\/auth;.*SameSite=Strict/);
    return;
  }
  assert.equal(token_type, 'Bearer');
  assert.deepEqual(cookies, []);
  // The clock of the test stands still.
  const minutes = Math.round((Number(claimsOf(access_token)['exp']) * 1000 - now) / 60_000);
  const days = Math.round((Number(claimsOf(answer.body['refresh_token'])['exp']) * 1000 - now) / 86_400_000);
  assert.ok(
    LIFETIMES.some(
      (one) => one.access_token_expire_minutes === minutes && one.session_duration_days === days,
    ),
    `${minutes} minutes and ${days} days are of no one set`,
  );
}

async function asking(
  keyward: TestKeyward,
  email: string,
  isOver: () => boolean,
  counts: Map<string, number>,
) {
  let token: string | undefined;
  for (let turn = 0; !isOver(); turn += 1) {
    const answer =
      turn % 8 === 0 || token === undefined
        ? await keyward.call('POST', '/login/password', { body: { identifier: email, password: PASSWORD } })
        : await keyward.call('GET', '/me', { token });
    count(counts, `request ${answer.status}`);
    assert.ok(answer.status === 200 || answer.status === 401, answer.text);
    if (answer.status === 401) token = undefined;
    else if (turn % 8 === 0 || token === undefined) {
      assertWhole(answer, keyward.clock.now());
      const given = answer.body['access_token'];
      token = typeof given === 'string' ? given : undefined;
    }
  }
}

for (const kind of ANY_DATABASE) {
  describe(`settings under load, ${kind}`, () => {
    it('a change between a session and its first tokens affects neither', async () => {
      await using keyward = await startKeyward(kind);
      const { signIns, settings } = keyward.app.services;
      const { set } = await superadminOf(keyward);
      await set('jwt', SHORT);
      const { id } = await addPerson(keyward);
      const begun = await signIn(keyward, id);
      await set('jwt', { ...LONG, secret_key: secret('between'), overlap_minutes: 60 });
      const { accessToken } = await signIns.tokens(begun);
      const minutes = (Number(claimsOf(accessToken)['exp']) * 1000 - keyward.clock.now()) / 60_000;
      assert.equal(Math.round(minutes), SHORT.access_token_expire_minutes);
      // Signed by the key in force. Without an overlap, the session would have ended with the old one.
      assert.equal((await keyward.call('GET', '/me', { token: accessToken })).status, 200);
      assert.equal(settings.current.jwt.access_token_expire_minutes, LONG.access_token_expire_minutes);
    });

    it(`RE8: a change every ${CHANGE_EVERY_MS} ms causes no internal error, and each answer uses one set of settings`, async () => {
      await using keyward = await startKeyward(kind, {
        settings: { KEYWARD_SESSIONS_PER_ACCOUNT: '100000' },
      });
      const superadmin = await superadminOf(keyward);
      await superadmin.set('jwt', LIFETIMES[0]);
      const people = await Promise.all(Array.from({ length: CLIENTS }, () => addPerson(keyward)));
      const counts = new Map<string, number>();
      const began = performance.now();
      const seconds = () => (performance.now() - began) / 1000;
      const has = (what: string, more: number) => (counts.get(what) ?? 0) > more;
      const isEnough = () =>
        has('change 200', SECONDS) && has('change 400', 0) && has('request 200', SECONDS * 10);
      const isOver = () => seconds() > SECONDS && (isEnough() || seconds() > SECONDS + PATIENCE_S);
      await Promise.all([
        changing(superadmin, isOver, counts),
        ...people.map(({ email }) => asking(keyward, email, isOver, counts)),
      ]);
      if (SECONDS > 2) console.log(kind, Object.fromEntries(counts));
      assert.ok(isEnough(), JSON.stringify(Object.fromEntries(counts)));
    });
  });
}
