import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { argon2Alone } from '../service/argon2.ts';
import { PASSWORD } from '../support/keyward.ts';
import { request } from '../support/load.ts';
import { emailOf, type Peer, post } from './peer.ts';

const VERSION = '1.7.25';
/** The version that Keyward uses too. */
const ARGON2_VERSION = '2.2.1';
/** The same as the server's `baseURL`: the server takes `fetch` for a page and checks its origin. */
const ORIGIN = 'http://127.0.0.1';
const SCRIPT = fileURLToPath(new URL('better-auth-server.js', import.meta.url));

/** @throws Error when npm cannot install it */
export async function installBetterAuth(folder: string): Promise<Peer> {
  const script = join(folder, 'server.mjs');
  const dependencies = { 'better-auth': VERSION, '@node-rs/argon2': ARGON2_VERSION };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await promisify(execFile)('npm', ['install', '--silent', '--no-audit', '--no-fund'], { cwd: folder });
  copyFileSync(SCRIPT, script);
  return {
    name: `better-auth ${VERSION}`,
    remarks: [
      'better-auth runs on node:http with `NODE_ENV=production` and the SQLite of the same Node.js, in WAL with `synchronous=FULL`. Its limit of requests is off, because it would refuse all but a few. It writes no log of requests. It has no refresh tokens: a refresh is a session read with `updateAge: 0`, which writes the new end of the session. Its default hash is scrypt; for equal cost it hashes with the argon2id library of Keyward.',
    ],
    command: (data, port, variant) => ({
      program: process.execPath,
      args: [script],
      env: {
        NODE_ENV: 'production',
        PEER_PORT: String(port),
        PEER_FILE: join(data, 'peer.db'),
        ...(variant === 'equal' && { PEER_HASH: 'argon2id', PEER_UPDATE_AGE: '0' }),
      },
      folder,
    }),
    healthPath: '/api/auth/ok',
    async signUp(url, index) {
      const email = emailOf(index);
      const body = { name: `Person ${index}`, email, password: PASSWORD };
      const { headers } = await post(`${url}/api/auth/sign-up/email`, body, { origin: ORIGIN });
      const [cookie = ''] = headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      return { email, credential: cookie, refreshToken: '', id: '' };
    },
    sessionRead,
    login: ({ email }) => request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } }),
    refreshSenders: (accounts) => accounts.map((account) => ({ next: () => sessionRead(account) })),
    hashAlone: argon2Alone,
  };
}

function sessionRead({ credential }: { credential: string }): Buffer {
  return request('GET', '/api/auth/get-session', { cookie: credential });
}
