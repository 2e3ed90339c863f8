import type { DatabaseKind, TestDatabase } from '../../../packages/server/test/support/databases.ts';
import { type IssuedTokens, PASSWORD } from '../support/keyward.ts';
import { percentile } from '../support/load.ts';
import type { Options, Value } from '../support/measurement.ts';
import { DIALECT, emailOf } from './growth-data.ts';
import { filledDatabase, startGrownService } from './grown-service.ts';

const ACCOUNTS = 100_000;
const ORGANIZATIONS = 1_000;
/** The organization with all accounts, and the one with ten of them. */
const LARGE = 1;
const SMALL = 2;
/** The account in all organizations, and the one in ten of them. Both own the two above. */
const BUSY = 2;
const QUIET = 3;
const FEW = 10;
/** Pairs of requests of a case in a round, for each second of a load. */
const PER_SECOND = 100;

const SETTINGS = {
  KEYWARD_ORGANIZATIONS_ENABLED: 'on',
  KEYWARD_ORGANIZATIONS_MAX_PER_ACCOUNT: String(ORGANIZATIONS),
  KEYWARD_ORGANIZATIONS_MAX_MEMBERS: String(ACCOUNTS),
  KEYWARD_LIMIT_CHANGES: '1000000/1h',
  KEYWARD_LIMIT_TOTAL: '1000000/1h',
};

/** The same requests of and about few organizations and members, and many, in turns. */
export async function prepareOrganizations(
  stack: AsyncDisposableStack,
  options: Options,
  kind: DatabaseKind,
) {
  const database = await filled(stack, kind, options);
  const { url } = await startGrownService(stack, database, SETTINGS);

  return async (seconds: number): Promise<Value[]> => {
    const [busy, quiet, other] = [
      await signIn(url, BUSY),
      await signIn(url, QUIET),
      await signIn(url, QUIET),
    ];
    const turn = (by: Session, number: number) => () =>
      by.renew('/token/organization', { organization: idOf(number) });
    const pages = (by: Session, path: string) => {
      let after = '';
      return async () => {
        const page = Object(JSON.parse(await by.get(`${path}?limit=5${after}`)));
        after = typeof page.cursor === 'string' ? `&after=${page.cursor}` : '';
      };
    };
    const both = (send: (by: Session) => () => Promise<unknown>) => [send(quiet), send(busy)] as const;
    await turn(busy, 4)();
    await turn(quiet, 4)();
    const ofAccount = {
      'GET /me': both((by) => () => by.get('/me')),
      'POST /token/refresh': both((by) => () => by.renew('/token/refresh', {})),
      'POST /token/organization': both((by) => turn(by, 5)),
      'GET /me/organizations': both((by) => () => by.get('/me/organizations?limit=10')),
      'GET /organization/': both((by) => () => by.get('/organization?limit=10')),
    };
    const members = (number: number) => `/organization/${idOf(number)}/member`;
    await turn(quiet, SMALL)();
    await turn(other, LARGE)();
    const ofOrganization = {
      'GET /me': [() => quiet.get('/me'), () => other.get('/me')],
      'POST /token/refresh': [
        () => quiet.renew('/token/refresh', {}),
        () => other.renew('/token/refresh', {}),
      ],
      'POST /token/organization': [turn(quiet, SMALL), turn(other, LARGE)],
      'GET …/member': [() => quiet.get(members(SMALL)), () => other.get(members(LARGE))],
      'GET …/member?after=': [pages(quiet, members(SMALL)), pages(other, members(LARGE))],
      'GET …/member?q=': [
        () => quiet.get(`${members(SMALL)}?q=${emailOf(QUIET)}`),
        () => other.get(`${members(LARGE)}?q=${emailOf(QUIET)}`),
      ],
    } as const;
    return [
      ...(await ratios(`an account in ${ORGANIZATIONS} organizations`, ofAccount, seconds)),
      ...(await ratios(`an organization of ${ACCOUNTS}`, ofOrganization, seconds)),
    ];
  };
}

type Send = () => Promise<unknown>;

async function ratios(
  of: string,
  cases: Record<string, readonly [small: Send, large: Send]>,
  seconds: number,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const [route, sends] of Object.entries(cases)) {
    const times: number[][] = sends.map(() => []);
    for (let sent = 0; sent < seconds * PER_SECOND; sent += 1)
      for (const [index, send] of sends.entries()) {
        const start = performance.now();
        await send();
        times[index]?.push(performance.now() - start);
      }
    const [few = NaN, many = NaN] = times.map((all) =>
      percentile(
        all.toSorted((a, b) => a - b),
        0.5,
      ),
    );
    values.push(
      { label: `${route} of ${of}, p50`, value: many, unit: 'ms' },
      { label: `  of that with ${FEW}`, value: many / few, unit: '', target: { below: 1.3 } },
    );
  }
  return values;
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
  { tell }: Options,
): Promise<TestDatabase> {
  // Not kept: the next run would insert the organizations again.
  const database = await filledDatabase(stack, kind, ACCOUNTS, { data: null, tell });
  const { numbers, withIds } = DIALECT[kind];
  const uid = `'org_' || ${kind === 'sqlite' ? `printf('%022d', n)` : `lpad(n::text, 22, '0')`}`;
  const owns = `account_id in (${BUSY}, ${QUIET})`;
  await database.query(
    `${numbers} insert into organizations (id, uid, name, name_key, slug, status, members_count, version, created_at, updated_at)
      ${withIds} select n, ${uid}, 'Organization ' || n, 'organization ' || n, 'organization-' || n, 'active',
      case n when ${LARGE} then ${ACCOUNTS} when ${SMALL} then ${FEW} else 2 end, 1, n, n from numbers`,
    [1, ORGANIZATIONS],
  );
  const joinAll = (organization: string, account: string, range: readonly [number, number]) =>
    database.query(
      `${numbers} insert into memberships (organization_id, account_id, roles, is_owner, source, version, created_at)
        select organization_id, account_id, case when ${owns} then '["owner"]' else '["member"]' end,
        case when ${owns} then 1 else 0 end, 'import', 1, n
        from (select n, ${organization} as organization_id, ${account} as account_id from numbers) as made`,
      [...range],
    );
  await joinAll(String(LARGE), 'n', [1, ACCOUNTS]);
  await joinAll(String(SMALL), 'n', [BUSY, BUSY + FEW - 1]);
  await joinAll('n', String(BUSY), [SMALL + 1, ORGANIZATIONS]);
  await joinAll('n', String(QUIET), [SMALL + 1, FEW]);
  await database.query(kind === 'sqlite' ? 'analyze' : 'vacuum analyze');
  return database;
}
