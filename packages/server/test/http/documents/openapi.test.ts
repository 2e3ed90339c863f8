import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ERRORS } from '../../../src/errors.ts';
import { EVENT_TYPES } from '../../../src/features/audit/events/event-types.ts';
import { errorsByStatus } from '../../../src/http/openapi/errors.ts';
import { version } from '../../../src/package.ts';
import { declaredRoutes, registeredPaths } from '../../support/routes.ts';
import { startKeyward } from '../../support/keyward.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { addPerson } from '../people.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';

/** The value at a path of keys in the document, through references. */
function follow(document: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  let value = document;
  for (const key of keys) {
    value = asObject(value[key]);
    if (typeof value['$ref'] === 'string') value = follow(document, value['$ref'].slice(2).split('/'));
  }
  return value;
}

describe('/openapi.json', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: { KEYWARD_PREFIX: '/identity', KEYWARD_PUBLIC_URL: 'https://auth.example.org/base' },
  });
  const read = async () => {
    const answer = await keyward.callRoot('GET', '/openapi.json');
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  let whole: Promise<Record<string, unknown>> | undefined;
  const at = async (...keys: string[]) => follow(await (whole ??= read().then(({ body }) => body)), keys);
  const inDocument = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

  it('is valid OpenAPI 3.1, and the linter finds nothing', async () => {
    const { text, headers } = await read();
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // The interface has `/{provider}/login` beside `/link/{purpose}`; providers cannot be named like a path.
        'no-ambiguous-paths': 'off',
        // The form of an identity provider is always answered with a redirect.
        'operation-2xx-response': 'off',
        'operation-operationId': 'error',
        'operation-description': 'error',
        'tag-description': 'error',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
      },
    });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
      [],
    );
  });

  it('has every route that is mounted, and no other', async () => {
    const paths = await at('paths');
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(asObject(item)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = await declaredRoutes('/identity');
    assert.deepEqual(
      described.sort(),
      declared.map(({ route, path }) => `${route.method} ${inDocument(path)}`).sort(),
    );
    assert.deepEqual(Object.keys(paths).sort(), registeredPaths(keyward.app.server).map(inDocument).sort());
  });

  it('has every status and kind of error that a route declares, with an example of each', async () => {
    const { body } = await read();
    for (const { route, path } of await declaredRoutes('/identity')) {
      const { endpoint, method } = route;
      const where = ['paths', inDocument(path), method.toLowerCase()];
      const { description } = follow(body, where);
      const ofStatus = errorsByStatus(route);
      const responses = asObject(follow(body, where)['responses']);
      assert.deepEqual(
        Object.keys(responses).map(Number),
        [...new Set([...Object.keys(endpoint.response).map(Number), ...ofStatus.keys()])].sort(
          (a, b) => a - b,
        ),
        `${method} ${path}`,
      );
      for (const [status, kinds] of ofStatus) {
        assert.ok(asText(description).includes(`${status} \`${kinds.join('`, `')}\``), asText(description));
        const { examples } = follow(body, [
          ...where,
          'responses',
          String(status),
          'content',
          endpoint.scimErrors === undefined ? 'application/json' : 'application/scim+json',
        ]);
        for (const kind of kinds) assert.ok(kind in asObject(examples), `${status} ${kind}`);
      }
    }
  });

  it('states what the checks require: patterns, choices, lengths and bounds', async () => {
    const bodyOf = (path: string, method = 'post') =>
      at('paths', `/identity${path}`, method, 'requestBody', 'content', 'application/json', 'schema');
    const account = asObject((await bodyOf('/account'))['properties']);
    for (const [name, facts] of Object.entries({
      name: ['minLength', 'maxLength', 'pattern'],
      email: ['format', 'maxLength'],
      handle: ['maxLength', 'pattern'],
      phone: ['maxLength', 'pattern'],
      avatar_url: ['maxLength', 'pattern'],
      role: ['maxLength', 'pattern'],
    }))
      for (const fact of facts) assert.ok(fact in asObject(account[name]), `${name} ${fact}`);
    const jwt = asObject((await bodyOf('/config/jwt'))['properties']);
    assert.deepEqual(asObject(jwt['algorithm'])['enum'], [
      'HS256',
      'HS384',
      'HS512',
      'RS256',
      'ES256',
      'EdDSA',
      null,
    ]);
    const logging = asObject((await bodyOf('/config/logging'))['properties']);
    assert.deepEqual(asObject(logging['level'])['enum'], [
      'DEBUG',
      'INFO',
      'WARNING',
      'ERROR',
      'CRITICAL',
      null,
    ]);
    assert.equal(asObject(logging['max_log_lines'])['minimum'], 10);
    assert.equal(asObject(logging['trim_log_lines'])['minimum'], 1);
    const rollback = asObject((await bodyOf('/config/rollback'))['properties']);
    const names = [
      'email',
      'idp1',
      'idp2',
      'idp3',
      'jwt',
      'cookie',
      'logging',
      'events',
      'factors',
      'signup',
      'branding',
      'oauth',
      'organizations',
    ];
    assert.deepEqual(asObject(rollback['section'])['enum'], names);
    const login = await at('paths', '/identity/{provider}/login', 'get');
    assert.deepEqual(asObject(asObject([login['parameters']].flat()[0])['schema'])['enum'], [
      'idp1',
      'idp2',
      'idp3',
    ]);
    const stream = await at('paths', '/log/{name}/stream', 'get');
    const parameters = [stream['parameters']].flat().map(asObject);
    assert.deepEqual(
      parameters.map((one) => [one['in'], one['name'], one['required'], asObject(one['schema'])['enum']]),
      [
        ['path', 'name', true, ['app', 'server']],
        ['header', 'Last-Event-ID', false, undefined],
      ],
    );
  });

  it('uses only standard formats and keywords', async () => {
    const { text } = await read();
    const formats = new Set([...text.matchAll(/"format":"([^"]+)"/g)].map(([, format]) => format));
    assert.deepEqual(formats, new Set(['date-time', 'email', 'ipv4', 'ipv6', 'jsonl', 'password', 'uri']));
    assert.doesNotMatch(text, /"documented"/);
  });

  it('states what a refusal would: the proof of a method, the types of events, the forms of times and addresses', async () => {
    const challenge = at(
      'paths',
      '/identity/login/challenge',
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
    );
    assert.deepEqual((await challenge)['anyOf'], [
      { properties: { method: { const: 'totp' } }, required: ['code'] },
      { properties: { method: { const: 'passkey' } }, required: ['credential'] },
      { properties: { method: { const: 'recovery_code' } }, required: ['code'] },
    ]);
    const types = (await at('components', 'schemas', 'EventTypeName'))['enum'];
    assert.ok(Array.isArray(types));
    for (const type of ['session.ended', 'session.*']) assert.ok(types.includes(type), type);
    for (const type of ['*', '.*', 'session', 'session.ended.*']) assert.ok(!types.includes(type), type);
    const { parameters } = await at('paths', '/identity/event', 'get');
    assert.ok(Array.isArray(parameters));
    const schemaOf = (name: string): unknown =>
      parameters.map(asObject).find((one) => one['name'] === name)?.['schema'];
    assert.deepEqual(asObject(schemaOf('ip_address'))['anyOf'], [{ format: 'ipv4' }, { format: 'ipv6' }]);
    assert.deepEqual(asObject(schemaOf('type'))['items'], { $ref: '#/components/schemas/EventTypeName' });
    const time = new RegExp(String(asObject(schemaOf('since'))['pattern']), 'u');
    assert.match('2026-01-31T12:00:00Z', time);
    assert.doesNotMatch('2026-13-31T12:00:00Z', time);
    const log = await at('paths', '/log/{name}', 'get');
    const level = [log['parameters']]
      .flat()
      .map(asObject)
      .find((one) => one['name'] === 'level');
    const levels = new RegExp(String(asObject(level?.['schema'])['pattern']), 'u');
    for (const text of ['INFO', 'WARNING,ERROR']) assert.match(text, levels);
    assert.doesNotMatch('LOUD', levels);
  });

  it('gives an example of a provider that a first request can send', async () => {
    const { example } = await at(
      'paths',
      '/identity/config/{provider}',
      'post',
      'requestBody',
      'content',
      'application/json',
    );
    assert.deepEqual(Object.keys(asObject(example)), ['client_id', 'client_secret', 'redirect_uri']);
  });

  it('has one schema for all errors of a form and one response for each status, so that generated clients are small', async () => {
    const { body, text } = await read();
    const responses = asObject((await at('components'))['responses']);
    for (const [name, response] of Object.entries(responses)) {
      if (name.startsWith('Webhook')) continue;
      assert.match(name, /^[A-Z][A-Za-z]+$/);
      const form = ['OAuth', 'Scim'].find((one) => name.startsWith(one)) ?? '';
      const media = form === 'Scim' ? 'application/scim+json' : 'application/json';
      const { schema } = follow(asObject(response), ['content', media]);
      assert.deepEqual(schema, { $ref: `#/components/schemas/${form}Error` }, name);
    }
    assert.deepEqual((await at('components', 'schemas', 'ErrorKind'))['enum'], Object.keys(ERRORS));
    const inline = [...text.matchAll(/"(\d{3})":\{"description"/g)].map(([, status]) => Number(status));
    assert.deepEqual(
      inline.filter((status) => status >= 400),
      [],
      'an error response stands at a route',
    );
    assert.equal(follow(body, ['components', 'schemas', 'Error'])['type'], 'object');
  });

  it('has a webhook for each type of event, with a named schema and the headers of Standard Webhooks', async () => {
    const { body } = await read();
    const described = asObject(body['webhooks']);
    assert.deepEqual(Object.keys(described), Object.keys(EVENT_TYPES));
    for (const type of Object.keys(described)) {
      const post = follow(body, ['webhooks', type, 'post']);
      const name = asText(post['operationId']).replace(/^on/, '');
      const { schema, example } = follow(body, [
        'webhooks',
        type,
        'post',
        'requestBody',
        'content',
        'application/json',
      ]);
      assert.deepEqual(schema, { $ref: `#/components/schemas/${name}` });
      assert.deepEqual(follow(body, ['components', 'schemas', name, 'properties', 'type']), {
        type: 'string',
        const: type,
      });
      assert.equal(asObject(example)['type'], type);
      const parameters = [post['parameters']].flat().map((one) => follow({ one, ...body }, ['one']));
      assert.deepEqual(
        parameters.map((one) => [one['in'], one['name'], one['required']]),
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ['header', header, true]),
      );
      assert.deepEqual(Object.keys(asObject(post['responses'])), ['410', '2XX']);
    }
    const created = await at('components', 'schemas', 'AccountCreatedEvent', 'properties', 'data');
    assert.deepEqual(created['required'], ['account', 'method', 'actor', 'client', 'request_id']);
    assert.deepEqual(asObject(asObject(created['properties'])['account']), {
      $ref: '#/components/schemas/EventAccount',
    });
  });

  it('names the version of the interface and of the program', async () => {
    const { version: interfaceVersion, 'x-keyward-version': program } = await at('info');
    assert.deepEqual([interfaceVersion, program], ['1.5.3', version()]);
  });

  it('begins with signing in', async () => {
    const names = [(await at())['tags']].flat().map((tag) => asObject(tag)['name']);
    assert.deepEqual(names.slice(0, 3), ['Sign-up and sign-in', 'Codes and magic links', 'Second factors']);
  });

  it('describes this instance: its address, prefix and cookies', async () => {
    const { body } = await read();
    assert.deepEqual(asObject([body['servers']].flat()[0])['url'], 'https://auth.example.org/base');
    assert.equal((await at('components', 'securitySchemes', 'accessCookie'))['name'], 'access_token');
  });

  it('describes access, redirects, and answers that are not JSON', async () => {
    const operation = async (method: string, path: string) => at('paths', path, method);
    assert.deepEqual((await operation('post', '/identity/login'))['security'], []);
    assert.deepEqual((await operation('get', '/identity/me'))['security'], [
      { bearer: [] },
      { accessCookie: [] },
    ]);
    assert.deepEqual((await operation('post', '/identity/token/refresh'))['security'], [
      {},
      { refreshCookie: [] },
    ]);
    const redirect = await at('paths', '/identity/link/{purpose}', 'get', 'responses', '307');
    assert.ok('Location' in asObject(redirect['headers']));
    assert.equal(redirect['content'], undefined);
    for (const [path, type] of [
      ['/setup', 'text/html'],
      ['/llms.txt', 'text/plain'],
      ['/log/{name}/stream', 'text/event-stream'],
      ['/identity/event/stream', 'text/event-stream'],
      ['/identity/event/export', 'application/x-ndjson'],
      ['/reference/script.js', 'text/javascript'],
    ] as const)
      assert.deepEqual(Object.keys(await at('paths', path, 'get', 'responses', '200', 'content')), [type]);
  });

  it('names the media type of every answer that is a text', async () => {
    for (const { route, path } of await declaredRoutes('')) {
      for (const schema of Object.values(route.endpoint.response)) {
        if ('type' in schema && schema.type === 'string')
          assert.ok('contentMediaType' in schema, `${route.method} ${path}`);
      }
    }
  });

  it('is generated once, and again when the settings change', async () => {
    const { text } = await read();
    assert.equal((await read()).text, text);
    const { settings } = keyward.app.services;
    const { current } = settings;
    settings.replace({ ...current, cookie: { ...current.cookie, access_cookie_name: '__Host-access' } });
    const changed = follow((await read()).body, ['components', 'securitySchemes', 'accessCookie']);
    assert.equal(changed['name'], '__Host-access');
    settings.replace(current);
  });
});

it('RL21: /openapi.json is written once for all simultaneous readers, also after a change of settings', async ({
  mock,
}) => {
  await using keyward = await startKeyward('sqlite', { inOneProcess: true });
  const { token } = await addPerson(keyward, { role: 'superadmin' });
  const written = mock.method(JSON, 'stringify');
  const times = () =>
    written.mock.calls.filter(({ arguments: [value] }) => Object(value).openapi !== undefined).length;
  const askTogether = () =>
    Promise.all(Array.from({ length: 20 }, () => requestFrom({ port: keyward.port, path: '/openapi.json' })));
  await askTogether();
  assert.equal(times(), 1);
  const change = await keyward.call('PATCH', '/config/branding', { token, body: { name: 'Example' } });
  assert.equal(change.status, 200, change.text);
  await askTogether();
  assert.equal(times(), 2);
});

describe('/reference', () => {
  const keyward = suiteKeyward('sqlite');

  it('HD1: is a page that runs its own script and requests nothing else', async () => {
    const { status, text, headers } = await keyward.callRoot('GET', '/reference');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-[^']+'; /);
    assert.match(policy, /frame-ancestors 'self'$/);
    assert.doesNotMatch(policy, /unsafe-eval|https:|\*/);
    assert.doesNotMatch(text, /https:\/\//);
    assert.match(text, /<script src="\/reference\/script\.js\?v=[\d.]+"><\/script>/);
  });

  for (const path of ['/openapi.json', '/llms-full.txt'])
    it(`${path} is compressed where the client understands that`, async () => {
      const zipped = await fetch(keyward.url + path);
      assert.equal(zipped.headers.get('content-encoding'), 'gzip');
      assert.equal(zipped.headers.get('vary'), 'Origin, Accept-Encoding');
      const plain = await fetch(keyward.url + path, { headers: { 'accept-encoding': 'identity' } });
      assert.equal(plain.headers.get('content-encoding'), null);
      assert.equal(await plain.text(), await zipped.text());
    });

  it('serves its script, compressed where the client understands that', async () => {
    const zipped = await fetch(`${keyward.url}/reference/script.js`);
    assert.equal(zipped.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(zipped.headers.get('content-encoding'), 'gzip');
    assert.match(zipped.headers.get('cache-control') ?? '', /max-age=\d+, immutable/);
    const script = await zipped.text();
    assert.match(script, /createApiReference/);
    const plain = await fetch(`${keyward.url}/reference/script.js`, {
      headers: { 'accept-encoding': 'identity' },
    });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(await plain.text(), script);
  });
});
