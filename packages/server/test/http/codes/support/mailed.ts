import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Purpose } from '../../../../src/store/tables/codes.ts';
import type { DatabaseKind } from '../../../support/databases.ts';
import {
  type Answer,
  assertError,
  type KeywardOptions,
  type SignedUp,
  startKeyward,
  type TestKeyward,
} from '../../../support/keyward.ts';
import { suiteKeyward } from '../../expectations.ts';
import { addPerson, type PersonFields } from '../../people.ts';
import { codeIn, type MailServer, type ReceivedMail, startMailServer } from '../../../support/mail-server.ts';
import { until } from '../../../support/until.ts';

export const PURPOSES = ['signup', 'login', 'reset', 'verify'] as const satisfies readonly Purpose[];

/** A frontend that every app without a list of its own allows: one on this machine. */
export const FRONTEND = 'http://localhost:5173';

/** The real app, and a real mail server that it sends to. */
export interface MailedKeyward extends TestKeyward {
  mail: MailServer;
}

/** Starts an app that sends to a mail server of its own, or to `mail`. */
export async function startMailed(
  kind: DatabaseKind,
  options: KeywardOptions = {},
  mail?: MailServer,
): Promise<MailedKeyward> {
  const server = mail ?? (await startMailServer());
  const keyward = await startKeyward(kind, { ...options, settings: mailSettings(server, options.settings) });
  return {
    ...keyward,
    mail: server,
    [Symbol.asyncDispose]: async () => {
      try {
        await keyward[Symbol.asyncDispose]();
      } finally {
        if (mail === undefined) await server[Symbol.asyncDispose]();
      }
    },
  };
}

/** The settings of an app that sends to `mail`. */
export function mailSettings(
  mail: MailServer,
  settings: Record<string, string> = {},
): Record<string, string> {
  return { KEYWARD_SMTP_URL: mail.url, KEYWARD_MAIL_FROM: 'Example <auth@example.com>', ...settings };
}

/**
 * The same for all tests of the suite (`describe`) that calls this. Only tests and hooks can use it; see
 * `suiteKeyward`.
 */
export function suiteMailed(kind: DatabaseKind, options: KeywardOptions = {}): MailedKeyward {
  let started: MailServer | undefined;
  const server = (): MailServer => {
    assert.ok(started, 'the mail server is there for tests and hooks only');
    return started;
  };
  before(async () => {
    started = await startMailServer();
  });
  const keyward = suiteKeyward(kind, {
    ...options,
    get settings() {
      return mailSettings(server(), options.settings);
    },
  });
  after(() => started?.[Symbol.asyncDispose]());
  const mail: MailServer = {
    get url() {
      return server().url;
    },
    get port() {
      return server().port;
    },
    get mails() {
      return server().mails;
    },
    nextMail: (...request) => server().nextMail(...request),
    mailsTo: (to) => server().mailsTo(to),
    [Symbol.asyncDispose]: () => server()[Symbol.asyncDispose](),
  };
  return Object.assign(keyward, { mail });
}

export interface SendOptions {
  form?: 'otp' | 'link';
  frontendUrl?: string;
  headers?: Record<string, string>;
}

/** Asks for a code or link by mail. */
export function send(
  keyward: TestKeyward,
  purpose: string,
  email: unknown,
  { form = 'otp', frontendUrl, headers }: SendOptions = {},
): Promise<Answer> {
  const body = { email, ...(frontendUrl !== undefined && { frontend_url: frontendUrl }) };
  return keyward.call('POST', `/send/email/${form}/${purpose}`, { body, ...(headers && { headers }) });
}

/** Asks for a code or link and waits for the mail. */
export async function mailFor(
  keyward: MailedKeyward,
  purpose: Purpose,
  email: string,
  options?: SendOptions,
): Promise<ReceivedMail> {
  const sent = await send(keyward, purpose, email, options);
  assert.equal(sent.status, 200, sent.text);
  try {
    return await keyward.mail.nextMail(email);
  } catch (error) {
    throw new Error(`The mailer: ${JSON.stringify(keyward.app.services.mailer.state())}`, { cause: error });
  }
}

/** A code, read out of its mail. */
export async function codeFor(keyward: MailedKeyward, purpose: Purpose, email: string): Promise<string> {
  return codeIn(await mailFor(keyward, purpose, email));
}

/** A different code: the `n`-th of the million others. */
export function wrongCode(right: string, n = 1): string {
  return String((Number(right) + n) % 1_000_000).padStart(6, '0');
}

/** Moves the time forward until a new mail may be sent. */
export function waitForNextMail(keyward: TestKeyward): void {
  keyward.clock.advance(60_000);
}

/** Where a click on a link leads. */
export interface Redirect {
  status: number;
  headers: Headers;
  /** The address without its query. */
  target: string;
  query: Record<string, string>;
}

/** Opens `GET /link/{purpose}` and reads the redirect. Parameters left out of `query` are not sent. */
export async function openLink(
  keyward: TestKeyward,
  purpose: string,
  query: Record<string, string | undefined>,
  headers: Record<string, string> = {},
): Promise<Redirect> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return asRedirect(await keyward.call('GET', `/link/${purpose}?${search}`, { headers }));
}

/** Reads a 307 to an absolute address. */
export function asRedirect({ status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>): Redirect {
  const location = headers.get('location') ?? '';
  assert.equal(status, 307, `${text} ${location}`);
  const url = new URL(location);
  return {
    status,
    headers,
    target: url.origin + url.pathname,
    query: Object.fromEntries(url.searchParams),
  };
}

/** Asserts an error redirect: its target, its code, and no other content. */
export function assertErrorRedirect(redirect: Redirect, frontend: string, errorCode: string): void {
  const { target, query } = redirect;
  assert.equal(target, `${frontend}/magic-link/callback`);
  assert.deepEqual(Object.keys(query).sort(), ['error', 'error_code']);
  assert.equal(query['error_code'], errorCode);
  assert.notEqual(query['error'], '');
}

/** An account with a password, a session and a proven email. */
export async function addMember(
  keyward: TestKeyward,
  { verified = true, ...fields }: PersonFields & { verified?: boolean } = {},
): Promise<SignedUp> {
  const person = await addPerson(keyward, fields);
  const proven = verified ? 1 : 0;
  const { accounts } = keyward.app.services.store;
  await accounts.update(person.id, { email_verified: proven, password_after_proof: proven });
  return person;
}

/** Asserts that no new mail to this address is waiting or has arrived since the last one that was read. */
export async function assertNoMail(keyward: MailedKeyward, to: string): Promise<void> {
  await mailsDelivered(keyward);
  await assert.rejects(keyward.mail.nextMail(to, 0), `a mail to ${to} came`);
}

/** Asserts that a session is alive (200) or that it has ended. */
export async function assertSession(
  keyward: TestKeyward,
  token: string | undefined,
  state: 'alive' | 'ended',
): Promise<void> {
  const me = await keyward.call('GET', '/me', { token });
  if (state === 'alive') assert.equal(me.status, 200, me.text);
  else assertError(me, 401, 'SessionDestroyedError');
}

/** The access token in an answer that issued one. */
export function accessTokenOf({ status, body, text }: Answer): string {
  assert.equal(status, 200, text);
  assert.equal(typeof body['access_token'], 'string', text);
  return String(body['access_token']);
}

/**
 * Resolves when no mail waits to be sent, and the mail server has answered the last one.
 * @throws Error if one still waits after 15 s
 */
export async function mailsDelivered(keyward: TestKeyward): Promise<void> {
  const { mailer } = keyward.app.services;
  const isSent = async () =>
    mailer.state().queued === 0 && (await keyward.database.query('select id from mail_queue')).length === 0;
  await until(isSent, 'all mails are sent', 15_000);
}
