import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CounterKind, nameOf } from '../../../src/features/limits/counter-key.ts';
import type { Contract } from '../../../src/http/wire/endpoint/endpoint.ts';
import { limitsOf } from '../../../src/http/wire/endpoint/route.ts';
import { BUDGETS } from '../../../src/http/wire/endpoint/limits.ts';
import { declaredRoutes } from '../../support/routes.ts';
import { beginTotp } from '../factors/enrol.ts';
import { addMember, codeFor, suiteMailed, waitForNextMail, wrongCode } from '../codes/support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** Fields whose values can be guessed. */
const SECRET =
  /^(?:current_)?password$|^(?:otp|code|user_code|challenge|credential|token|refresh_token|access_token|id_token|client_secret|code_verifier|SAMLResponse)$/;

function fieldsOf({ body, form, query, params }: Contract): string[] {
  return [body, form, query, params].flatMap((schema) => Object.keys(Object(Object(schema)['properties'])));
}

/** These fields set a secret, or hand it to a provider; nothing is compared. */
const SETTING = ['POST /signup', 'POST /signup/password', 'POST /:provider/callback'];
/** They take a token or a key in the header `Authorization` only, and check it themselves. */
const IN_HEADER = ['GET /oauth/userinfo', 'POST /mcp'];

describe('the guesses of a route', () => {
  it('RL32: are declared by every route that takes a secret, and by no other', async () => {
    const routes = (await declaredRoutes('')).filter(({ route }) => !route.access.startsWith('superadmin'));
    const named = (chosen: typeof routes) =>
      chosen.map(({ route, path }) => `${route.method} ${path}`).sort();
    const taking = routes.filter(({ route }) => fieldsOf(route.endpoint).some((field) => SECRET.test(field)));
    const saying = routes.filter(({ route }) => (limitsOf(route)?.guesses ?? []).length > 0);
    assert.deepEqual([...named(saying), ...SETTING].sort(), [...named(taking), ...IN_HEADER].sort());
  });
});

for (const kind of databasesFor(import.meta.filename)) {
  describe(`counters of guesses on ${kind}`, () => {
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
      const declared = await declaredRoutes('');
      for (const [route, [path, body]] of Object.entries(sent)) {
        const [method = ''] = route.split(' ');
        const signedIn = /\/me$|\/update\/|\/account\//.test(path);
        const raised = await counters(() => keyward.call(method, path, { body, ...(signedIn && { token }) }));
        const row = declared.find((one) => `${one.route.method} ${one.path}` === route);
        assert.ok(row !== undefined, route);
        const [budget = 'none'] = limitsOf(row.route)?.guesses ?? [];
        const own = BUDGETS[budget].counter;
        const counts = (counter: CounterKind | null) =>
          counter !== null && raised.some((key) => key.startsWith(nameOf({ kind: counter, subject: '' })));
        assert.ok(counts(own), `${route}: ${raised.join()}`);
        // Every wrong guess also counts for the address, so a row without other counters must raise only this
        // one.
        const others = Object.values(BUDGETS).map((one) => one.counter);
        for (const other of others)
          assert.ok(other === own || other === 'address' || !counts(other), `${route} raises ${other}`);
      }
    });
  });
}
