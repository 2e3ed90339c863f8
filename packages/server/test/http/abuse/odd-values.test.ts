import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DATABASES } from '../../support/databases.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { declaredRoutes } from '../../support/routes.ts';
import { databasesFor, FULL } from '../../support/usual-size.ts';
import { signUpSuperadmin, suiteKeyward } from './logins.ts';
import { turnOAuthOn } from '../oauth/flows.ts';
import { bodyTakers, eachOf, inject, isProtocol } from './requests.ts';

/** The numbers in a schema. @throws AssertionError for one without bounds */
function boundsOf(schema: unknown): { name: string; minimum: number; maximum: number }[] {
  const { properties = {} }: { properties?: Record<string, Record<string, unknown>> } = Object(schema);
  return Object.entries(properties).flatMap(([name, { type, minimum, maximum }]) => {
    if (type !== 'integer' && type !== 'number') return [];
    assert.ok(typeof minimum === 'number' && typeof maximum === 'number', `${name} has no bounds`);
    return [{ name, minimum, maximum }];
  });
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`odd values on ${kind}`, async () => {
    const keyward = await suiteKeyward(kind, {
      settings: { KEYWARD_LIMIT_ADDRESS: '100000/1h', KEYWARD_ORGANIZATIONS_ENABLED: 'on' },
    });
    const { port } = keyward;
    const takers = await bodyTakers();
    const { token } = await signUpSuperadmin(keyward);
    await turnOAuthOn(keyward, token);

    it('RL11: odd values in any field are a client error', async (test) => {
      const raw = [
        '"\\u0000" "a\\u0000b" "\\ud800" "a\\udfff" "\\ufffe" "\\u202e" ""'.split(' '),
        '-1 -0 0 1.5 9007199254740992 9223372036854775808 1e21 1e308 1e309 -1e309'.split(' '),
        'true null [] ["x"] {} {"length":1} "9007199254740993" "-0"'.split(' '),
        `"${'9'.repeat(400)}"`,
        `"${'a'.repeat(5_000)}"`,
      ].flat();
      // A full run sends each value to each field on both databases, a normal run to every third field on one.
      const nth = 3 * DATABASES.length;
      const cases = takers
        .flatMap((taker) => taker.fields.map((field) => ({ taker, field })))
        .flatMap((place, row) =>
          raw
            .filter((_, column) => FULL || (row + column) % nth === DATABASES.indexOf(kind))
            .map((value) => ({ ...place, value })),
        );
      test.diagnostic(`${cases.length} answers compared`);
      await eachOf(cases, async ({ taker, field, value }) => {
        const others = JSON.stringify({ ...taker.body(), [field]: undefined }).slice(1, -1);
        const body = `{${others}${others === '' ? '' : ','}${JSON.stringify(field)}:${value}}`;
        const answer = await inject(keyward, taker, body, token);
        // A few of these are fine for some fields: null for an optional phone, a digit string for a password.
        assert.ok(answer.status < 500, `${taker.name} ${field}=${value}: ${answer.text}`);
        if (isProtocol(taker)) {
          assert.ok(answer.status < 400 || typeof answer.body['error_description'] === 'string', answer.text);
          return;
        }
        if (answer.status >= 400) assert.equal(answer.body['success'], false);
        // Some values are valid settings; they are only sent as a dry run.
        const isTrial = taker.path.includes('dry_run') || taker.path.endsWith('/config/logging/test');
        if (isTrial && answer.status === 200) return;
        const properties: Record<string, unknown> = Object(Object(taker.route.endpoint.body).properties);
        const { type, minimum = -Infinity, maximum = Infinity } = Object(properties[field]);
        // A negative zero is zero, which is a valid overlap.
        const number = Number(value);
        const fits = type === 'integer' && Number.isInteger(number) && number >= minimum && number <= maximum;
        const boolean = type === 'boolean' && value === 'true';
        const object =
          (type === 'object' || ['metadata', 'app_metadata'].includes(field)) && value.startsWith('{');
        const list = [type].flat().includes('array') && value.startsWith('[');
        if (!value.startsWith('"') && value !== 'null' && !boolean && !object && !list && !fits) {
          assert.ok([400, 422].includes(answer.status), `${taker.name} ${field}=${value}: ${answer.text}`);
        }
      });
    });

    it('RL11: no spelling of a number passes the bounds of a query or a path', async () => {
      const texts = '-1 -0 0 1.5 0x10 1e21 1e308 1e309 -1e309 1e-400 Infinity -Infinity NaN'.split(' ');
      texts.push('%20', '%2099%20', '9007199254740993', '9223372036854775808');
      // Such a request can only fail for another reason.
      const endless = new Set(['/auth/event/stream']);
      const known = 'con_4Yb1Qm0cW2nS8tJx6Kd3Vg';
      const numbers = (await declaredRoutes('/auth')).flatMap(({ route, path }) =>
        // Those of a provider are tried with its token: see `scim/odd-requests.test.ts`. Those of the portal are endpoints
        // of organizations, behind a token of another kind.
        (['query', 'params'] as const)
          .filter(() => route.access !== 'connection' && route.access !== 'portal')
          .flatMap((part) =>
            boundsOf(route.endpoint[part]).map((bounds) => ({ route, path, part, ...bounds })),
          ),
      );
      assert.ok(numbers.length > 10);
      const cases = numbers.flatMap((number) => texts.map((text) => ({ ...number, text })));
      await eachOf(cases, async ({ route, path, part, name, minimum, maximum, text }) => {
        const url =
          part === 'params'
            ? path.replace(`:${name}`, text)
            : `${path.replace(':connection_id', known).replaceAll(/:\w+/g, 'app')}?${name}=${text}${endless.has(path) ? '&after=nothing' : ''}`;
        const answer = await inject(keyward, { route, path: url }, undefined, token);
        const value = Number(decodeURIComponent(text));
        const fits = Number.isInteger(value) && value >= minimum && value <= maximum;
        const what = `${route.method} ${url}: ${answer.text}`;
        const refused = answer.body.details?.fields?.map((field) => field.path) ?? [];
        // A route may also have other required parameters, which are missing here.
        const othersMissing = answer.status === 422 && refused.length > 0 && !refused.includes(name);
        if (fits) assert.ok([200, 404].includes(answer.status) || othersMissing, what);
        else assert.ok(answer.status === 404 || (answer.status === 422 && !othersMissing), what);
      });
    });

    it('RL11: no NUL from a path or a query reaches the database', async () => {
      const texts = (await declaredRoutes('/auth')).flatMap(({ route, path }) => {
        const { query } = route.endpoint;
        const names = Object.keys(Object(Object(query).properties));
        const filled = path.replaceAll(/:\w+/g, 'a');
        return [
          ...(path.includes(':') ? [path.replaceAll(/:\w+/g, 'a%00b')] : []),
          ...names.map((name) => `${filled}?${name}=a%00b`),
        ].map((url) => ({ route, path: url }));
      });
      assert.ok(texts.length > 100);
      await eachOf(texts, async (target) => {
        const answer = await inject(keyward, target, undefined, token);
        assert.ok(answer.status < 500, `${target.route.method} ${target.path}: ${answer.text}`);
      });
    });

    it('RL11: lengths count code points, as the description of the API counts them', async () => {
      const body = { email: `emoji.${kind}@example.org`, role: '😀'.repeat(50), name: '😀'.repeat(200) };
      const create = (fields: object) =>
        keyward.call('POST', '/account', { token, body: { ...body, ...fields } });
      assert.equal((await create({ name: '😀'.repeat(201) })).status, 422);
      assert.equal((await create({ role: '😀'.repeat(51) })).status, 422);
      const created = await create({});
      assert.equal(created.status, 201, created.text);
    });

    it('RL11: odd queries and paths cause no internal error', async () => {
      const values = [
        '-1',
        '0',
        '5001',
        '9007199254740993',
        '9223372036854775808',
        '1e308',
        'NaN',
        '%00',
        '%ff',
      ];
      const odd = [
        ...values,
        '%ed%a0%80',
        '%',
        '%zz',
        '..%2f..%2f',
        '[]',
        '__proto__',
        "'--",
        'a'.repeat(3_000),
      ];
      const queries = odd.flatMap((value) => [
        `?page=${value}&limit=${value}&offset=${value}`,
        `?${value}=1`,
        `?a[]=${value}&a[]=${value}&__proto__[x]=${value}`,
      ]);
      const paths = ['/auth/me', '/auth/config/pulse', '/auth/config/counts', '/livez', '/readyz'];
      const targets = [
        ...paths.flatMap((path) => queries.map((query) => path + query)),
        ...odd.map((value) => `/auth/${value}`),
      ];
      await eachOf(targets, async (path) => {
        const answer = await requestFrom({ port, path, headers: { authorization: `Bearer ${token}` } });
        assert.ok(answer.status < 500, `${path}: ${answer.status} ${answer.body}`);
        assert.equal(Object(answer.json()).success ?? true, answer.status < 400);
      });
    });
  });
}
