import { createHmac } from 'node:crypto';
import { mailboxKeyOf } from '../../../packages/server/src/features/delivery/mail/mailbox-key.ts';
import { WITHOUT_LIMITS } from '../../../packages/server/test/failures/without-limits.ts';
import { seedAccounts, seedSessions } from '../../../packages/server/test/support/seed.ts';
import { until } from '../../../packages/server/test/support/until.ts';
import { type Account, type Keyward, startKeyward } from '../support/keyward.ts';
import { request } from '../support/load.ts';

/** The number of people who use a route at once. */
export const CONNECTIONS = 4;
/** Each connection has three groups of accounts: for reading, for signing in, and for changing passwords. */
const GROUPS = 3;
/** Accounts and sessions for the routes that use one up with each request. */
const SEEDED = 200_000;
/** A copy of a log that exists. */
export const SNAPSHOT = 'bench';
export const FRONTEND = 'http://127.0.0.1:3000';
const SECRET = 'a secret that the benchmark signs tokens with';
const MASTER_KEY = Buffer.alloc(32, 7);

/** A service with the data that the routes need. */
export interface World {
  keyward: Keyward;
  /** A request of the superadmin. */
  admin(method: string, path: string, body?: object): Buffer;
  /** A request of the account of a connection. */
  person(connection: number, method: string, path: string, body?: object): Buffer;
  /** A request with a session that was not used before; `ids` are those of its account and of its session. */
  stranger(method: string, pathOf: (ids: SessionIds) => string, body?: object): Buffer;
  /** A request with the key of the mailbox. */
  mailbox(method: string, path: string): Buffer;
  /** The accounts that sign in repeatedly, which ends older sessions, and those whose password changes. */
  signingIn: readonly Account[];
  changing: readonly Account[];
  /** An id of an event, of a webhook that is off, and names of files that pages load. */
  eventId: string;
  webhookId: string;
  consoleFile: string;
  pagesFile: string;
  /** The next id of a seeded account or session. */
  nextAccount(): number;
  nextSession(): number;
}

export interface SessionIds {
  account: number;
  session: number;
}

/** Starts the service on SQLite. */
export async function createWorld(stack: AsyncDisposableStack): Promise<World> {
  const keyward = await startKeyward(stack, 'sqlite', CONNECTIONS * GROUPS + 1, {
    ...WITHOUT_LIMITS,
    KEYWARD_LIMIT_MAILBOX: '1000000/1h',
    KEYWARD_DUAL_TOKEN_MODE: 'on',
    // The tokens outlive the run.
    KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
    KEYWARD_JWT_SECRET: SECRET,
    KEYWARD_MASTER_KEY: MASTER_KEY.toString('base64'),
    KEYWARD_WEBHOOK_NETWORKS: '127.0.0.0/8',
    KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
    KEYWARD_IDP2_CLIENT_ID: 'bench',
    KEYWARD_IDP2_CLIENT_SECRET: 'bench',
  });
  const { database, accounts, url } = keyward;
  const token = accounts.at(-1)?.token ?? '';
  await database.query(`update accounts set role = 'superadmin' where id = $1`, [accountOf(token)]);
  await seedAccounts(database, SEEDED);
  // Seeded sessions belong to accounts of the same number, and begin a moment ago.
  await seedSessions(database, SEEDED, Date.now() - SEEDED);
  const rows = await database.query(
    `select sessions.id as session, accounts.id as account, accounts.uid as uid from sessions
     join accounts on accounts.id = sessions.account_id
     where sessions.user_agent = 'seed' and sessions.expires_at > $1 and accounts.status = 'active' and accounts.id > $2
     order by sessions.id`,
    [Date.now(), accounts.length],
  );
  let turn = 0;
  const next = () => rows[(turn += 1) % rows.length] ?? {};
  const key = mailboxKeyOf(MASTER_KEY);

  const text = async (path: string, headers: Record<string, string> = {}, body?: object) => {
    const json = { 'content-type': 'application/json', ...headers };
    const init =
      body === undefined ? { headers } : { method: 'POST', headers: json, body: JSON.stringify(body) };
    return (await fetch(url + path, init)).text();
  };
  await text('/auth/send/email/otp/login', {}, { email: accounts[0]?.email });
  const isCaught = async () =>
    (await text('/mailbox/mails', { 'x-mailbox-key': key })).includes(accounts[0]?.email ?? '');
  await until(isCaught, 'the mail is caught');
  const authorization = `Bearer ${token}`;
  const feed: { events: { id: string }[] } = JSON.parse(
    await text('/auth/event/?limit=1', { authorization }),
  );
  const webhook: { id: string } = JSON.parse(
    await text('/auth/webhook/', { authorization }, { url: 'http://127.0.0.1:9/', enabled: false }),
  );
  await text('/log', { authorization }, { name: SNAPSHOT, source: 'server' });
  const fileOf = async (page: string, files: RegExp) => files.exec(await text(page))?.[0] ?? '';

  return {
    keyward,
    admin: (method, path, body) => request(method, path, { token, ...(body !== undefined && { body }) }),
    person: (connection, method, path, body) =>
      request(method, path, {
        token: accounts[connection]?.token ?? '',
        ...(body !== undefined && { body }),
      }),
    stranger(method, pathOf, body) {
      const row = next();
      const ids = { account: Number(row['account']), session: Number(row['session']) };
      return request(method, pathOf(ids), {
        token: forge(token, ids, String(row['uid'])),
        ...(body !== undefined && { body }),
      });
    },
    mailbox: (method, path) => request(method, path, { headers: { 'x-mailbox-key': key } }),
    eventId: feed.events[0]?.id ?? '',
    webhookId: webhook.id,
    signingIn: accounts.slice(CONNECTIONS, 2 * CONNECTIONS),
    changing: accounts.slice(2 * CONNECTIONS, 3 * CONNECTIONS),
    consoleFile: await fileOf('/console', /\/web\/console\/[\w.-]+\.js/),
    pagesFile: await fileOf('/signin', /\/web\/pages\/[\w.-]+\.js/),
    nextAccount: () => Number(next()['account']),
    nextSession: () => Number(next()['session']),
  };
}

/** A copy of a token, for another session. */
function forge(token: string, { account, session }: SessionIds, uid: string): string {
  const [header = ''] = token.split('.');
  const claims = { ...claimsOf(token), sub: uid, aid: account, sid: session, role: 'user' };
  const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${input}.${createHmac('sha256', SECRET).update(input).digest('base64url')}`;
}

const accountOf = (token: string) => Number(claimsOf(token)['aid']);

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
