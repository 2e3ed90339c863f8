import assert from 'node:assert/strict';
import { gitHub } from '../../../src/features/sign-in/provider/oauth-presets.ts';
import type { DatabaseKind } from '../../support/databases.ts';
import { type Answer, type RequestOptions, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { type SocialProvider, startGitHub } from '../../support/social-providers.ts';
import { startStubIssuer, type StubIssuer } from '../../support/stub-issuer.ts';
import { until } from '../../support/until.ts';
import { mailSettings } from '../../http/codes/support/mailed.ts';
import { addSuperadmin } from '../../http/admin/admin.ts';
import { asText } from '../../http/expectations.ts';
import { CALLBACK, type TestApplication } from '../../http/oauth/flows.ts';
import { newSession } from '../../http/people.ts';
import { FRONTEND, oidcSlot } from '../../http/providers/harness.ts';
import { readMails } from './mails.ts';
import { readRows, type Rows } from './rows.ts';
import {
  type Claims,
  createWorld,
  DAY,
  type Held,
  type Mailbox,
  type Person,
  readerOf,
  MAILBOXES,
  MINUTE,
  type World,
} from './world.ts';

export const PROFILES = ['documented', 'strict'] as const;
export type Profile = (typeof PROFILES)[number];

/** The public address of all instances. The browsers of the tests use an instance directly. */
export const PUBLIC_URL = 'http://localhost:3999';

/** The running service with its dependencies, for one sequence after another. */
export interface Theatre extends AsyncDisposable {
  /** An empty world, and a service without its people, with default settings. */
  begin(): Promise<Stage>;
}

/** One sequence of steps: the credentials of the people, and the service. */
export interface Stage {
  world: World;
  kind: DatabaseKind;
  profile: Profile;
  /** On one database; requests go to them in turn. */
  instances: readonly TestKeyward[];
  mail: MailServer;
  /** The rows of this sequence, as they are now, and before the step. */
  rows: Rows;
  before: Rows;
  heldBefore: ReadonlySet<Held>;
  settings: StageSettings;
  /** The only superadmin at the beginning. */
  root: { id: number; email: string };
  /** An application that anybody may connect. */
  application: TestApplication;
  email(mailbox: Mailbox): string;
  /** The reader of a mailbox of this sequence; null: none. */
  reader(email: string): Person | null;
  /** A password that was never used before. */
  newSecret(): string;
  now(): number;
  /** Sends a request to the next instance, from the address of this person. */
  call(by: Person, method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Sends a request with a session of the first superadmin; a stale one began eleven minutes ago. */
  callAsRoot(session: RootSession, method: string, path: string, body?: object): Promise<Answer>;
  /** The address of the next instance, for a browser. */
  nextUrl(): string;
  /** The providers return this profile for the next visitor. */
  introduce(claims: Claims): void;
  sign(claims: Claims): Promise<string>;
  /** Waits for pending mails, and gives their content to the readers. */
  takeMails(): Promise<void>;
  /** Reads the rows again. */
  look(): Promise<void>;
  advance(ms: number): void;
  /** The purpose of the last code that was asked for, for mails that do not name it. */
  asked: string;
  mailsRead: number;
  /** The answers to the step. */
  answers: Answered[];
  /** Every request of the sequence with its answer, for people. */
  trace: string[];
}

/** An answer of the service to a step, with the fields that the invariants check. */
export interface Answered {
  by: Person | 'root';
  what: 'tokens' | 'challenge' | 'refused' | 'done';
  account: number;
  note: string;
}

export type RootSession = 'fresh token' | 'stale token' | 'stale cookie';

export interface StageSettings {
  require_verified_email: boolean;
  allowed_domains: string[];
  confirm_email_change: boolean;
  policy: 'optional' | 'everyone' | 'superadmins';
  step_up: 'factors' | 'sensitive';
}

const ADDRESSES: Record<Person, string> = {
  stranger: '203.0.113.1',
  owner: '198.51.100.2',
  thief: '192.0.2.3',
};

let sequences = 0;

export async function openTheatre(kind: DatabaseKind, profile: Profile): Promise<Theatre> {
  await using parts = new AsyncDisposableStack();
  const mail = parts.use(await startMailServer());
  const gitHubServer = parts.use(await startGitHub());
  const issuer = parts.use(await startStubIssuer());
  const options = {
    inOneProcess: true,
    parts: {
      presets: { github: gitHub({ web: gitHubServer.url, api: `${gitHubServer.url}/api` }) },
    },
    settings: mailSettings(mail, {
      KEYWARD_PROFILE: profile,
      KEYWARD_PUBLIC_URL: PUBLIC_URL,
      KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
      KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8',
      KEYWARD_DUAL_TOKEN_MODE: 'on',
      // Limits have tests of their own.
      KEYWARD_LIMIT_MAILBOX: '100000/1h',
      KEYWARD_LIMIT_MAILS: '100000/1h',
      KEYWARD_LIMIT_SIGNUPS: '100000/1h',
      KEYWARD_LIMIT_ADDRESS: '100000/1h',
      KEYWARD_LIMIT_ACCOUNT: '100000/15m',
      KEYWARD_LIMIT_ACCOUNT_ADDRESS: '100000/15m',
      // The trusted provider has a list of verified emails. The other one can make any claim.
      KEYWARD_IDP2_CLIENT_ID: CLIENT.id,
      KEYWARD_IDP2_CLIENT_SECRET: CLIENT.secret,
      ...oidcSlot('IDP1', issuer.issuer),
      KEYWARD_IDP1_TRUSTS_EMAIL: 'off',
    }),
  } as const;
  const first = parts.use(await startKeyward(kind, options));
  const second = await startKeyward(kind, { ...options, database: first.database, clock: first.clock });
  // Before the first one, whose database it uses.
  parts.use(second);
  const root = await addSuperadmin(first);
  const instances = [first, second] as const;
  const made = await first.call('POST', '/application', {
    token: root.token,
    body: { name: 'Orders', redirect_uris: [CALLBACK] },
  });
  const application = { id: asText(made.body['client_id']), secret: asText(made.body['client_secret']) };
  // From now on, the opener of the app closes it.
  const kept = parts.move();
  return {
    async begin() {
      // Later than all limits and codes of the previous sequence.
      first.clock.advance(8 * DAY);
      const stage = createStage({ kind, profile, instances, mail, gitHubServer, issuer, root, application });
      await putInForce(stage, {
        require_verified_email: false,
        allowed_domains: [],
        confirm_email_change: profile === 'strict',
        policy: 'optional',
        step_up: 'factors',
      });
      await stage.look();
      return stage;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Puts settings into force, on all instances. */
export async function putInForce(stage: Stage, settings: StageSettings): Promise<void> {
  const { policy, step_up, ...signup } = settings;
  const answers = [
    await stage.callAsRoot('fresh token', 'POST', '/config/signup', { ...signup, send_verification: false }),
    await stage.callAsRoot('fresh token', 'POST', '/config/factors', { policy, step_up }),
  ];
  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  stage.settings = settings;
  for (const { app } of stage.instances)
    await until(() => {
      const { signup: now, factors } = app.services.settings.current;
      return (
        now.require_verified_email === signup.require_verified_email &&
        now.confirm_email_change === signup.confirm_email_change &&
        now.allowed_domains.join() === signup.allowed_domains.join() &&
        factors.policy === policy &&
        factors.step_up === step_up
      );
    }, 'the settings are in force');
}

function createStage(parts: {
  kind: DatabaseKind;
  profile: Profile;
  instances: readonly TestKeyward[];
  mail: MailServer;
  gitHubServer: SocialProvider;
  issuer: StubIssuer;
  root: { id: number; email: string };
  application: TestApplication;
}): Stage {
  const { kind, profile, instances, mail, gitHubServer, issuer, root, application } = parts;
  const [first] = instances;
  assert.ok(first !== undefined);
  sequences += 1;
  const suffix = `.s${sequences}@example.org`;
  let requests = 0;
  let secrets = 0;
  const next = () => instances[(requests += 1) % instances.length] ?? first;
  const nothing: Rows = {
    accounts: new Map(),
    sessions: new Map(),
    links: new Map(),
    passkeys: new Map(),
    apps: new Map(),
    recoveryCodes: new Map(),
  };

  const stage: Stage = {
    world: createWorld(),
    kind,
    profile,
    instances,
    mail,
    rows: nothing,
    heldBefore: new Set(),
    before: nothing,
    settings: {
      require_verified_email: false,
      allowed_domains: [],
      confirm_email_change: false,
      policy: 'optional',
      step_up: 'factors',
    },
    root,
    application,
    asked: 'verify',
    mailsRead: mail.mails.length,
    answers: [],
    trace: [],
    email: (mailbox) => mailbox + suffix,
    reader(email) {
      const mailbox = MAILBOXES.find((one) => one + suffix === email.toLowerCase());
      return mailbox === undefined ? null : readerOf(mailbox);
    },
    newSecret() {
      secrets += 1;
      return `Correct-horse-${secrets}`;
    },
    now: () => first.clock.now(),
    async call(by, method, path, options = {}) {
      const headers = { 'x-forwarded-for': ADDRESSES[by], ...options.headers };
      const answer = await next().call(method, path, { ...options, headers });
      note(stage, by, method, path, options.body, answer);
      return answer;
    },
    async callAsRoot(session, method, path, body) {
      const { token } = await newSession(first, root.id);
      if (session !== 'fresh token')
        await first.database.query(
          'update sessions set created_at = $1 where id = (select max(id) from sessions)',
          [first.clock.now() - 11 * MINUTE],
        );
      const instance = next();
      const cookie = { cookie: `keyward_console=${token}`, origin: PUBLIC_URL, 'x-keyward-console': '1' };
      const by = session === 'stale cookie' ? { headers: cookie } : { token };
      const answer = await instance.call(method, path, { ...by, ...(body !== undefined && { body }) });
      note(stage, `root (${session})`, method, path, body, answer);
      return answer;
    },
    nextUrl: () => next().url,
    introduce({ provider, subject, email, verified }) {
      // The client of the provider looks at the real clock.
      if (provider === 'idp1') issuer.claims = claimsOf(subject, email, verified);
      else
        gitHubServer.api = {
          '/api/user': { id: Number(subject), login: `user${subject}`, name: `User ${subject}` },
          '/api/user/emails': [{ email, primary: true, verified }],
        };
    },
    sign({ subject, email, verified }) {
      const iat = Math.floor(stage.now() / 1000);
      const claims = claimsOf(subject, email, verified);
      return issuer.sign({ ...claims, iat, exp: iat + 3_600, jti: stage.newSecret() });
    },
    takeMails: () => readMails(stage),
    async look() {
      stage.rows = await readRows(first.database, suffix);
    },
    advance: (ms) => first.clock.advance(ms),
  };
  return stage;
}

function note(stage: Stage, by: string, method: string, path: string, body: unknown, answer: Answer): void {
  const { error } = answer.body;
  // Tokens and credentials are shortened, so that people can read the output.
  const shown = JSON.stringify(body, (key, value: unknown) =>
    key === 'credential'
      ? '…'
      : typeof value === 'string' && value.length > 60
        ? `${value.slice(0, 8)}…`
        : value,
  );
  const said = typeof error === 'string' ? error : '';
  stage.trace.push(`${by}: ${method} ${path} ${shown ?? ''} → ${answer.status} ${said}`);
}

const claimsOf = (sub: string, email: string, verified: boolean) => ({
  sub,
  email,
  email_verified: verified,
  name: `User ${sub}`,
});
