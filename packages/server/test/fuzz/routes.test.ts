import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { isObject, type Json } from '../../src/http/openapi/schemas.ts';
import { addPerson, newSession } from '../http/people.ts';
import { suiteKeyward } from '../http/expectations.ts';
import { DATABASES } from '../support/databases.ts';
import type { TestKeyward } from '../support/keyward.ts';
import { at, type FuzzRequest, type Operation, requestsTo, type Role } from './requests.ts';

/**
 * `TEST_FUZZ_RUNS` is the number of requests on each database; with it every run is another one. `TEST_SEED` repeats a
 * run, whose seed a failure prints.
 */
const { TEST_SEED, TEST_FUZZ_RUNS } = process.env;
const SEED = TEST_SEED ?? (TEST_FUZZ_RUNS === undefined ? '13' : String(Date.now() % 2 ** 31));
const RUNS = Number(TEST_FUZZ_RUNS ?? 400);

/** Loopback alone, on a port where nobody listens, and no limit that a run would come up against. */
const SETTINGS = {
  ...Object.fromEntries(
    ['IDP1', 'IDP2', 'IDP3'].flatMap((slot) => [
      [`KEYWARD_${slot}_PRESET`, 'oidc'],
      [`KEYWARD_${slot}_ISSUER`, 'http://127.0.0.1:1'],
    ]),
  ),
  KEYWARD_LIMIT_ACCOUNT_ADDRESS: '1000000/1h',
  KEYWARD_LIMIT_ACCOUNT: '1000000/1h',
  KEYWARD_LIMIT_ADDRESS: '1000000/1h',
  KEYWARD_LIMIT_MAILS: '1000000/1h',
  KEYWARD_LIMIT_SIGNUPS: '1000000/1h',
};

/** What a request that fits the description can be refused for all the same, because a schema cannot say it. */
const BEYOND_SCHEMAS: ReadonlySet<string> = new Set([
  // Of cursors in texts, which go without a page; a field goes with its value.
  'GET /auth/account',
  'GET /auth/session',
  'GET /auth/otp',
  'GET /auth/oauth',
  'GET /auth/oauth/query',
  'GET /auth/invitation',
  'GET /auth/apikey',
  'GET /auth/webhook',
  'GET /auth/webhook/{id}/delivery',
  // Of types, times, actors and cursors in texts.
  'GET /auth/event',
  'GET /auth/event/counts',
  'GET /auth/event/export',
  'GET /auth/event/stream',
  // Of ranges of addresses in texts.
  'POST /auth/apikey',
  // Of types and times in texts, and of addresses that are not public.
  'POST /auth/webhook',
  'PATCH /auth/webhook/{id}',
  'POST /auth/webhook/{id}/replay',
  // Of times and levels in texts, and of filters that a log does not have.
  'GET /log/{name}',
  // All three or none; a kept secret goes with its host only.
  'POST /auth/config/{provider}',
  'PATCH /auth/config/{provider}',
  'POST /auth/config/email',
  'PATCH /auth/config/email',
  'POST /auth/config/email/test',
  'POST /auth/config/logging',
  'PATCH /auth/config/logging',
  // Of a version that is none.
  'POST /auth/config/rollback',
]);

for (const kind of DATABASES) {
  describe(`requests by chance on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: SETTINGS });

    it('RL11: are answered as described: no fault of ours, no status and no body that is not declared', async (t) => {
      t.diagnostic(`TEST_SEED=${SEED} TEST_FUZZ_RUNS=${RUNS}`);
      const document = (await keyward.callRoot('GET', '/openapi.json')).body;
      const operations = Object.entries(at(document, 'paths'))
        // Four megabytes that nothing in a request can change.
        .filter(([path]) => path !== '/reference/script.js')
        .flatMap(([path, item]) =>
          Object.entries(isObject(item) ? item : {}).map(([method, described]): Operation => ({
            method,
            path,
            described: isObject(described) ? described : {},
          })),
        );
      const judge = createJudge(document);
      const people = createPeople(keyward);
      await fc.assert(
        fc.asyncProperty(requestsTo(document, operations), async (request) => {
          judge(request, await send(keyward, request, await people.token(request.role)));
        }),
        { seed: Number(SEED), numRuns: RUNS, endOnFailure: true },
      );
    });
  });
}

async function send(
  keyward: TestKeyward,
  { method, name, path, headers, body }: FuzzRequest,
  token: string | undefined,
): Promise<FuzzAnswer> {
  if (!name.endsWith('/stream')) {
    const {
      status,
      text,
      headers: answered,
      // Nobody waits for news that do not come.
    } = await keyward.callRoot(method, path.replace(/\bwait=\d+/, 'wait=0'), { headers, body, token });
    return { status, text, type: answered.get('content-type') ?? '' };
  }
  // It has no end.
  const leaving = new AbortController();
  const answer = await fetch(keyward.url + path, {
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    signal: leaving.signal,
  });
  const { status } = answer;
  const text = status === 200 ? '' : await answer.text();
  leaving.abort();
  return { status, text, type: answer.headers.get('content-type') ?? '' };
}

interface FuzzAnswer {
  status: number;
  type: string;
  text: string;
}

/** Asserts that an answer is one that the description declares. */
function createJudge(document: Json): (request: FuzzRequest, answer: FuzzAnswer) => void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();

  function validatorOf(pointer: string): ValidateFunction {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, known);
    return known;
  }

  return ({ name, role, path, headers, body, fits }, { status, type, text }) => {
    const [method = '', described = ''] = name.split(' ');
    const shown = `${name} as ${role}: ${path} ${JSON.stringify(headers)} ${body} → ${status} ${text.slice(0, 400)}`;
    const operation = at(at(at(document, 'paths'), described), method.toLowerCase());
    const responses = at(operation, 'responses');
    assert.ok(String(status) in responses, `an undeclared status: ${shown}`);
    // Providers are away.
    assert.ok(status < 500 || (status === 502 && text.includes('ProviderFailedError')), shown);

    const inline = at(responses, String(status));
    const { $ref } = inline;
    const response =
      typeof $ref === 'string'
        ? at(at(at(document, 'components'), 'responses'), $ref.split('/').at(-1) ?? '')
        : inline;
    const content = at(response, 'content');
    const [media = ''] = type.split(';');
    // The mailbox is a page for browsers.
    if (media === 'text/html' && headers['accept'] === 'text/html') return;
    assert.ok(text === '' || media in content, `an undeclared type, ${type}: ${shown}`);
    if (media === 'application/json') {
      const parts = [
        'paths',
        described,
        method.toLowerCase(),
        'responses',
        String(status),
        'content',
        media,
        'schema',
      ];
      const pointer =
        typeof $ref === 'string'
          ? `${$ref.slice(1)}/content/application~1json/schema`
          : `/${parts.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')}`;
      const validate = validatorOf(pointer);
      assert.ok(validate(JSON.parse(text)), `${ajv.errorsText(validate.errors)}: ${shown}`);
    }
    if (fits && !BEYOND_SCHEMAS.has(name))
      assert.ok(
        !text.startsWith('{"success":false,"error":"ValidationError"'),
        `what the description allows is refused: ${shown}`,
      );
  };
}

/** Tokens of a user and of a superadmin, whatever requests do to them meanwhile. */
function createPeople(keyward: TestKeyward): { token: (role: Role) => Promise<string | undefined> } {
  const known: Partial<Record<Role, { id: number; token: string }>> = {};

  async function token(role: Role): Promise<string | undefined> {
    if (role === 'none') return undefined;
    const person = known[role];
    if (person !== undefined && (await works(person.token))) return person.token;
    const account =
      person === undefined ? null : await keyward.app.services.store.accounts.find('id', person.id);
    const id =
      account?.status === 'active' && account.role === role
        ? account.id
        : (await addPerson(keyward, { role })).id;
    const session = await newSession(keyward, id);
    known[role] = { id, token: session.token };
    return session.token;
  }

  const works = async (bearer: string) =>
    (await keyward.call('GET', '/me', { token: bearer })).status === 200;

  return { token };
}
