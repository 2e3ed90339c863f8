import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PASSWORD } from '../support/keyward.ts';
import { request } from '../support/load.ts';
import { EQUAL_COST, EQUAL_HASH } from './bcrypt.ts';
import { emailOf, type Peer, post } from './peer.ts';

const VERSION = '1.5.3';
const SOURCE = fileURLToPath(new URL('tc-auth.py', import.meta.url));

const run = promisify(execFile);

/** @throws Error when there is no Python, or when pip cannot install it */
export async function installTcAuth(folder: string): Promise<Peer> {
  const program = join(folder, 'python', 'bin', 'python');
  const script = join(folder, 'server.py');
  await run('python3', ['-m', 'venv', join(folder, 'python')]);
  await run(program, ['-m', 'pip', 'install', '--quiet', `tc_auth==${VERSION}`, 'uvicorn[standard]']);
  copyFileSync(SOURCE, script);
  return {
    name: `tc_auth ${VERSION}`,
    remarks: [
      'tc_auth is a library for FastAPI; it runs under uvicorn with one worker, uvloop and httptools, with SQLite in WAL with `synchronous=FULL`. uvicorn writes its access log. A refresh signs new tokens and writes nothing, so an old refresh token stays good.',
    ],
    command: (data, port, variant) => ({
      program,
      args: ['-m', 'uvicorn', 'server:app', '--host', '127.0.0.1', '--port', String(port)],
      env: {
        PEER_FILE: join(data, 'peer.db'),
        ...(variant === 'equal' && { PEER_BCRYPT_COST: String(EQUAL_COST), PEER_REFRESH: 'on' }),
      },
      folder,
    }),
    healthPath: '/health',
    async signUp(url, index) {
      const email = emailOf(index);
      const { body } = await post(`${url}/tc-auth/signup/password`, {
        name: `Person ${index}`,
        email,
        handle: `person${index}`,
        password: PASSWORD,
      });
      const { access_token, refresh_token } = body;
      return { email, credential: String(access_token), refreshToken: String(refresh_token), id: '' };
    },
    sessionRead: ({ credential }) => request('GET', '/tc-auth/me', { token: credential }),
    login: ({ email }) =>
      request('POST', '/tc-auth/login/password', { body: { identifier: email, password: PASSWORD } }),
    refreshSenders: (accounts) =>
      accounts.map(({ refreshToken }) => {
        const bytes = request('POST', '/tc-auth/token/refresh', { body: { refresh_token: refreshToken } });
        return { next: () => bytes };
      }),
    hashAlone: async (seconds) =>
      Number((await run(program, [script, EQUAL_HASH, PASSWORD, String(seconds)])).stdout),
  };
}
