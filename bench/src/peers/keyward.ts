import { readFileSync } from 'node:fs';
import { PACKAGE } from '../../../packages/server/test/support/package-file.ts';
import { commandLine } from '../../../packages/server/test/support/process.ts';
import { argon2Alone } from '../service/argon2.ts';
import { PASSWORD } from '../support/keyward.ts';
import { request } from '../support/load.ts';
import { refreshSenders } from '../service/refresh.ts';
import { emailOf, type Peer, post } from './peer.ts';

/** Keyward itself, measured in the same way as the others. */
export function keyward(): Peer {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8'));
  return {
    name: `Keyward ${version}`,
    remarks: [
      'Keyward reads the session and its account from the database for each request, and writes its default log of requests. A refresh rotates the token; it is committed and synced before the answer.',
    ],
    command: (folder, port, variant) => ({
      program: process.execPath,
      args: [commandLine(), 'serve'],
      env: {
        KEYWARD_PORT: String(port),
        KEYWARD_DATA_DIR: folder,
        // All sign-ups come from one address.
        KEYWARD_LIMIT_SIGNUPS: '1000000/1h',
        ...(variant === 'equal' && { KEYWARD_DUAL_TOKEN_MODE: 'on' }),
      },
      folder,
    }),
    healthPath: '/auth/config/pulse',
    async signUp(url, index) {
      const email = emailOf(index);
      const { body } = await post(`${url}/auth/signup/password`, {
        name: `Person ${index}`,
        email,
        password: PASSWORD,
      });
      const { access_token, refresh_token } = body;
      return {
        email,
        credential: String(access_token),
        refreshToken: String(refresh_token),
        id: '',
      };
    },
    sessionRead: ({ credential }) => request('GET', '/auth/me', { token: credential }),
    login: ({ email }) =>
      request('POST', '/auth/login/password', { body: { identifier: email, password: PASSWORD } }),
    refreshSenders,
    hashAlone: argon2Alone,
  };
}
