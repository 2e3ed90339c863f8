import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installKeycloak, KEYCLOAK_VERSION } from '../../../packages/server/test/long/keycloak-server.ts';
import { argon2Alone } from '../service/argon2.ts';
import { PASSWORD } from '../support/keyward.ts';
import { request } from '../support/load.ts';
import { ACCOUNTS, emailOf, type Peer } from './peer.ts';

const TOKEN_PATH = '/realms/bench/protocol/openid-connect/token';
const CLIENT = { client_id: 'bench', scope: 'openid' };
const DAY_SECONDS = 86_400;

/** The heap and the collector are those of its start script, which would leave Java behind when it is killed. */
const JAVA = ['-Xms64m', '-Xmx512m', '-XX:+UseG1GC', '-XX:MaxMetaspaceSize=256m'];

const REALM = {
  realm: 'bench',
  enabled: true,
  sslRequired: 'none',
  accessTokenLifespan: DAY_SECONDS,
  ssoSessionIdleTimeout: DAY_SECONDS,
  clients: [{ clientId: CLIENT.client_id, publicClient: true, directAccessGrantsEnabled: true }],
  // It has no sign-up without a browser.
  users: Array.from({ length: ACCOUNTS }, (_, index) => ({
    username: emailOf(index),
    email: emailOf(index),
    emailVerified: true,
    firstName: 'Person',
    lastName: String(index),
    enabled: true,
    credentials: [{ type: 'password', value: PASSWORD }],
  })),
};

/** @throws Error without Maven or Java */
export async function installKeycloakPeer(folder: string): Promise<Peer> {
  const home = await installKeycloak(folder, REALM);
  await promisify(execFile)(join(home, 'bin/kc.sh'), ['build', '--db=dev-file'], { cwd: home });
  return {
    name: `Keycloak ${KEYCLOAK_VERSION}`,
    remarks: [
      "Keycloak keeps its data in a file of H2, as it has no SQLite. A session read is its `userinfo`, a login its password grant. It hashes with argon2id at 7 MiB and 5 passes by default; for equal cost it takes Keyward's parameters. A refresh token stays valid by default. It uses all cores.",
    ],
    command: (data, port, variant) => ({
      program: 'java',
      args: [
        ...JAVA,
        `-Dkc.home.dir=${home}`,
        `-Djboss.server.config.dir=${join(home, 'conf')}`,
        '-Djava.util.logging.manager=org.jboss.logmanager.LogManager',
        '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
        '-cp',
        join(home, 'lib/quarkus-run.jar'),
        'io.quarkus.bootstrap.runner.QuarkusEntryPoint',
        'start',
        '--optimized',
        '--import-realm',
        '--http-enabled=true',
        `--hostname=http://127.0.0.1`,
        '--http-host=127.0.0.1',
        `--http-port=${port}`,
        '--cache=local',
        `--db-url=jdbc:h2:file:${join(data, 'keycloak')};NON_KEYWORDS=VALUE`,
        ...(variant === 'equal'
          ? [
              '--spi-password-hashing--argon2--memory=19456',
              '--spi-password-hashing--argon2--iterations=2',
              '--spi-password-hashing--argon2--parallelism=1',
            ]
          : []),
      ],
      env: {},
      folder: data,
    }),
    healthPath: '/realms/bench',
    async signUp(url, index) {
      const email = emailOf(index);
      const { access_token, refresh_token } = await grant(url, loginFields(email));
      return { email, credential: String(access_token), refreshToken: String(refresh_token), id: '' };
    },
    sessionRead: ({ credential }) =>
      request('GET', '/realms/bench/protocol/openid-connect/userinfo', { token: credential }),
    login: ({ email }) => request('POST', TOKEN_PATH, { body: new URLSearchParams(loginFields(email)) }),
    refreshSenders: (accounts) =>
      accounts.map(({ refreshToken: refresh_token }) => {
        const fields = { ...CLIENT, grant_type: 'refresh_token', refresh_token };
        const bytes = request('POST', TOKEN_PATH, { body: new URLSearchParams(fields) });
        return { next: () => bytes };
      }),
    hashAlone: argon2Alone,
  };
}

const loginFields = (username: string) => ({
  ...CLIENT,
  grant_type: 'password',
  username,
  password: PASSWORD,
});

async function grant(url: string, fields: Record<string, string>) {
  const answer = await fetch(url + TOKEN_PATH, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${TOKEN_PATH} answered ${answer.status}: ${text}`);
  const tokens: { access_token?: unknown; refresh_token?: unknown } = { ...Object(JSON.parse(text)) };
  return tokens;
}
