import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { databasesFor, usually } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { addStage, ENTERPRISE, filtered, GROUP, patch, refusal, resourceIn, USER } from './help.ts';

const NAMES = ['userName', 'name', 'emails', 'active', 'displayName', 'members', 'externalId', ENTERPRISE];
const PATHS = [
  ...NAMES,
  'emails[type eq "work"].value',
  'emails.value',
  'name.givenName',
  'members[value eq "x"]',
  `${ENTERPRISE}:manager.value`,
  'meta',
  'schemas',
];
const WORDS = [
  'userName',
  'eq',
  'and',
  'or',
  'not',
  'pr',
  '(',
  ')',
  '[',
  ']',
  '"a"',
  '"\\u0000"',
  'emails',
  '7',
];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`odd requests of providers on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    it('RL11: no spelling of a number causes an internal error', async () => {
      const { provider } = await addStage(keyward);
      const texts = '-1 -0 1.5 0x10 1e21 1e308 1e309 -1e309 NaN 9007199254740991 9223372036854775808'.split(
        ' ',
      );
      for (const name of ['count', 'startIndex'])
        for (const text of texts) {
          const answer = await provider.send('GET', `/Users?${name}=${text}`);
          assert.match(refusal(answer), /^(?:200|400 invalidValue)$/, `${name}=${text}`);
        }
    });

    it('RL11: cause no internal error, and are refused in the form of the protocol', async () => {
      const { provider } = await addStage(keyward);
      const person = await provider.add();
      const group = resourceIn(
        await provider.send('POST', '/Groups', { schemas: [GROUP], displayName: 'Own' }),
        201,
      );
      const value = fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom('', 'True', null, [], {}, [{ value: person.id }], [{ value: '\0' }], '\0', '\uD800'),
      );
      const resource = fc.dictionary(fc.constantFrom(...NAMES), value);
      const operation = fc.record(
        { op: fc.constantFrom('add', 'Replace', 'remove', 'x'), path: fc.constantFrom(...PATHS), value },
        { requiredKeys: [] },
      );
      const request = fc.oneof(
        fc.tuple(
          fc.constantFrom('POST /Users', `PUT /Users/${person.id}`),
          resource.map((more) => ({ schemas: [USER], ...more })),
        ),
        fc.tuple(
          fc.constantFrom('POST /Groups', `PUT /Groups/${group.id}`),
          resource.map((more) => ({ schemas: [GROUP], ...more })),
        ),
        fc.tuple(
          fc.constantFrom(`PATCH /Users/${person.id}`, `PATCH /Groups/${group.id}`),
          fc.array(operation, { maxLength: 4 }).map((all) => patch(...all)),
        ),
        fc.tuple(
          fc.constantFrom('POST /Users/.search', 'POST /Groups/.search'),
          fc.dictionary(
            fc.constantFrom('filter', 'sortBy', 'count', 'startIndex', 'cursor', 'attributes'),
            value,
          ),
        ),
        fc.tuple(
          fc
            .array(fc.constantFrom(...WORDS), { maxLength: 8 })
            .map((words) => `GET /Users${filtered(words.join(' '))}`),
          fc.constant(undefined),
        ),
        fc.tuple(
          value.map(
            (one) =>
              `GET /Users?cursor=${encodeURIComponent(Buffer.from(JSON.stringify(one) ?? '').toString('base64url'))}`,
          ),
          fc.constant(undefined),
        ),
      );
      await fc.assert(
        fc.asyncProperty(request, async ([line, body]) => {
          const [method = '', path = ''] = line.split(' ');
          const answer = await provider.send(method, path, body);
          assert.ok(answer.status < 500, `${line} ${JSON.stringify(body)}: ${answer.text}`);
          refusal(answer);
        }),
        { numRuns: usually(300, 3_000), endOnFailure: true },
      );
    });
  });
}
