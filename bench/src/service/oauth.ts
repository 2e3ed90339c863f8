import { setTimeout as sleep } from 'node:timers/promises';
import { asText } from '../../../packages/server/test/http/expectations.ts';
import { callerOf } from '../../../packages/server/test/http/oauth/caller.ts';
import {
  approve,
  authorizePath,
  Browser,
  CALLBACK,
  exchange,
  pkce,
  post,
  type TestApplication,
} from '../../../packages/server/test/http/oauth/flows.ts';
import type { DatabaseKind } from '../../../packages/server/test/support/databases.ts';
import { rss } from '../../../packages/server/test/support/resources.ts';
import { type Keyward, startKeyward } from '../support/keyward.ts';
import { load, request, type Sender } from '../support/load.ts';
import type { Value } from '../support/measurement.ts';

const CONNECTIONS = 16;
const MICROS_PER_SECOND = 1e6;
const RESOURCE = 'https://api.example.com';
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const IDLE_MS = 1_000;
const SETTINGS = {
  KEYWARD_LIMIT_ANONYMOUS: '1000000/1h',
  KEYWARD_LIMIT_TOTAL: '1000000/1h',
  KEYWARD_LIMIT_CHANGES: '1000000/1h',
};

type Called = ReturnType<typeof callerOf>;

/** A service with an application, and a browser whose user has given consent. */
interface World {
  keyward: Keyward;
  token: string;
  application: TestApplication;
  machine: TestApplication;
  browser: Browser;
  verifier: string;
  path: string;
}

async function prepareWorld(keyward: Keyward): Promise<World> {
  const called: Called = callerOf(() => keyward.url);
  const [account] = keyward.accounts;
  if (account === undefined) throw new Error('no account');
  const { token } = account;
  await keyward.database.query("update accounts set role = 'superadmin'");
  const add = async (body: object) => {
    const made = await called.call('POST', '/application', { token, body });
    if (made.status !== 201) throw new Error(made.text);
    return { id: asText(made.body['client_id']), secret: asText(made.body['client_secret']) };
  };
  const application = await add({ name: 'Orders', redirect_uris: [CALLBACK] });
  const machine = await add({
    name: 'Jobs',
    type: 'machine',
    machine_scopes: ['jobs:run'],
    resources: [RESOURCE],
  });
  const browser = new Browser(called);
  const { verifier, challenge } = pkce();
  const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' });
  await approve(browser, path, token);
  return { keyward, token, application, machine, browser, verifier, path };
}

/** The bytes of a request with a form. */
function form(endpoint: string, { id, secret }: TestApplication, fields: Record<string, string>): Buffer {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const body = new URLSearchParams(fields);
  return request('POST', `/auth/oauth/${endpoint}`, { headers: { authorization }, body });
}

/** Sends the steps of a flow again and again; each is made from the answers to those before. */
function inSteps(steps: readonly ((answer: string) => Buffer)[]): Sender {
  let turn = 0;
  let last = '';
  return {
    next: () => {
      const step = steps[turn % steps.length];
      turn += 1;
      return step?.(last) ?? Buffer.alloc(0);
    },
    answered: (body) => (last = body),
  };
}

const field = (answer: string, name: string): string => asText(Object(JSON.parse(answer))[name]);

/** The flows by name: the steps that lead to one token or answer. */
function flowsOf(
  { token, application, machine, browser, verifier, path }: World,
  given: Record<string, string>,
) {
  const { access_token: access = '', refresh_token: refresh = '' } = given;
  let code = '';
  let device = '';
  return {
    'authorization_code, with its authorization': [
      () => request('GET', `/auth${path}&response_mode=form_post`, { headers: browser.headers }),
      (page: string) =>
        form('token', application, {
          grant_type: 'authorization_code',
          code: /name="code" value="([^"]+)"/.exec(page)?.[1] ?? '',
          redirect_uri: CALLBACK,
          code_verifier: verifier,
        }),
    ],
    refresh_token: [
      (answer: string) =>
        form('token', application, {
          grant_type: 'refresh_token',
          refresh_token: answer === '' ? refresh : field(answer, 'refresh_token'),
        }),
    ],
    client_credentials: [
      () => form('token', machine, { grant_type: 'client_credentials', resource: RESOURCE }),
    ],
    'device_code, with its page': [
      () => form('device', application, { scope: 'openid' }),
      (answer: string) => {
        code = field(answer, 'user_code');
        device = field(answer, 'device_code');
        return request('GET', `/auth/oauth/device/${code}`, { token });
      },
      () => request('POST', `/auth/oauth/device/${code}`, { token, body: { allow: true } }),
      () => form('token', application, { grant_type: DEVICE, device_code: device }),
    ],
    introspect: [() => form('introspect', application, { token: access })],
    userinfo: [() => request('GET', '/auth/oauth/userinfo', { token: access })],
  } satisfies Record<string, readonly ((answer: string) => Buffer)[]>;
}

async function tokensOf({ keyward, application, browser, verifier, path }: World) {
  const called = callerOf(() => keyward.url);
  const page = await browser.call('GET', `${path}&response_mode=form_post`);
  const code = /name="code" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const { text, status } = await exchange(called, application, code, verifier);
  if (status !== 200) throw new Error(text);
  const tokens: Record<string, string> = JSON.parse(text);
  return tokens;
}

/** Tokens of each grant, and the requests that check them. */
export async function prepareOAuth(stack: AsyncDisposableStack, kind: DatabaseKind, name: string) {
  const keyward = await startKeyward(stack, kind, 1, SETTINGS);
  const world = await prepareWorld(keyward);
  return async (seconds: number): Promise<Value[]> => {
    const values: Value[] = [];
    for (const label of Object.keys(flowsOf(world, {}))) {
      // Each connection has a grant of its own; an account has at most fifty of an application.
      const flows = await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => flowsOf(world, await tokensOf(world))),
      );
      const steps = flows.map((flow) => Object.entries(flow).find(([one]) => one === label)?.[1] ?? []);
      const { perSecond, cpuMicros } = await load({
        ...keyward,
        senders: steps.map((one) => inSteps(one)),
        seconds,
      });
      const each = steps[0]?.length ?? 1;
      values.push(
        { label: `${label}, ${name}`, value: perSecond / each, unit: '/s' },
        {
          label: '  of a core with nothing else',
          value: MICROS_PER_SECOND / (cpuMicros * each),
          unit: '/s',
        },
      );
    }
    return values;
  };
}

/** Memory before and after the first use of the authorization server and of the MCP endpoint. */
export async function prepareOAuthMemory() {
  return async (): Promise<Value[]> => {
    await using stack = new AsyncDisposableStack();
    const keyward = await startKeyward(stack, 'sqlite', 1, SETTINGS);
    await sleep(IDLE_MS);
    const before = mebibytes(keyward.pid);
    const world = await prepareWorld(keyward);
    const tokens = await tokensOf(world);
    const called = callerOf(() => keyward.url);
    await post(called, 'introspect', world.application, { token: tokens['access_token'] ?? '' });
    await sleep(IDLE_MS);
    const after = mebibytes(keyward.pid);
    await listTools(keyward, world.token);
    await sleep(IDLE_MS);
    const withAgents = mebibytes(keyward.pid);
    return [
      { label: 'memory (RSS) before the first application', value: before, unit: 'MiB' },
      { label: '  after its first sign-in', value: after, unit: 'MiB' },
      { label: '  after the first request of an agent', value: withAgents, unit: 'MiB' },
    ];
  };
}

/** Turns the MCP endpoint on, and sends its first request. */
async function listTools({ url }: Keyward, token: string): Promise<void> {
  const called = callerOf(() => url);
  await called.call('PATCH', '/config/oauth', { token, body: { mcp: true } });
  const key = await called.call('POST', '/apikey/', {
    token,
    body: { name: 'Agent', scopes: ['accounts:read'] },
  });
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${asText(key.body['key'])}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const text = await answer.text();
  if (!text.includes('find_accounts')) throw new Error(text);
}

function mebibytes(pid: number): number {
  return (rss(pid) ?? Number.NaN) / 2 ** 20;
}
