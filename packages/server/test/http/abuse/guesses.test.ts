import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUDGETS, GUESSES } from '../../../src/http/guesses.ts';
import type { Contract } from '../../../src/http/wire/endpoint/endpoint.ts';
import { DATABASES } from '../../support/databases.ts';
import { declaredRoutes } from '../../support/routes.ts';
import { beginTotp } from '../factors/enrol.ts';
import { addMember, codeFor, suiteMailed, waitForNextMail, wrongCode } from '../codes/support/mailed.ts';

/** Fields that somebody may guess. */
const SECRET =
  /^(?:current_)?password$|^(?:otp|code|challenge|credential|token|refresh_token|id_token|code_verifier)$/;

function fieldsOf({ body, query, params }: Contract): string[] {
  return [body, query, params].flatMap((schema) => Object.keys(Object(Object(schema)['properties'])));
}

describe('the table of guesses', () => {
  it('RL32: has a row for every route that takes a secret, and no other', async () => {
    const routes = await declaredRoutes('');
    const taking = routes
      .filter(({ route }) => fieldsOf(route.endpoint).some((field) => SECRET.test(field)))
      .map(({ route, path }) => `${route.method} ${path}`);
    assert.deepEqual([...new Set(taking)].sort(), Object.keys(GUESSES).sort());
  });
});

for (const kind of DATABASES) {
  describe(`where guesses count on ${kind}`, () => {
    const keyward = suiteMailed(kind);

    /** The counters that an act raises. */
    async function counters(act: () => Promise<unknown>): Promise<string[]> {
      const read = async () => {
        await keyward.app.services.writeFailures();
        const rows = await keyward.database.query('select key, count from failures where count > 0');
        return new Map(rows.map(({ key, count }) => [String(key), Number(count)]));
      };
      const before = await read();
      await act();
      return [...(await read())].filter(([key, count]) => count > (before.get(key) ?? 0)).map(([key]) => key);
    }

    it('RL32: a wrong guess raises the counter of its row', async () => {
      const { email, token } = await addMember(keyward);
      const wrong = { password: 'Wrong-horse-9', current_password: 'Wrong-horse-9' };
      waitForNextMail(keyward);
      const codes = {
        login: wrongCode(await codeFor(keyward, 'login', email)),
        reset: wrongCode(await codeFor(keyward, 'reset', email)),
        verify: wrongCode(await codeFor(keyward, 'verify', email)),
        signup: wrongCode(await codeFor(keyward, 'signup', 'new.guess@example.org')),
      };
      await beginTotp(keyward, token);
      const { current_password } = wrong;
      const sent: Record<string, [path: string, body: object]> = {
        'POST /login': ['/login', { identifier: email, password: wrong.password }],
        'POST /login/password': ['/login/password', { identifier: email, password: 'Wrong-horse-8' }],
        'POST /login/otp': ['/login/otp', { email, otp: codes.login }],
        'POST /signup/otp': [
          '/signup/otp',
          { email: 'new.guess@example.org', otp: codes.signup, name: 'Ada', password: 'Correct-horse-9' },
        ],
        'POST /forgot/password': [
          '/forgot/password',
          { email, otp: codes.reset, password: 'Correct-horse-9' },
        ],
        'POST /link/:purpose': ['/link/verify', { email, otp: codes.verify }],
        'PATCH /me': ['/me', { email: 'other.guess@example.org', current_password }],
        'DELETE /me': ['/me', { current_password }],
        'PUT /update/password': ['/update/password', { password: 'Correct-horse-9', current_password }],
        'POST /account/reauthenticate': ['/account/reauthenticate', { password: wrong.password }],
        'POST /account/totp/confirm': ['/account/totp/confirm', { code: '12345 6' }],
      };
      for (const [route, [path, body]] of Object.entries(sent)) {
        const [method = ''] = route.split(' ');
        const signedIn = /\/me$|\/update\/|\/account\//.test(path);
        const raised = await counters(() => keyward.call(method, path, { body, ...(signedIn && { token }) }));
        const [budget = 'none'] = GUESSES[route] ?? [];
        const expected = BUDGETS[budget];
        assert.ok(
          expected !== null && raised.some((key) => expected.test(key)),
          `${route}: ${raised.join()}`,
        );
      }
    });
  });
}
