import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { createSamlIdp, metadataOf } from '../../../server/test/http/connections/saml-idp.ts';
import { enrolTotp } from '../../../server/test/http/factors/enrol.ts';
import { CALLBACK } from '../../../server/test/http/oauth/flows.ts';
import {
  type Answer,
  PASSWORD,
  type SignedUp,
  type TestKeyward,
} from '../../../server/test/support/keyward.ts';
import { closeServer, portOf } from '../../../server/test/support/servers.ts';
import { until } from '../../../server/test/support/until.ts';
import { ADDRESSES, AGENTS, emailOf, PEOPLE } from './people.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long people have used the service that the pictures show. */
export const HISTORY = 8 * DAY;

/** The facts about the seeded service that the pictures need. */
export interface Seeded extends AsyncDisposable {
  /** A person who can sign in in several ways. */
  grace: SignedUp;
  /** A person who was refused too often. */
  lockedOut: SignedUp;
  webhook: string;
  failingWebhook: string;
  /** The client_id of an application that people can sign in to. */
  application: string;
  /** The client_id of an application that starts device sign-ins. */
  commandLine: string;
  /** The id of an organization with members, invitations and a custom role. */
  organization: string;
  /** The path of a link for the administrator of that organization. */
  portal: string;
  /** The paths of invitations: to open an account, to join without one, and to join with one. */
  invitations: { account: string; organization: string; member: string };
  /** The answer with the session of a superadmin who acts for an owner. */
  impersonation: object;
}

/**
 * Simulates eight days of a small service in a few seconds: many people send requests over HTTP from many addresses,
 * while the clock of the app advances to the present.
 * @param first the first superadmin
 */
export async function seed(keyward: TestKeyward, first: SignedUp): Promise<Seeded> {
  const { clock } = keyward;
  const end = clock.now() + HISTORY;
  const receiver = await startReceiver();
  // A fixed seed, so that the pictures are the same each time.
  let state = 7;
  const chance = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const from = (who: number) => ({
    'x-forwarded-for': ADDRESSES[who % ADDRESSES.length] ?? '',
    'user-agent': AGENTS[who % AGENTS.length] ?? '',
  });
  const send = async (who: number, method: string, path: string, body?: unknown, token?: string) => {
    const options = { headers: from(who), token, ...(body !== undefined && { body }) };
    return keyward.call(method, path, options);
  };
  let { token } = first;
  /** Most people sign out again. */
  const signIn = async (who: number, email: string, password: string) => {
    const answer = await send(who, 'POST', '/login', { identifier: email, password });
    const { access_token: session } = answer.body;
    if (typeof session === 'string' && chance(3) > 0) await send(who, 'POST', '/logout', undefined, session);
  };
  const admin = async (method: string, path: string, body?: unknown) => {
    const answer = await send(0, method, path, body, token);
    if (answer.body['error'] !== 'ReauthenticationRequiredError') return granted(answer);
    granted(await send(0, 'POST', '/account/reauthenticate', { password: PASSWORD }, token));
    return granted(await send(0, method, path, body, token));
  };

  await admin('POST', '/config/providers', {
    preset: 'oidc',
    name: 'acme',
    label: 'Acme Staff',
    issuer: 'https://id.example.org/realms/main',
    client_id: 'keyward',
    client_secret: 'secret of the client',
  });
  await admin('POST', '/config/providers', {
    preset: 'slack',
    name: 'slack',
    client_id: '5021.7712',
    client_secret: 'secret of the client',
    enabled: false,
  });

  const hook = await admin('POST', '/webhook', {
    url: `${receiver.url}/hooks/crm`,
    types: ['account.*', 'invitation.*'],
    description: 'Keeps the CRM up to date',
  });
  const billing = await admin('POST', '/webhook', {
    url: `${receiver.url}/hooks/billing`,
    types: ['account.deleted'],
    description: 'Stops the billing of deleted accounts',
  });
  const broken = await admin('POST', '/webhook', {
    url: `${receiver.url}/broken`,
    description: 'Tells the team chat',
  });
  const orders = await admin('POST', '/application', {
    name: 'Orders',
    type: 'browser',
    redirect_uris: [CALLBACK],
    homepage_url: 'https://app.example.com/about',
    policy_url: 'https://app.example.com/privacy',
  });
  const commandLine = await admin('POST', '/application', { name: 'orders (command line)', type: 'native' });
  for (const [name, type] of [
    ['Warehouse', 'web'],
    ['Nightly report', 'machine'],
  ])
    await admin('POST', '/application', { name, type });
  for (const [name, scopes, days] of [
    ['Nightly export', ['accounts:read', 'events:read'], 365],
    ['Support desk', ['accounts:read', 'sessions:read', 'sessions:write', 'codes:read'], null],
    ['Terraform', ['settings:read', 'settings:write', 'webhooks:read', 'webhooks:write'], 30],
  ] as const) {
    const key = await admin('POST', '/apikey', { name, scopes, expires_in_days: days });
    clock.advance(3 * MINUTE);
    if (name !== 'Terraform')
      granted(await send(3, 'GET', '/account?limit=1', undefined, textOf(key, 'key')));
  }

  const signedUp: SignedUp[] = [];
  let now = 1;
  const stride = Math.floor((HISTORY - 2 * HOUR) / PEOPLE.length);
  for (const [index, name] of PEOPLE.entries()) {
    const who = index + 1;
    const body = { name, email: emailOf(name), password: PASSWORD };
    const answer = granted(await send(who, 'POST', '/signup/password', body));
    const { id, email, handle }: { id: number; email: string; handle: string } = JSON.parse(
      JSON.stringify(answer.body['account']),
    );
    const person = { id, email, handle, token: textOf(answer, 'access_token'), refreshToken: '' };
    signedUp.push(person);
    if (isVerified(index)) await byCode(keyward, send, who, email, 'verify');
    for (let step = 0; step < 7; step += 1) {
      now = chance(signedUp.length);
      const one = signedUp[now];
      if (one === undefined) continue;
      const wrong = chance(9) === 0;
      if (chance(4) === 0 && isVerified(now)) await byCode(keyward, send, now + 1, one.email);
      else await signIn(now + 1, one.email, wrong ? 'Wrong-guess-1' : PASSWORD);
      if (chance(3) === 0) await send(now + 1, 'GET', '/me', undefined, one.token);
      if (chance(14) === 0) await send(now + 1, 'GET', '/nothing-here');
      clock.advance(Math.floor(stride / 8) + chance(5 * MINUTE));
    }
    const left = end - 2 * HOUR - stride * (PEOPLE.length - index - 1) - clock.now();
    if (left > 0) clock.advance(left);
  }
  const named = (name: string) => signedUp.find(({ email }) => email === emailOf(name)) ?? assert.fail(name);

  const signInFirst = async () => {
    const identifier = first.email;
    const answer = granted(await send(0, 'POST', '/login', { identifier, password: PASSWORD }));
    token = textOf(answer, 'access_token');
  };
  await signInFirst();
  for (const [email, name, role] of [
    ['jean.bartik@example.org', 'Jean Bartik', 'user'],
    ['betty.holberton@example.org', 'Betty Holberton', 'user'],
    ['hedy.lamarr@example.org', undefined, 'superadmin'],
  ] as const) {
    await admin('POST', '/invitation', { email, role, ...(name !== undefined && { name }) });
    clock.advance(4 * MINUTE);
  }
  const grace = named('Grace Hopper');
  await admin('PATCH', '/account', {
    account_id: grace.id,
    phone: '+1 202 555 0143',
    metadata: { team: 'Compilers', plan: 'pro' },
  });
  await admin('PATCH', '/account', { account_id: named('Alan Turing').id, role: 'superadmin' });
  await admin('PATCH', '/account', { account_id: named('Charles Babbage').id, status: 'suspended' });
  await admin('PATCH', '/account', { account_id: named('George Boole').id, status: 'pending' });
  await admin('DELETE', '/account', { account_id: named('Konrad Zuse').id });
  const again = granted(await send(2, 'POST', '/login', { identifier: grace.email, password: PASSWORD }));
  grace.token = textOf(again, 'access_token');
  await enrolTotp(keyward, grace);
  clock.advance(20 * MINUTE);

  const organization = await foundOrganizations(admin, named);
  const lockedOut = named('Claude Shannon');
  for (let count = 0; count < 11; count += 1) {
    await send(5, 'POST', '/login', { identifier: lockedOut.email, password: 'Wrong-guess-1' });
    clock.advance(20_000);
  }
  for (const email of ['root@example.org', 'admin@example.org', 'test@example.org'])
    await send(9, 'POST', '/login', { identifier: email, password: 'Password-123' });
  clock.advance(10 * MINUTE);
  for (const [who, name] of ['Katherine Johnson', 'Edsger Dijkstra', 'Barbara Liskov'].entries())
    await send(who + 1, 'POST', `/send/email/otp/${who === 2 ? 'reset' : 'login'}`, { email: emailOf(name) });
  await send(4, 'POST', '/send/email/link/login', { email: emailOf('Margaret Hamilton') });
  await admin('PATCH', '/config/signup', { send_verification: true });
  clock.advance(Math.max(0, end - clock.now() - 5 * MINUTE));
  for (const name of ['Radia Perlman', 'Lynn Conway', 'Alonzo Church'])
    await send(6, 'POST', '/send/email/otp/login', { email: emailOf(name) });
  await send(6, 'POST', '/link/login', { email: emailOf('Lynn Conway'), otp: '000000' });
  await signInFirst();
  await admin('POST', `/webhook/${textOf(hook, 'id')}/test`);
  await admin('POST', `/webhook/${textOf(billing, 'id')}/test`);
  clock.advance(Math.max(0, end - clock.now()));
  const support = await addSuperadmin(keyward, {
    name: 'Frances Spence',
    email: 'frances.spence@example.org',
  });
  await enrolTotp(keyward, support);
  const body = { account_id: named('Barbara Liskov').id, reason: 'Ticket 4711', minutes: 60 };
  const impersonation = granted(
    await keyward.call('POST', '/account/impersonate', { token: support.token, body }),
  );
  const invitationTo = async (email: string) => {
    const mails = (await keyward.app.services.mailer.captured?.list()) ?? [];
    const mail = mails.find(({ to, kind }) => to === email && kind.endsWith('invitation'));
    return mail?.link?.replace(/^.*(?=\/invitation)/, '') ?? assert.fail(`no invitation to ${email}`);
  };
  const sections = { sections: ['domains', 'connections', 'scim'] };
  const portal = await keyward.call('POST', `/organization/${organization}/portal`, {
    token: support.token,
    body: sections,
  });
  // The administrator changes the connection, so that an owner must approve it.
  const { body: listed } = await keyward.call('GET', `/organization/${organization}/connection`, {
    token: support.token,
  });
  const byPortal = { token: textOf(portal, 'url').split('#')[1], body: { keep_roles: true } };
  granted(await keyward.call('PATCH', `/portal/connection/${Object(listed['connections'])[0].id}`, byPortal));
  return {
    invitations: {
      account: await invitationTo('jean.bartik@example.org'),
      organization: await invitationTo('gladys.west@example.org'),
      member: await invitationTo(emailOf('Katherine Johnson')),
    },
    portal: textOf(portal, 'url').replace(/^.*(?=\/portal#)/, ''),
    impersonation: impersonation.body,
    grace,
    lockedOut,
    webhook: textOf(hook, 'id'),
    failingWebhook: textOf(broken, 'id'),
    application: textOf(orders, 'client_id'),
    commandLine: textOf(commandLine, 'client_id'),
    organization,
    [Symbol.asyncDispose]: receiver.close,
  };
}

/** Creates organizations for some of the people. @returns the id of the organization that is shown */
async function foundOrganizations(
  admin: (method: string, path: string, body?: unknown) => Promise<Answer>,
  named: (name: string) => SignedUp,
): Promise<string> {
  let shown = '';
  for (const [name, owner, fields, ...members] of [
    ['Bell Laboratories', 'Claude Shannon', {}, 'Dennis Ritchie'],
    ['Algol Working Group', 'Peter Naur', {}, 'John Backus', 'Niklaus Wirth'],
    ['Analytical Engines', 'Charles Babbage', { external_id: 'customer-7' }],
    [
      'Flight Research',
      'Katherine Johnson',
      { max_members: 25 },
      'Mary Jackson',
      'Dorothy Vaughan',
      'Annie Easley',
      'Margaret Hamilton',
    ],
  ] as const) {
    const made = await admin('POST', '/organization', { name, owner: named(owner).id, ...fields });
    shown = textOf(made, 'id');
    for (const member of members)
      await admin('POST', `/organization/${shown}/member`, {
        account_id: named(member).id,
        roles: ['member'],
      });
  }
  await admin('POST', '/organization/bell-laboratories/invitation', {
    emails: [named('Katherine Johnson').email],
  });
  await admin('POST', '/organization/analytical-engines/suspend');
  await admin('PATCH', `/organization/${shown}/member/${named('Mary Jackson').id}`, { roles: ['admin'] });
  await admin('POST', `/organization/${shown}/role`, {
    name: 'reviewer',
    description: 'Checks the numbers',
    permissions: ['org:read', 'org:members:read'],
  });
  await admin('POST', `/organization/${shown}/invitation`, {
    emails: ['gladys.west@example.org', 'evelyn.boyd.granville@example.org'],
    roles: ['reviewer'],
  });
  for (const domain of ['flight.example.net', 'langley.example.net'])
    await admin('POST', `/organization/${shown}/domain`, { domain, joining: 'suggest' });
  await admin('POST', `/organization/${shown}/domain/flight.example.net/verify`, { vouch: true });
  // A draft: otherwise the sign-in page would ask for the email first.
  const metadata = metadataOf(await createSamlIdp('langley'));
  await admin('POST', `/organization/${shown}/connection`, {
    name: 'Langley Entra ID',
    saml: { metadata },
    mapping: { engineers: ['reviewer'] },
  });
  return shown;
}

/** Some people have not verified their email yet. */
const isVerified = (who: number) => who % 7 !== 6;

type Send = (who: number, method: string, path: string, body?: unknown, token?: string) => Promise<Answer>;

/**
 * Uses a mailed code: signs in, or verifies the email. Before the first proof, people verify: a code for a sign-in
 * would drop their password.
 */
async function byCode(
  keyward: TestKeyward,
  send: Send,
  who: number,
  email: string,
  purpose: 'login' | 'verify' = 'login',
): Promise<void> {
  const { captured } = keyward.app.services.mailer;
  const codes = async () =>
    ((await captured?.list()) ?? []).filter(({ to, code }) => to === email && code !== null);
  const before = (await codes()).length;
  const sent = await send(who, 'POST', `/send/email/otp/${purpose}`, { email });
  if (sent.status !== 200) return;
  await until(async () => (await codes()).length > before, `a code for ${email}`);
  keyward.clock.advance(40_000);
  await send(who, 'POST', `/link/${purpose}`, { email, otp: (await codes())[0]?.code });
}

function granted(answer: Answer): Answer {
  assert.ok(answer.status < 300, answer.text);
  return answer;
}

function textOf({ body }: Answer, name: string): string {
  const value = body[name];
  assert.ok(typeof value === 'string', name);
  return value;
}

/** The receiver of webhooks: it answers, and one of its addresses is broken. */
async function startReceiver(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () =>
      request.url === '/broken'
        ? response.writeHead(502, { 'content-type': 'text/plain' }).end('Bad gateway')
        : response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}'),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => closeServer(server) };
}
