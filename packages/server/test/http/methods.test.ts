import assert from 'node:assert/strict';
import { METHODS as HTTP_METHODS } from 'node:http';
import { describe, it } from 'node:test';
import { requestFrom } from '../support/raw-http.ts';
import { declaredRoutes } from '../support/routes.ts';
import { assertRefusal, suiteKeyward } from './expectations.ts';
import { addPerson } from './people.ts';
import { ANY_DATABASE } from '../support/usual-size.ts';

/** Paths of these groups, with the methods they have. */
const ROUTES: Record<string, string[]> = {
  '/login': ['POST'],
  '/login/password': ['POST'],
  '/signup': ['POST'],
  '/signup/password': ['POST'],
  '/token/refresh': ['POST'],
  '/me': ['DELETE', 'GET', 'PATCH'],
  '/update/password': ['PUT'],
  '/logout': ['POST'],
  '/logout-all': ['POST'],
  '/config/pulse': ['GET'],
  '/config/counts': ['GET'],
};

/** Every method that can reach the router: CONNECT gets no tunnel, and no answer. */
const METHODS = HTTP_METHODS.filter((method) => method !== 'CONNECT');
const OF_ALL_PATHS = allowed(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

function allowed(methods: string[]): string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

for (const kind of ANY_DATABASE) {
  describe(`methods and paths on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        KEYWARD_OAUTH_ENABLED: 'on',
        KEYWARD_OAUTH_REGISTRATION: 'open',
        KEYWARD_OAUTH_MCP: 'on',
        KEYWARD_ORGANIZATIONS_ENABLED: 'on',
      },
    });
    // `fetch` refuses to send TRACE.
    const request = (method: string, path: string) => requestFrom({ port: keyward.port, method, path });
    const inject = (method: string, url: string) => keyward.app.server.inject({ method: method, url });
    const allowOf = (allow: number | string | string[] | undefined) =>
      [allow].flat().join().split(/, */).sort();

    it('HD4: every path refuses all methods of HTTP but its own, and names those', async () => {
      const paths = Map.groupBy(await declaredRoutes('/auth'), ({ path }) =>
        path.replace(':provider', 'idp1').replaceAll(/:\w+/g, 'login'),
      );
      assert.ok(METHODS.includes('QUERY') && paths.size > 50);
      for (const [url, routes] of paths) {
        const own = allowed(routes.map(({ route }) => route.method));
        for (const method of METHODS.filter((name) => !own.includes(name))) {
          const { statusCode, headers, payload } = await inject(method, url);
          assert.equal(statusCode, 405, `${method} ${url}: ${payload}`);
          // For a method that no route has, the path does not matter.
          const names = keyward.app.server.supportedMethods.includes(method) ? own : OF_ALL_PATHS;
          assert.deepEqual(allowOf(headers.allow), names, `${method} ${url}`);
          if (method !== 'HEAD')
            assert.match(payload, /"error":"MethodNotAllowedError"|messages:2.0:Error"\],"status":"405"/);
        }
      }
      for (const method of METHODS) {
        const { statusCode } = await inject(method, '/auth/nothing');
        assert.ok([404, 405].includes(statusCode), `${method}: ${statusCode}`);
      }
      assert.equal((await request('QUERY', '/auth/me')).status, 405);
      assert.equal((await request('QUERY', '/auth/nothing')).status, 404);
    });

    it('405: for every caller and body', async () => {
      const { token } = await addPerson(keyward);
      for (const options of [{}, { token }, { body: '{' }]) {
        assertRefusal(await keyward.call('PUT', '/me', options), 405, 'MethodNotAllowedError');
      }
    });

    it('204: OPTIONS names the methods', async () => {
      for (const [path, methods] of Object.entries(ROUTES)) {
        const answer = await request('OPTIONS', `/auth${path}`);
        assert.equal(answer.status, 204, path);
        assert.deepEqual(allowOf(answer.headers.allow), allowed(methods));
        assert.equal(answer.body, '');
      }
    });

    it('404: unknown paths, with every method', async () => {
      for (const path of [
        '/',
        '/auth',
        '/auth/',
        '/auth/nothing',
        '/auth/me/x',
        '/me',
        '/auth/me%2F',
        '/auth//me',
        '/AUTH/me',
        '/auth/ME',
        '/auth/me;x',
        '/auth/me.json',
        '/auth/%6De%00',
        '/auth/..%2fauth/me',
      ]) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const answer = await request(method, path);
          assert.equal(answer.status, 404, `${method} ${path}: ${answer.body}`);
          assert.match(answer.body, /"error":"RouteNotFoundError"/);
          assert.equal(answer.headers.allow, undefined);
        }
      }
    });

    it('404: for an unknown provider, with every method, caller and body', async () => {
      const { token } = await addPerson(keyward, { role: 'superadmin' });
      for (const path of [
        '/nobody/login',
        '/nobody/callback',
        '/account/oauth/link/nobody',
        '/config/nobody',
      ]) {
        for (const method of keyward.app.server.supportedMethods) {
          for (const authorization of ['', `Bearer ${token}`]) {
            const headers = { authorization, 'content-type': 'application/json' };
            const asked = { port: keyward.port, method, path: `/auth${path}`, headers };
            const answer = await requestFrom({ ...asked, ...(method === 'POST' && { body: '{}' }) });
            assert.equal(answer.status, 404, `${method} ${path}: ${answer.body}`);
            assert.equal(answer.headers.allow, undefined);
          }
        }
      }
      const wrong = await request('GET', '/auth/config/idp1');
      assert.deepEqual([wrong.status, wrong.headers.allow], [405, 'POST, PATCH, DELETE, OPTIONS']);
    });

    it('404: in the shape of every error, and echoes nothing of the path', async () => {
      const answer = await keyward.call('GET', '/nothing-like-this');
      assertRefusal(answer, 404, 'RouteNotFoundError');
      assert.doesNotMatch(answer.text, /nothing-like-this/);
      const bad = await request('GET', '/auth/%zz');
      assert.equal(bad.status, 404);
      assert.match(bad.body, /"error":"RouteNotFoundError"/);
    });

    it('HEAD answers as GET does, without the body', async () => {
      const { token } = await addPerson(keyward, { role: 'superadmin' });
      const headers = { authorization: `Bearer ${token}` };
      for (const path of ['/auth/me', '/auth/config/pulse', '/auth/config/counts', '/livez', '/readyz']) {
        for (const given of [{}, headers]) {
          const get = await requestFrom({ port: keyward.port, path, headers: given });
          const head = await requestFrom({ port: keyward.port, method: 'HEAD', path, headers: given });
          assert.deepEqual([head.status, head.body], [get.status, ''], path);
          assert.equal(head.headers['content-type'], get.headers['content-type']);
          assert.equal(head.headers['content-length'], get.headers['content-length']);
        }
      }
    });

    it('a trailing slash changes nothing', async () => {
      const { email, token } = await addPerson(keyward);
      assert.equal((await keyward.call('GET', '/me/', { token })).status, 200);
      assertRefusal(await keyward.call('GET', '/me/'), 401, 'TokenMissingError');
      assertRefusal(await keyward.call('GET', '/config/counts/', { token }), 403, 'RoleMismatchError');
      assertRefusal(await keyward.call('PUT', '/me/', { token }), 405, 'MethodNotAllowedError');
      assert.equal((await keyward.call('GET', '/config/pulse/')).status, 200);
      assert.equal((await keyward.callRoot('GET', '/livez/')).status, 200);
      const body = { identifier: email, password: 'Correct-horse-1' };
      assert.equal((await keyward.call('POST', '/login/', { body })).status, 200);
    });
  });
}
