import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { CHEAP_SERVICE } from '../failures/kill-rounds.ts';
import { seededRandom } from '../failures/random.ts';
import { WITHOUT_LIMITS } from '../failures/without-limits.ts';
import { asText } from '../http/expectations.ts';
import { callerOf } from '../http/oauth/caller.ts';
import {
  approve,
  authorizePath,
  Browser,
  CALLBACK,
  exchange,
  locationOf,
  pkce,
  post,
  type TestApplication,
} from '../http/oauth/flows.ts';
import { createTestDatabase, type DatabaseKind } from '../support/databases.ts';
import { type Answer, PASSWORD } from '../support/keyward.ts';
import { startProcess } from '../support/process.ts';
import type { Part } from './part.ts';

const LANES = [
  { kind: 'sqlite', rounds: 150 },
  { kind: 'postgres', rounds: 50 },
] as const;
const FLOWS = 4;
const STEPS = { least: 1, most: 12 };
const PAUSE_MS = 10;
const TELL_EVERY = 50;
const ENV = {
  ...WITHOUT_LIMITS,
  KEYWARD_LIMIT_ANONYMOUS: '1000000/1h',
  KEYWARD_LIMIT_TOTAL: '1000000/1h',
  KEYWARD_LIMIT_CHANGES: '1000000/1h',
  KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
};

/** What an application knows of a grant; `sure` are steps that were acknowledged. */
interface Grant {
  code: string;
  verifier: string;
  exchanged: 'no' | 'unknown' | 'sure';
  /** The newest refresh token that was acknowledged. */
  refresh: string | null;
  revoked: 'no' | 'unknown' | 'sure';
}

/** The service, by whichever process runs it. */
interface Service extends ReturnType<typeof callerOf> {
  url: string;
  sent: number;
}

function createService(): Service {
  const service = { url: '', sent: 0 };
  const { call } = callerOf(() => service.url);
  return Object.assign(service, {
    /** A 503 means unknown, like a missing answer. */
    call: async (...request: Parameters<typeof call>) => {
      service.sent += 1;
      const answer = await call(...request);
      if (answer.status === 503) throw new Error('refused for now');
      return answer;
    },
  });
}

/** One kind of flow after another, until the service is gone. */
async function flowUntilKilled(
  service: Service,
  { browser, application, grants }: { browser: Browser; application: TestApplication; grants: Grant[] },
  step: () => void,
): Promise<void> {
  try {
    for (;;) {
      const { verifier, challenge } = pkce();
      const path = authorizePath(application, {
        code_challenge: challenge,
        code_challenge_method: 'S256',
        scope: 'openid offline_access',
        prompt: 'none',
      });
      const back = locationOf(await browser.call('GET', path));
      const code = back.searchParams.get('code');
      assert.ok(code !== null, `the consent was lost: ${back.href}`);
      step();
      const grant: Grant = { code, verifier, exchanged: 'unknown', refresh: null, revoked: 'no' };
      grants.push(grant);
      const given = await exchange(service, application, code, verifier);
      assert.equal(given.status, 200, given.text);
      grant.exchanged = 'sure';
      grant.refresh = asText(given.body['refresh_token']);
      step();
      const next = await refresh(service, application, grant.refresh);
      assert.equal(next.status, 200, next.text);
      grant.refresh = asText(next.body['refresh_token']);
      step();
      if (grants.length % 2 === 0) continue;
      grant.revoked = 'unknown';
      await post(service, 'revoke', application, { token: grant.refresh });
      grant.revoked = 'sure';
      step();
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
  }
}

function refresh(service: Service, application: TestApplication, token: string): Promise<Answer> {
  return post(service, 'token', application, { grant_type: 'refresh_token', refresh_token: token });
}

/** @returns the number of compared answers */
async function verify(service: Service, application: TestApplication, grant: Grant): Promise<number> {
  if (grant.refresh !== null) {
    const { status, text } = await refresh(service, application, grant.refresh);
    if (grant.revoked === 'sure') assert.equal(status, 400, `a revoked grant is back: ${text}`);
    if (grant.revoked === 'no') assert.equal(status, 200, `a grant was lost: ${text}`);
  }
  const again = await exchange(service, application, grant.code, grant.verifier);
  if (grant.exchanged === 'sure') assert.equal(again.status, 400, 'a code was exchanged twice');
  const third = await exchange(service, application, grant.code, grant.verifier);
  assert.equal(third.status, 400, 'a code was exchanged twice');
  // The reuse of a code ends the tokens that it gave.
  const token = grant.refresh ?? again.body['refresh_token'];
  if (typeof token === 'string')
    assert.equal((await refresh(service, application, token)).status, 400, 'a reused code ended nothing');
  return 4;
}

async function killBetweenSteps(
  { kind, rounds, seed }: { kind: DatabaseKind; rounds: number; seed: number },
  onRound: () => void,
): Promise<{ sent: number; checks: number }> {
  const random = seededRandom(seed);
  await using database = await createTestDatabase(kind);
  const env = { ...ENV, KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir };
  const service = createService();
  const start = async () => {
    const started = await startProcess({ script: CHEAP_SERVICE, args: [], env });
    service.url = started.url;
    return started;
  };
  let keyward = await start();
  const person = { name: 'Ada', email: 'ada@example.org', handle: 'ada', password: PASSWORD };
  const signedUp = await service.call('POST', '/signup/password', { body: person });
  assert.ok(signedUp.status < 300, signedUp.text);
  await database.query("update accounts set role = 'superadmin'");
  const login = await service.call('POST', '/login', {
    body: { identifier: person.email, password: PASSWORD },
  });
  const token = asText(login.body['access_token']);
  const body = { name: 'Orders', redirect_uris: [CALLBACK] };
  const made = await service.call('POST', '/application', { token, body });
  assert.equal(made.status, 201, made.text);
  const application = { id: asText(made.body['client_id']), secret: asText(made.body['client_secret']) };
  const browser = new Browser(service);
  const { challenge } = pkce();
  const path = authorizePath(application, {
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'openid offline_access',
  });
  await approve(browser, path, token);
  let checks = 0;
  for (let round = 0; round < rounds; round += 1) {
    const grants = Array.from({ length: FLOWS }, (): Grant[] => []);
    const enough = Promise.withResolvers<void>();
    let left = Math.floor(STEPS.least + random() * (STEPS.most - STEPS.least));
    const flows = Promise.all(
      grants.map((own) =>
        flowUntilKilled(service, { browser, application, grants: own }, () => {
          left -= 1;
          if (left === 0) enough.resolve();
        }),
      ),
    );
    await Promise.race([flows, enough.promise]);
    await delay(random() * PAUSE_MS);
    await keyward.kill('SIGKILL');
    await flows;
    keyward = await start();
    const compared = await Promise.all(grants.flat().map((grant) => verify(service, application, grant)));
    checks += compared.reduce((total, count) => total + count, 0);
    onRound();
  }
  assert.deepEqual(await keyward.kill('SIGTERM'), { code: 0, signal: null });
  return { sent: service.sent, checks };
}

export const oauthKills: Part = {
  name: 'oauth-kills',
  about: '200 times SIGKILL between the steps of sign-ins of applications: what works once, worked once',
  limit: 30,
  async run(tell) {
    let rounds = 0;
    const seed = Date.now() % 2 ** 31;
    tell(`seed ${seed}`);
    const lanes = await Promise.all(
      LANES.map((lane, index) =>
        killBetweenSteps({ ...lane, seed: seed + index }, () => {
          rounds += 1;
          if (rounds % TELL_EVERY === 0) tell(`${rounds} rounds`);
        }),
      ),
    );
    const sum = (of: 'sent' | 'checks') => lanes.reduce((total, lane) => total + lane[of], 0);
    return {
      sent: sum('sent'),
      injected: `${rounds} kills`,
      checked: sum('checks'),
      lost: 0,
      worstMs: null,
      slopeKib: null,
    };
  },
};
