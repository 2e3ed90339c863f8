import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PASSWORD } from '../support/keyward.ts';
import { request } from '../support/load.ts';
import { EQUAL_COST, EQUAL_HASH } from './bcrypt.ts';
import { emailOf, type Peer, post } from './peer.ts';

/** The first that the installed Go can build is measured. */
const VERSIONS = ['0.40.4', '0.36.8'];
const SOURCE = fileURLToPath(new URL('pocketbase.go', import.meta.url));
const USERS = '/api/collections/users';

const run = promisify(execFile);

/** @throws Error when there is no Go, or when it can build none of the versions */
export async function installPocketBase(folder: string): Promise<Peer> {
  const program = join(folder, 'peer');
  copyFileSync(SOURCE, join(folder, 'main.go'));
  const version = await build(folder, program);
  return {
    name: `PocketBase ${version}`,
    remarks: [
      `PocketBase is built as its releases are, without cgo, with SQLite in WAL. It syncs with \`synchronous=NORMAL\`, so a commit may be lost in a power failure. ${version === VERSIONS[0] ? '' : `${VERSIONS[0]} needs a newer Go than the one of this run. `}It keeps no sessions: a session read is a read of the own record with a token, a refresh signs a new token, and neither writes; a token ends when it expires or the password changes. It writes its default log of requests. It uses all cores, where the others use one except for hashes.`,
      `PocketBase and tc_auth hash with bcrypt, at cost 10 and 12 by default; for equal cost they hash at cost ${EQUAL_COST}, whose processor time is the nearest to argon2id's.`,
    ],
    command: (data, port, variant) => ({
      program,
      args: ['serve', '--http', `127.0.0.1:${port}`, '--dir', data],
      env: variant === 'equal' ? { PEER_BCRYPT_COST: String(EQUAL_COST) } : {},
      folder,
    }),
    healthPath: '/api/health',
    async signUp(url, index) {
      const email = emailOf(index);
      await post(`${url}${USERS}/records`, { email, password: PASSWORD, passwordConfirm: PASSWORD });
      const { body } = await post(`${url}${USERS}/auth-with-password`, {
        identity: email,
        password: PASSWORD,
      });
      const { id }: { id?: unknown } = { ...Object(body['record']) };
      return { email, credential: String(body['token']), refreshToken: '', id: String(id) };
    },
    sessionRead: ({ credential, id }) => request('GET', `${USERS}/records/${id}`, { token: credential }),
    login: ({ email }) =>
      request('POST', `${USERS}/auth-with-password`, { body: { identity: email, password: PASSWORD } }),
    refreshSenders: (accounts) =>
      accounts.map(({ credential }) => {
        const bytes = request('POST', `${USERS}/auth-refresh`, { token: credential, body: {} });
        return { next: () => bytes };
      }),
    hashAlone: async (seconds) =>
      Number((await run(program, ['hash', EQUAL_HASH, PASSWORD, String(seconds)])).stdout),
  };
}

async function build(folder: string, program: string): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, CGO_ENABLED: '0' } };
  const { stdout } = await run('go', ['env', 'GOVERSION'], options);
  const [language = ''] = /\d+\.\d+/.exec(stdout) ?? [];
  let failure: unknown;
  for (const version of VERSIONS) {
    writeFileSync(join(folder, 'go.mod'), `module peer\n\ngo ${language}\n`);
    try {
      await run('go', ['get', `github.com/pocketbase/pocketbase@v${version}`], options);
      await run('go', ['mod', 'tidy'], options);
      await run('go', ['build', '-o', program, '.'], options);
      return version;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
