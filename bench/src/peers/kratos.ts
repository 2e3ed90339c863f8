import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { argon2Alone } from '../service/argon2.ts';
import { PASSWORD } from '../support/keyward.ts';
import { request } from '../support/load.ts';
import { emailOf, type Peer, type PeerAccount, post } from './peer.ts';

const VERSION = '1.3.1';
const run = promisify(execFile);

/** A person with an email, by which a password signs in. */
const SCHEMA = {
  $id: 'https://example.org/person.json',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      required: ['email'],
      properties: {
        email: {
          type: 'string',
          format: 'email',
          'ory.sh/kratos': { credentials: { password: { identifier: true } } },
        },
      },
    },
  },
};

/** Keyward's parameters of argon2id. */
const EQUAL = { memory: '19456KB', iterations: 2, parallelism: 1, salt_length: 16, key_length: 32 };

/** @throws Error when there is no Go or no C compiler, which its SQLite needs */
export async function installKratos(folder: string): Promise<Peer> {
  const program = await build(folder);
  // One after another: its SQLite answers 500 to writes at once.
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: `Kratos ${VERSION}`,
    remarks: [
      "Ory Kratos writes its log of warnings only, and hashes with bcrypt at cost 12 by default; for equal cost it hashes with Keyward's argon2id. Its sessions have no token that renews them. A login here repeats one of its flows; a real one takes two requests. It uses all cores.",
    ],
    command(data, port, variant) {
      const config = join(data, 'kratos.json');
      const base_url = `http://127.0.0.1:${port}/`;
      writeFileSync(join(data, 'schema.json'), JSON.stringify(SCHEMA));
      writeFileSync(
        config,
        JSON.stringify({
          dsn: `sqlite://${join(data, 'kratos.db')}?_fk=true&mode=rwc`,
          serve: {
            public: { base_url, host: '127.0.0.1', port },
            // The next port of the same address may be taken: a free one of another.
            admin: { host: '127.0.0.3', port },
          },
          selfservice: {
            default_browser_return_url: base_url,
            methods: { password: { config: { haveibeenpwned_enabled: false } } },
            flows: {
              registration: { after: { password: { hooks: [{ hook: 'session' }] } } },
              login: { lifespan: '24h' },
            },
          },
          identity: {
            default_schema_id: 'person',
            schemas: [{ id: 'person', url: `file://${join(data, 'schema.json')}` }],
          },
          secrets: { cookie: ['a-secret-of-a-benchmark'], cipher: ['32-characters-of-a-benchmark-key'] },
          hashers:
            variant === 'equal'
              ? { algorithm: 'argon2', argon2: EQUAL }
              : { algorithm: 'bcrypt', bcrypt: { cost: 12 } },
          log: { level: 'warning' },
        }),
      );
      execFileSync(program, ['migrate', 'sql', '--yes', '--read-from-env', '--config', config], {
        env: { ...process.env, DSN: `sqlite://${join(data, 'kratos.db')}?_fk=true&mode=rwc` },
        stdio: 'pipe',
      });
      return { program, args: ['serve', '--dev', '--config', config], env: {}, folder: data };
    },
    healthPath: '/health/alive',
    signUp(url, index) {
      const next = last.then(() => signUp(url, emailOf(index)));
      last = next;
      return next;
    },
    sessionRead: ({ credential }) => request('GET', '/sessions/whoami', { token: credential }),
    login: ({ email, id }) =>
      request('POST', id, { body: { method: 'password', identifier: email, password: PASSWORD } }),
    refreshSenders: null,
    hashAlone: argon2Alone,
  };
}

async function signUp(url: string, email: string): Promise<PeerAccount> {
  const { body } = await post(await flow(url, 'registration'), {
    method: 'password',
    traits: { email },
    password: PASSWORD,
  });
  // Where a flow is sent, for the logins.
  const id = (await flow(url, 'login')).replace(url, '');
  return { email, credential: String(body['session_token']), refreshToken: '', id };
}

/** Begins a flow of an app. @returns the address that takes its form */
async function flow(url: string, name: 'registration' | 'login'): Promise<string> {
  const answer = await fetch(`${url}/self-service/${name}/api`);
  const body = await answer.text();
  const { ui }: { ui?: unknown } = Object(JSON.parse(body));
  const { action } = Object(ui);
  if (typeof action !== 'string') throw new Error(`Kratos answered ${answer.status}: ${body}`);
  return action;
}

/** Its module replaces others, so `go install` refuses it: it is built as a module of its own. */
async function build(folder: string): Promise<string> {
  const { stdout } = await run('go', ['mod', 'download', '-json', `github.com/ory/kratos@v${VERSION}`], {
    cwd: folder,
  });
  const { Dir }: { Dir?: unknown } = Object(JSON.parse(stdout));
  const source = join(folder, 'source');
  cpSync(String(Dir), source, { recursive: true });
  // The cache of modules is read only.
  for (const path of ['', ...readdirSync(source)]) chmodSync(join(source, path), 0o755);
  const program = join(folder, 'kratos');
  await run('go', ['build', '-mod=mod', '-tags', 'sqlite', '-o', program, '.'], { cwd: source });
  return program;
}
