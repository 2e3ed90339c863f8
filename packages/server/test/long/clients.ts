import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addApplication } from '../http/oauth/flows.ts';
import { tempFolder } from '../support/at-exit.ts';
import { PASSWORD, startKeyward, type TestKeyward } from '../support/keyward.ts';
import { freePort } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { debianPrograms } from './debian.ts';
import type { Part } from './part.ts';
import { goInstall, goProgram, pythonWith, startProgram } from './toolchains.ts';
import { WebVisitor } from './web-visitor.ts';

const SOURCES = fileURLToPath(new URL('clients/', import.meta.url));
const PROXY = fileURLToPath(new URL('../../../../examples/oauth2-proxy/oauth2-proxy.cfg', import.meta.url));

/** The values that a program is given. */
interface Told {
  /** For what is removed after the program has ended. */
  after: DisposableStack;
  folder: string;
  port: number;
  keyward: TestKeyward;
}

interface Signed {
  visitor: WebVisitor;
  home: string;
  keyward: TestKeyward;
  email: string;
  token: string;
  /** What the program has printed. */
  output: () => string;
}

interface OtherClient {
  name: string;
  /** The path of its redirect URI. */
  callback: string;
  /** @returns the command that starts it */
  make: (told: Told) => Promise<readonly [string, ...string[]]>;
  /** Signs in and out. @returns the number of compared answers */
  walk: (signed: Signed) => Promise<number>;
}

/** A part that tests a program of others: it builds the program, and a person signs in to it. */
function client({ name, callback, make, walk }: OtherClient): Part {
  return {
    name,
    about: `${name} as an application: sign-in, ID token, userinfo, refresh, sign-out`,
    limit: 15,
    async run(tell) {
      const temporary = tempFolder();
      try {
        using after = new DisposableStack();
        await using keyward = await startKeyward('sqlite');
        const port = await freePort();
        const home = `http://127.0.0.1:${port}`;
        tell('the program is made');
        const [command, ...args] = await make({ after, folder: temporary.path, port, keyward });
        const { id, secret } = await addApplication(keyward, {
          redirect_uris: [home + callback],
          post_logout_redirect_uris: [`${home}/`, `${home}/bye`],
        });
        const env = {
          PORT: String(port),
          ISSUER: keyward.url,
          CALLBACK: home + callback,
          CLIENT_ID: id,
          CLIENT_SECRET: secret,
          OAUTH2_PROXY_CLIENT_ID: id,
          OAUTH2_PROXY_CLIENT_SECRET: secret,
          OAUTH2_PROXY_COOKIE_SECRET: randomBytes(16).toString('hex'),
          AUTHLIB_INSECURE_TRANSPORT: '1',
        };
        await using program = await startProgram(command, args, { cwd: temporary.path, url: home, env });
        // The program took some time to start, and it compares times with the real clock.
        keyward.clock.advance(Date.now() - keyward.clock.now());
        const { email } = await keyward.signUp();
        const { token } = await keyward.logIn(email, PASSWORD);
        const visitor = new WebVisitor(keyward, token);
        tell('a person signs in');
        const output = () => program.output();
        const checked = await walk({ visitor, home, keyward, email, token, output }).catch(
          (error: unknown) => {
            throw new Error(output(), { cause: error });
          },
        );
        return { sent: 0, injected: '–', checked, lost: 0, worstMs: null, slopeKib: null };
      } finally {
        temporary.remove();
      }
    },
  };
}

/** A program that shows the claims that it received, and an ID token for the sign-out. */
async function showsTokens({ visitor, home, keyward, email, token }: Signed): Promise<number> {
  const page = await visitor.open(home);
  assert.equal(page.status, 200, page.text);
  const shown: Record<string, unknown> = JSON.parse(page.text);
  assert.deepEqual([shown['email'], shown['refreshed']], [email, true]);
  const query = new URLSearchParams({
    id_token_hint: String(shown['id_token']),
    post_logout_redirect_uri: `${home}/`,
  });
  const out = await keyward.call('GET', `/oauth/logout?${query.toString()}`);
  assert.equal(out.headers.get('location'), `${home}/`, out.text);
  assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
  return 4;
}

export const authlib = client({
  name: 'authlib',
  callback: '/callback',
  async make({ folder, port }) {
    copyFileSync(join(SOURCES, 'authlib.py'), join(folder, 'program.py'));
    const packages = [
      'authlib==1.9.10',
      'starlette',
      'httpx==0.28.1',
      'itsdangerous==2.2.0',
      'uvicorn==0.54.0',
    ];
    const python = await pythonWith(folder, packages);
    return [python, '-m', 'uvicorn', 'program:app', '--host', '127.0.0.1', '--port', String(port)];
  },
  walk: showsTokens,
});

export const goOidc = client({
  name: 'go-oidc',
  callback: '/callback',
  async make({ folder }) {
    copyFileSync(join(SOURCES, 'go-oidc.go'), join(folder, 'main.go'));
    return [
      await goProgram(folder, ['github.com/coreos/go-oidc/v3/oidc@v3.21.0', 'golang.org/x/oauth2@v0.38.0']),
    ];
  },
  walk: showsTokens,
});

export const oauth2Proxy = client({
  name: 'oauth2-proxy',
  callback: '/oauth2/callback',
  async make({ folder, port, keyward }) {
    await goInstall(folder, 'github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6');
    writeFileSync(join(folder, 'index.html'), 'For people who are signed in');
    const config = readFileSync(PROXY, 'utf8')
      .replaceAll('http://127.0.0.1:4000', keyward.url)
      .replaceAll('127.0.0.1:4180', `127.0.0.1:${port}`)
      .replace('/tmp/page/', `${folder}/`)
      // Short, so that it refreshes at the next page.
      .replace('"5m"', '"1s"');
    writeFileSync(join(folder, 'oauth2-proxy.cfg'), config);
    return [join(folder, 'oauth2-proxy'), '--config', join(folder, 'oauth2-proxy.cfg')];
  },
  async walk({ visitor, home, keyward, email, token, output }) {
    const page = await visitor.open(home);
    assert.deepEqual([page.status, page.text], [200, 'For people who are signed in']);
    await until(async () => {
      await visitor.open(home);
      return output().includes('Refreshing session');
    }, 'the proxy refreshes');
    assert.doesNotMatch(output(), /Unable to refresh/);
    const who = await visitor.open(`${home}/oauth2/userinfo`);
    assert.equal(Object(JSON.parse(who.text)).email, email);
    const out = await visitor.open(`${home}/oauth2/sign_out?rd=/oauth2/auth`);
    assert.equal(out.status, 401);
    assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
    return 5;
  },
});

const APACHE = `ServerName 127.0.0.1
Listen 127.0.0.1:\${PORT}
PidFile apache.pid
ErrorLog error.log
User nobody
Group nogroup
LoadModule mpm_prefork_module MODULES/mod_mpm_prefork.so
LoadModule authn_core_module MODULES/mod_authn_core.so
LoadModule authz_core_module MODULES/mod_authz_core.so
LoadModule authz_user_module MODULES/mod_authz_user.so
LoadModule auth_openidc_module MODULES/mod_auth_openidc.so
LoadModule dir_module MODULES/mod_dir.so
DocumentRoot pages
DirectoryIndex index.html
OIDCProviderMetadataURL \${ISSUER}/.well-known/openid-configuration
OIDCClientID \${CLIENT_ID}
OIDCClientSecret \${CLIENT_SECRET}
OIDCRedirectURI \${CALLBACK}
OIDCCryptoPassphrase of-this-run-alone
OIDCScope "openid email offline_access"
OIDCPKCEMethod S256
OIDCInfoHook userinfo access_token
<Location />
AuthType openid-connect
# fetch sends sec-fetch-mode: cors, as scripts of pages do, which Apache would answer with 401.
OIDCUnAuthAction auth true
Require valid-user
</Location>
<Location /bye>
Require all granted
</Location>
`;

export const apache = client({
  name: 'apache',
  callback: '/callback',
  make({ after }) {
    const programs = after.use(
      debianPrograms([
        'apache2-bin',
        'libapache2-mod-auth-openidc',
        'libapr1',
        'libaprutil1',
        'libcjose0',
        'libcurl4',
        'libhiredis0.14',
        'libjansson4',
        'libpcre2-8-0',
      ]),
    );
    const { folder, libraries } = programs;
    mkdirSync(join(folder, 'pages'));
    writeFileSync(join(folder, 'pages/index.html'), 'For people who are signed in');
    const config = join(folder, 'apache.conf');
    writeFileSync(config, APACHE.replaceAll('MODULES', programs.path('usr/lib/apache2/modules')));
    const apache2 = [programs.path('usr/sbin/apache2'), '-d', folder, '-f', config, '-DFOREGROUND'];
    // When Apache ends, it ends its whole process group.
    return Promise.resolve(['setsid', 'env', `LD_LIBRARY_PATH=${libraries}`, ...apache2]);
  },
  async walk({ visitor, home, keyward, email, token }) {
    const page = await visitor.open(home);
    assert.deepEqual([page.status, page.text], [200, 'For people who are signed in']);
    const info = async () => {
      const { text } = await visitor.open(`${home}/callback?info=json`);
      const shown: { access_token?: string; userinfo?: { email?: string } } = JSON.parse(text);
      return shown;
    };
    const before = await info();
    assert.equal(before.userinfo?.email, email);
    const query = new URLSearchParams({ refresh: `${home}/`, access_token: before.access_token ?? '' });
    assert.equal((await visitor.open(`${home}/callback?${query.toString()}`)).url.search, '');
    assert.notEqual((await info()).access_token, before.access_token);
    await visitor.open(`${home}/callback?logout=${encodeURIComponent(`${home}/bye`)}`);
    assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
    return 5;
  },
});
