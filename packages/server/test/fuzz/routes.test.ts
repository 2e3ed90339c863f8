import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { isObject, type Json } from '../../src/http/openapi/schemas.ts';
import { addSuperadmin } from '../http/admin/admin.ts';
import { turnOAuthOn } from '../http/oauth/flows.ts';
import { addPerson, newSession } from '../http/people.ts';
import { suiteKeyward } from '../http/expectations.ts';
import type { TestKeyward } from '../support/keyward.ts';
import { at, type FuzzRequest, type Operation, requestsTo, type Role } from './requests.ts';
import { databasesFor } from '../support/usual-size.ts';

/**
 * `TEST_FUZZ_RUNS` is the number of requests on each database; with it, every run is different. `TEST_SEED`
 * repeats a run; a failure prints its seed.
 */
const { TEST_SEED, TEST_FUZZ_RUNS } = process.env;
const SEED = TEST_SEED ?? (TEST_FUZZ_RUNS === undefined ? '13' : String(Date.now() % 2 ** 31));
const RUNS = Number(TEST_FUZZ_RUNS ?? 300);

/** Only loopback, on an unused port, and limits that a run does not reach. */
const SETTINGS = {
  ...Object.fromEntries(
    ['IDP1', 'IDP2', 'IDP3'].flatMap((slot) => [
      [`KEYWARD_${slot}_PRESET`, 'oidc'],
      [`KEYWARD_${slot}_ISSUER`, 'http://127.0.0.1:1'],
    ]),
  ),
  KEYWARD_ORGANIZATIONS_ENABLED: 'on',
  KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on',
  KEYWARD_WEBHOOK_NETWORKS: '127.0.0.0/8',
  KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8',
  KEYWARD_LIMIT_ACCOUNT_ADDRESS: '1000000/1h',
  KEYWARD_LIMIT_ACCOUNT: '1000000/1h',
  KEYWARD_LIMIT_ADDRESS: '1000000/1h',
  KEYWARD_LIMIT_MAILS: '1000000/1h',
  KEYWARD_LIMIT_SIGNUPS: '1000000/1h',
};

/**
 * The reasons for refusing a valid request, by field and message. A schema cannot express rules about two
 * parameters, or about the state of the service.
 */
const BEYOND_SCHEMAS: readonly [field: RegExp, message: RegExp][] = [
  // Two parameters of a query.
  [/^(?:field|value)$/, /^is required with (?:value|field)/],
  [/^page$/, /^must be left out with after$/],
  [/^since$/, /^must be (?:at most .* )?before until/],
  [/^wait$/, /^is for newer events/],
  // The bytes of a picture.
  [/^picture$/, /^must be /],
  // The calendar.
  [/^(?:since|until)$/, /^must be a time such as/],
  // Parts of addresses that an expression cannot count.
  [/^allowed_addresses\.\d+$/, /^must be an IP address or a CIDR range/],
  [/^url$/, /^must be at a public address/],
  // Addresses of applications, and fields of theirs that depend on each other.
  [/^(?:redirect_uris|post_logout_redirect_uris|resources)\.\d+$/, /^must /],
  [/^(?:logo_url|homepage_url|policy_url|terms_url|backchannel_logout_uri|jwks_uri)$/, /^must /],
  [/^token_endpoint_auth_method$/, /^must be one of .* for the type/],
  [/^jwks$/, /^is needed for private_key_jwt/],
  [/^jwks\.keys\.\d+$/, /^must be a public key/],
  [/^domain$/, /^must (?:be a domain|not be of)/],
  [/^token$/, /^or id is required, and only one of them/],
  // Addresses and roles of connections.
  [/^oidc\.issuer$/, /^must (?:be an https address|name one tenant)/],
  [/^oidc\.client_secret$/, /^is needed again/],
  [/^domain$/, /^must be a domain, such as/],
  [/^(?:oidc|saml)$/, /^(?:is required|must be left out|is for connections)/],
  [/^saml\./, /^(?:is|must) /],
  [/^mapping$/, /^names a role that is not one of/],
  [/^refresh_days$/, /^must not exceed refresh_max_days/],
  [/^(?:preset|name|issuer)$/, /^is set at the start for this provider$/],
  // What the service holds: its lists, logs, versions, settings and accounts.
  [/^(?:after|Last-Event-ID)$/, /^must be a cursor of |^is beyond the end/],
  [/^(?:account_id|email)$/, /^is a filter of app logs/],
  [/^version$/, /^is not a version of/],
  [/^(?:team_id|key_id|private_key)$/, /^is for Apple only$/],
  [/^reset$/, /^names \w+, which (?:cannot be reset|is not a field of this section)/],
  [
    /^(?:client_id|client_secret|redirect_uri|team_id|key_id|private_key)$/,
    /^must not be empty: a provider needs all/,
  ],
  [/./, /^is reset by the same request/],
  [/^(?:settings\.)?password$/, /^is kept only with the same host/],
  [/^store_dir$/, /^follows from logs_dir/],
  [/^(?:password|otp|code)$/, /^is needed(?:: the account has no|, or challenge and credential)/],
];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`random requests on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: SETTINGS });

    before(async () => {
      const { token } = await addSuperadmin(keyward);
      await turnOAuthOn(keyward, token);
      const body = { name: 'Fuzz', type: 'browser', redirect_uris: ['https://app.example.com/callback'] };
      assert.equal((await keyward.call('POST', '/application', { token, body })).status, 201);
      await keyward.database.query("update applications set client_id = 'app_fuzz'");
    });

    it('RL11: get only declared statuses and bodies, and no internal error', async (t) => {
      t.diagnostic(`TEST_SEED=${SEED} TEST_FUZZ_RUNS=${RUNS}`);
      const document = (await keyward.callRoot('GET', '/openapi.json')).body;
      const operations = Object.entries(at(document, 'paths'))
        // Four megabytes that do not depend on the request.
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
      // Avoids waiting for events that do not come.
    } = await keyward.callRoot(method, path.replace(/\bwait=\d+/, 'wait=0'), { headers, body, token });
    return { status, text, type: answered.get('content-type') ?? '' };
  }
  // The stream has no end.
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
    const operationAt = pointerTo('', 'paths', described, method.toLowerCase());
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
      const pointer =
        typeof $ref === 'string'
          ? `${$ref.slice(1)}/content/application~1json/schema`
          : pointerTo(operationAt, 'responses', String(status), 'content', media, 'schema');
      const validate = validatorOf(pointer);
      assert.ok(validate(JSON.parse(text)), `${ajv.errorsText(validate.errors)}: ${shown}`);
    }
    const sent = sentJson(headers, body);
    if (sent === undefined || !('application/json' in at(at(operation, 'requestBody'), 'content'))) {
      assertAllowed(fits, text, shown);
      return;
    }
    const validate = validatorOf(
      pointerTo(operationAt, 'requestBody', 'content', 'application/json', 'schema'),
    );
    const allowed = validate(sent);
    assert.ok(
      allowed || status >= 300,
      `the description forbids, ${ajv.errorsText(validate.errors)}: ${shown}`,
    );
    assertAllowed(fits && allowed, text, shown);
  };
}

/** The body that a request sends as JSON; undefined if it sends none, or what is no JSON. */
function sentJson(headers: Record<string, string>, body: string | undefined): unknown {
  if (headers['content-type'] !== 'application/json' || body === undefined) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Asserts that a valid request is not refused as invalid. */
function assertAllowed(fits: boolean, text: string, shown: string): void {
  if (!fits || !text.startsWith('{"success":false,"error":"ValidationError"')) return;
  const fields = at(JSON.parse(text), 'details')['fields'];
  assert.ok(Array.isArray(fields), shown);
  for (const field of fields.filter(isObject))
    assert.ok(
      BEYOND_SCHEMAS.some(
        ([name, message]) => name.test(String(field['path'])) && message.test(String(field['message'])),
      ),
      `what the description allows is refused: ${shown}`,
    );
}

function pointerTo(start: string, ...parts: string[]): string {
  return [start, ...parts.map((part) => encodeURIComponent(part.replaceAll('/', '~1')))].join('/');
}

/** Tokens of a user and of a superadmin, renewed if requests have ended them. */
function createPeople(keyward: TestKeyward): { token: (role: Role) => Promise<string | undefined> } {
  const known: Partial<Record<Role, { id: number; token: string }>> = {};

  async function token(role: Role): Promise<string | undefined> {
    if (role === 'none') return undefined;
    const person = known[role];
    if (person !== undefined && (await works(person.token))) return person.token;
    const account =
      person === undefined ? null : await keyward.app.services.store.accounts.find('id', person.id);
    const id =
      // Requests may turn on settings that require it.
      account?.status === 'active' && account.role === role && account.email_verified === 1
        ? account.id
        : (await addPerson(keyward, { role, verified: true })).id;
    const session = await newSession(keyward, id);
    known[role] = { id, token: session.token };
    return session.token;
  }

  const works = async (bearer: string) =>
    (await keyward.call('GET', '/me', { token: bearer })).status === 200;

  return { token };
}
