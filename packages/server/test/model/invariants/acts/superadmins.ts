import assert from 'node:assert/strict';
import { asText } from '../../../http/expectations.ts';
import { isProven, takeEntry } from '../entering.ts';
import { putInForce, type Stage } from '../stage.ts';
import type { AccountSeen } from '../rows.ts';
import { kind } from '../step.ts';
import { end, hold, holdings, type Mailbox, PEOPLE, readerOf } from '../world.ts';

export const WHOSE = ['owner', 'owner', 'owner', 'stranger', 'second'] as const satisfies readonly Mailbox[];

export const accountOf = (stage: Stage, mailbox: Mailbox): AccountSeen | undefined =>
  [...stage.rows.accounts.values()].find(({ email }) => email === stage.email(mailbox));

/** Changes an account as a superadmin. @returns whether that was done */
async function edit(stage: Stage, { id }: AccountSeen, fields: object): Promise<boolean> {
  const answer = await stage.callAsRoot('fresh token', 'PATCH', '/account/', { account_id: id, ...fields });
  await stage.look();
  stage.answers.push({ by: 'root', what: 'done', account: id, note: Object.keys(fields).join() });
  return answer.status === 200;
}

const unprovenLinks = (stage: Stage, { id }: AccountSeen) => (isProven(stage, id) ? 'Proven' : 'Unproven');

export const assignPassword = kind('assignPassword', { whose: WHOSE }, async (stage, { whose }) => {
  const account = accountOf(stage, whose);
  if (account === undefined) return;
  const secret = stage.newSecret();
  const act = `assigned${unprovenLinks(stage, account)}` as const;
  if (!(await edit(stage, account, { password: secret }))) return;
  const passwords = { kinds: ['password'] as const, until: Infinity };
  end(stage.world, account.id, act, { also: passwords });
  const by = readerOf(whose);
  hold(stage.world, by, account.id, stage.now(), { kind: 'password', secret, laundered: false });
});

export const assignEmail = kind(
  'assignEmail',
  { whose: WHOSE, to: WHOSE, verified: [false, true] },
  async (stage, { whose, to, verified }) => {
    const account = accountOf(stage, whose);
    if (account === undefined || whose === to) return;
    const act = `assigned${unprovenLinks(stage, account)}` as const;
    if (!(await edit(stage, account, { email: stage.email(to), ...(verified && { email_verified: true }) })))
      return;
    const moved = stage.rows.accounts.get(account.id)?.email === stage.email(to);
    if (moved) {
      end(stage.world, account.id, act);
      stage.world.proofs.delete(account.id);
      if (verified)
        stage.world.proofs.set(account.id, { email: stage.email(to), by: readerOf(to), at: stage.now() });
    }
    await stage.takeMails();
  },
);

/** Marks the mailbox of an account as proven. */
export const vouch = kind('vouch', { whose: WHOSE }, async (stage, { whose }) => {
  const account = accountOf(stage, whose);
  if (account === undefined) return;
  const isFirst = !isProven(stage, account.id);
  if (!(await edit(stage, account, { email_verified: true })) || !isFirst) return;
  end(stage.world, account.id, 'firstProof');
  const { email } = account;
  stage.world.proofs.set(account.id, { email, by: readerOf(whose), at: stage.now() });
});

/** Marks the mailbox of an account as unproven. */
export const doubt = kind('doubt', { whose: WHOSE }, async (stage, { whose }) => {
  const account = accountOf(stage, whose);
  if (account === undefined) return;
  if (await edit(stage, account, { email_verified: false })) stage.world.proofs.delete(account.id);
});

export const promote = kind('promote', { whose: WHOSE }, async (stage, { whose }) => {
  const account = accountOf(stage, whose);
  if (account === undefined || account.role === 'superadmin') return;
  const act = `promotion${unprovenLinks(stage, account)}` as const;
  if (!(await edit(stage, account, { role: 'superadmin' }))) return;
  const proof = isProven(stage, account.id) ? stage.world.proofs.get(account.id) : undefined;
  const until = proof?.at ?? Infinity;
  end(stage.world, account.id, act, { but: null, also: { kinds: ['password'], until } });
});

export const demote = kind('demote', { whose: WHOSE }, async (stage, { whose }) => {
  const account = accountOf(stage, whose);
  if (account?.role === 'superadmin') await edit(stage, account, { role: 'user' });
});

export const setStatus = kind(
  'setStatus',
  { whose: WHOSE, status: ['active', 'active', 'suspended', 'pending'] },
  async (stage, { whose, status }) => {
    const account = accountOf(stage, whose);
    if (account === undefined || !(await edit(stage, account, { status }))) return;
    if (status !== 'active') end(stage.world, account.id, 'inactive');
    if (status === 'pending') stage.world.heldBack.add(account.id);
    else stage.world.heldBack.delete(account.id);
  },
);

export const resetFactors = kind('resetFactors', { whose: WHOSE }, async (stage, { whose }) => {
  const account = accountOf(stage, whose);
  if (account === undefined) return;
  const answer = await stage.callAsRoot('fresh token', 'DELETE', `/account/factors?account_id=${account.id}`);
  if (answer.status === 200) end(stage.world, account.id, 'factorsReset');
});

export const remove = kind('remove', { whose: WHOSE }, async (stage, { whose }) => {
  const account = accountOf(stage, whose);
  if (account === undefined) return;
  const answer = await stage.callAsRoot('fresh token', 'DELETE', '/account/', { account_id: account.id });
  if (answer.status === 200) end(stage.world, account.id, 'deletion');
});

export const create = kind(
  'create',
  { whose: WHOSE, verified: [false, true] },
  async (stage, { whose, verified }) => {
    const secret = stage.newSecret();
    const email = stage.email(whose);
    const body = { name: whose, email, password: secret, ...(verified && { email_verified: true }) };
    const answer = await stage.callAsRoot('fresh token', 'POST', '/account/', body);
    if (answer.status !== 201) return;
    const id = Number(answer.body['id']);
    const by = readerOf(whose);
    stage.answers.push({ by: 'root', what: 'done', account: id, note: 'create' });
    if (verified) stage.world.proofs.set(id, { email, by, at: stage.now() });
    hold(stage.world, by, id, stage.now(), { kind: 'password', secret, laundered: false });
  },
);

export const invite = kind(
  'invite',
  { whose: WHOSE, role: ['user', 'user', 'superadmin'] },
  async (stage, { whose, role }) => {
    await stage.callAsRoot('fresh token', 'POST', '/invitation/', { email: stage.email(whose), role });
    stage.answers.push({ by: 'root', what: 'done', account: 0, note: 'invite' });
    await stage.takeMails();
  },
);

export const acceptInvitation = kind(
  'acceptInvitation',
  { by: PEOPLE, must: [false] as readonly boolean[] },
  async (stage, { by, must }) => {
    const [invitation] = holdings(stage.world, by, 'invitation');
    assert.ok(invitation !== undefined || !must, 'an invitation is there');
    if (invitation === undefined) return;
    const password = stage.newSecret();
    const { token, email } = invitation.thing;
    const answer = await stage.call(by, 'POST', '/signup/invitation', {
      body: { token, password, name: by },
    });
    stage.answers.push({ by: 'root', what: 'done', account: 0, note: 'invited' });
    const entered = await takeEntry(stage, by, answer, {
      mailbox: email,
      how: 'invitation',
      laundered: false,
      links: null,
    });
    assert.ok(entered !== null || !must, `invariant 1: the invited ${by} does not get in: ${answer.text}`);
    if (entered === null) return;
    stage.world.held = stage.world.held.filter((one) => one !== invitation);
    hold(stage.world, by, entered.account, stage.now(), {
      kind: 'password',
      secret: password,
      laundered: false,
    });
  },
);

export const set = kind(
  'set',
  {
    what: ['require_verified_email', 'confirm_email_change', 'step_up', 'allowed_domains'],
    on: [true, true, false],
  },
  (stage, { what, on }) =>
    putInForce(stage, {
      ...stage.settings,
      ...(what === 'require_verified_email' && { require_verified_email: on }),
      ...(what === 'confirm_email_change' && { confirm_email_change: on }),
      ...(what === 'step_up' && { step_up: on ? 'sensitive' : 'factors' }),
      ...(what === 'allowed_domains' && { allowed_domains: on ? ['company.example'] : [] }),
    }),
);

/** Requests that need a recent session of a superadmin: [method, path, body]. */
export const STEP_UP: readonly (readonly [
  string,
  string,
  (stage: Stage, id: number) => object | undefined,
])[] = [
  ['POST', '/account/', (stage) => ({ name: 'x', email: stage.email('thief'), role: 'superadmin' })],
  ['POST', '/invitation/', (stage) => ({ email: stage.email('thief'), role: 'superadmin' })],
  ['PATCH', '/account/', (_, account_id) => ({ account_id, role: 'superadmin' })],
  ['PATCH', '/account/', (stage, account_id) => ({ account_id, password: stage.newSecret() })],
  ['PATCH', '/account/', (stage) => ({ account_id: stage.root.id, email: stage.email('thief') })],
  ['PATCH', '/account/', (stage, account_id) => ({ account_id, email: stage.email('thief') })],
  [
    'PATCH',
    '/account/',
    ({ rows }, account_id) => ({
      account_id,
      email_verified: rows.accounts.get(account_id)?.verified !== true,
    }),
  ],
  ['POST', '/account/', (stage) => ({ name: 'x', email: stage.email('thief'), email_verified: true })],
  ['PATCH', '/me', (stage) => ({ email: stage.email('thief') })],
  ['PUT', '/update/password', (stage) => ({ password: stage.newSecret() })],
  ['POST', '/account/oauth/link/idp1', () => undefined],
  ['POST', '/apikey/', () => ({ name: 'x', scopes: ['accounts:read'] })],
  ['PATCH', '/config/factors', () => ({ policy: 'optional' })],
  ['PATCH', '/config/signup', () => ({ require_verified_email: false })],
  ['PATCH', '/config/cookie', () => ({ samesite: 'strict' })],
  ['PATCH', '/config/jwt', () => ({ session_duration_days: 8 })],
  [
    'PATCH',
    '/config/idp1',
    (stage) => ({ client_id: 'other', redirect_uri: `${stage.nextUrl()}/auth/idp1/callback` }),
  ],
  ['PATCH', '/config/email', () => ({ sender: 'x@example.org' })],
  ['POST', '/config/rollback', () => ({ section: 'signup', version: 1 })],
];

/** A thief has a superadmin's session that began eleven minutes ago, as a token or as the console's cookie. */
export const staleSuperadmin = kind(
  'staleSuperadmin',
  { tries: STEP_UP.map((_, index) => index), by: ['stale token', 'stale cookie'] },
  async (stage, { tries, by }) => {
    const [method, path, bodyOf] = STEP_UP[tries] ?? assert.fail('no such act');
    const account = [...stage.rows.accounts.values()].find(({ role }) => role !== 'superadmin');
    if (account === undefined) return;
    const answer = await stage.callAsRoot(by, method, path, bodyOf(stage, account.id));
    assert.equal(
      answer.body['error'],
      'ReauthenticationRequiredError',
      `invariant 5: an old session of a superadmin may ${method} ${path}: ${answer.text}`,
    );
  },
);

/** Settings that an API key must not change: [section, body]. */
const CLOSED_TO_KEYS: readonly (readonly [string, object])[] = [
  ['jwt', { claims: { plan: 'app_metadata.plan' } }],
  ['jwt', { audience: ['https://thief.example'] }],
  ['jwt', { create_key: true }],
  ['signup', { require_verified_email: false }],
  ['cookie', { samesite: 'strict' }],
  ['events', { audit_days: 200 }],
];

/**
 * Invalid settings: owner-written data under trusted claim names, and the names of the service's own cookies.
 */
const REFUSED_TO_ALL: readonly (readonly [string, object])[] = [
  ...['roles', 'scp', 'email_verified', 'plan', 'https://example.org/groups'].flatMap((name) =>
    ['metadata.x', 'handle', 'name', 'phone'].map((path) => ['jwt', { claims: { [name]: path } }] as const),
  ),
  ['cookie', { access_cookie_name: 'keyward_console' }],
  ['cookie', { refresh_cookie_name: 'keyward_console_refresh' }],
  ['cookie', { access_cookie_name: '__Host-keyward_console', secure: true }],
];

export const FORBIDDEN = [
  ...CLOSED_TO_KEYS.map(([section, body]) => ({ by: 'key', section, body, error: 'ScopeMissingError' })),
  ...REFUSED_TO_ALL.map(([section, body]) => ({
    by: 'superadmin',
    section,
    body,
    error: 'InvalidConfigError',
  })),
] as const;

/** Changes a setting of tokens or cookies. */
export const changeForbidden = kind(
  'changeForbidden',
  { tries: FORBIDDEN.map((_, index) => index) },
  async (stage, { tries }) => {
    const { by, section, body, error } = FORBIDDEN[tries] ?? assert.fail('no such change');
    const path = `/config/${section}`;
    const answer =
      by === 'key'
        ? await stage.call('thief', 'PATCH', path, { token: await settingsKey(stage), body })
        : await stage.callAsRoot('fresh token', 'PATCH', path, body);
    assert.equal(answer.body['error'], error, `the ${by} may change ${JSON.stringify(body)}: ${answer.text}`);
  },
);

async function settingsKey(stage: Stage): Promise<string> {
  const made = await stage.callAsRoot('fresh token', 'POST', '/apikey/', {
    name: 'Settings',
    scopes: ['settings:write'],
  });
  return asText(made.body['key']);
}
