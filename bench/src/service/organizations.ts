import type { DatabaseKind, TestDatabase } from '../../../packages/server/test/support/databases.ts';
import { cpuOfThreadsMs } from '../support/cpu-time.ts';
import { type IssuedTokens, PASSWORD } from '../support/keyward.ts';
import { percentile } from '../support/load.ts';
import type { Options, Value } from '../support/measurement.ts';
import { DIALECT, emailOf } from './growth-data.ts';
import { filledDatabase, startGrownService } from './grown-service.ts';

/** The size of a store; every account is in `each` organizations, apart from those that the cases name. */
interface Size {
  accounts: number;
  organizations: number;
  each: number;
  /** The members of the largest organization, and the organizations of the account that is in most. */
  members: number;
  memberships: number;
}

const FEW: Size = { accounts: 1_000, organizations: 10, each: 1, members: 10, memberships: 10 };
/** A million memberships. */
const MANY: Size = {
  accounts: 100_000,
  organizations: 10_000,
  each: 9,
  members: 100_000,
  memberships: 1_000,
};

/** The organization with most members, the account in most organizations, and another one; both own theirs. */
const LARGEST = 1;
const BUSIEST = 2;
const MEMBER = 3;
/** Requests of a case in a round, for each second of a load, and how many of them one service gets in a row. */
const PER_SECOND = 100;
const IN_A_ROW = 20;

const SETTINGS = {
  KEYWARD_ORGANIZATIONS_ENABLED: 'on',
  KEYWARD_ORGANIZATIONS_MAX_PER_ACCOUNT: String(MANY.memberships),
  KEYWARD_ORGANIZATIONS_MAX_MEMBERS: String(MANY.members),
  KEYWARD_LIMIT_CHANGES: '1000000/1h',
  KEYWARD_LIMIT_TOTAL: '1000000/1h',
};

/** The same requests to a service with few organizations and members, and to one with many, in turns. */
export async function prepareOrganizations(
  stack: AsyncDisposableStack,
  options: Options,
  kind: DatabaseKind,
) {
  const services: { url: string; pid: number }[] = [];
  for (const size of [FEW, MANY]) {
    const database = await filled(stack, kind, size, options);
    services.push(await startGrownService(stack, database, SETTINGS));
  }

  return async (seconds: number): Promise<Value[]> => {
    const measured = await Promise.all(
      services.map(async ({ url, pid }) => ({ pid, cases: await casesOf(url) })),
    );
    const values: Value[] = [];
    for (const route of measured[0]?.cases.keys() ?? []) {
      const [few, many] = await inTurns(
        measured.map(({ pid, cases }) => ({ pid, send: cases.get(route) ?? (async () => undefined) })),
        Math.round(seconds * PER_SECOND),
      );
      if (few === undefined || many === undefined) continue;
      values.push(
        { label: `${route}, processor time`, value: many.cpu, unit: 'ms' },
        { label: '  of that with few', value: many.cpu / few.cpu, unit: '', target: { below: 1.3 } },
        { label: '  p50', value: many.p50, unit: 'ms' },
        { label: '  of that with few', value: many.p50 / few.p50, unit: '', target: { below: 1.3 } },
      );
    }
    return values;
  };
}

type Send = () => Promise<unknown>;

/** The requests, by what they are and who sends them. */
async function casesOf(url: string): Promise<ReadonlyMap<string, Send>> {
  const [busy, member] = [await signIn(url, BUSIEST), await signIn(url, MEMBER)];
  const largest = `/organization/${idOf(LARGEST)}`;
  const turnTo = (by: Session, number: number) => () =>
    by.renew('/token/organization', { organization: idOf(number) });
  const pages = (by: Session, path: string) => {
    let after = '';
    return async () => {
      const page = Object(JSON.parse(await by.get(`${path}?limit=5${after}`)));
      after = typeof page.cursor === 'string' ? `&after=${page.cursor}` : '';
    };
  };
  await turnTo(busy, 4)();
  await turnTo(member, LARGEST)();
  const of = (who: string, session: Session, number: number): [string, Send][] => [
    [`GET /me of ${who}`, () => session.get('/me')],
    [`POST /token/refresh of ${who}`, () => session.renew('/token/refresh', {})],
    [`POST /token/organization of ${who}`, turnTo(session, number)],
    [`GET /me/organizations of ${who}`, () => session.get('/me/organizations')],
    [`GET /me/organizations?after= of ${who}`, pages(session, '/me/organizations')],
    [`GET /organization/ of ${who}`, () => session.get('/organization')],
  ];
  const list = `${largest}/member`;
  return new Map<string, Send>([
    ...of('the busiest account', busy, 5),
    ...of('a member of the largest', member, LARGEST),
    ['GET …/member', () => member.get(list)],
    ['GET …/member?after=', pages(member, list)],
    ['GET …/member?q=, a name', () => member.get(`${list}?q=${emailOf(MEMBER).split('.')[0]}`)],
    ['GET …/member?q=, an email', () => member.get(`${list}?q=${emailOf(MEMBER)}`)],
  ]);
}

/** The processor time of a request, and the median of the times until the answers. */
interface Cost {
  cpu: number;
  p50: number;
}

async function inTurns(
  services: readonly { pid: number; send: Send }[],
  requests: number,
): Promise<readonly Cost[]> {
  const costs = services.map((service) => ({ ...service, times: new Array<number>(), cpu: 0 }));
  for (let sent = 0; sent < requests; sent += IN_A_ROW)
    for (const cost of costs) {
      const before = cpuOfThreadsMs(cost.pid);
      for (let row = 0; row < IN_A_ROW; row += 1) {
        const start = performance.now();
        await cost.send();
        cost.times.push(performance.now() - start);
      }
      cost.cpu += cpuOfThreadsMs(cost.pid) - before;
    }
  return costs.map(({ cpu, times }) => ({
    cpu: cpu / times.length,
    p50: percentile(
      times.toSorted((a, b) => a - b),
      0.5,
    ),
  }));
}

interface Session {
  get: (path: string) => Promise<string>;
  /** Sends the refresh token, and keeps the new tokens. */
  renew: (path: string, body: object) => Promise<void>;
}

async function signIn(url: string, account: number): Promise<Session> {
  let tokens: IssuedTokens = JSON.parse(
    await post('/login/password', { identifier: emailOf(account), password: PASSWORD }),
  );
  async function post(path: string, body: object, token = ''): Promise<string> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text;
  }
  return {
    get: async (path) => {
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const answer = await fetch(`${url}/auth${path}`, { headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      return text;
    },
    renew: async (path, body) => {
      const { access_token: token, refresh_token } = tokens;
      tokens = JSON.parse(await post(path, { ...body, refresh_token }, token));
    },
  };
}

const idOf = (number: number): string => `org_${String(number).padStart(22, '0')}`;

async function filled(
  stack: AsyncDisposableStack,
  kind: DatabaseKind,
  { accounts, organizations, each, members, memberships }: Size,
  { tell }: Options,
): Promise<TestDatabase> {
  // Not kept: the next run would insert the organizations again.
  const database = await filledDatabase(stack, kind, accounts, { data: null, tell });
  const { numbers, withIds } = DIALECT[kind];
  const uid = `'org_' || ${kind === 'sqlite' ? `printf('%022d', n)` : `lpad(n::text, 22, '0')`}`;
  await database.query(
    `${numbers} insert into organizations (id, uid, name, name_key, slug, status, members_count, version, created_at, updated_at)
      ${withIds} select n, ${uid}, 'Organization ' || n, 'organization ' || n, 'organization-' || n, 'active', 0, 1, n, n
      from numbers`,
    [1, organizations],
  );
  const owns = `account_id in (${BUSIEST}, ${MEMBER})`;
  const join = (organization: string, account: string, range: readonly [number, number]) =>
    database.query(
      `${numbers} insert into memberships (organization_id, account_id, roles, is_owner, source, version, created_at)
        select organization_id, account_id, case when ${owns} then '["owner"]' else '["member"]' end,
        case when ${owns} then 1 else 0 end, 'import', 1, n
        from (select n, ${organization} as organization_id, ${account} as account_id from numbers) as made
        where true on conflict do nothing`,
      [...range],
    );
  await join(String(LARGEST), 'n', [1, members]);
  await join('n', String(BUSIEST), [1, memberships]);
  // Neighbours in one organization are far from each other in the next one.
  await join(`2 + n * 7919 % ${organizations - 1}`, `1 + n % ${accounts}`, [1, accounts * each]);
  await database.query(
    'update organizations set members_count = (select count(*) from memberships where organization_id = organizations.id)',
  );
  await database.query(kind === 'sqlite' ? 'analyze' : 'vacuum analyze');
  return database;
}
