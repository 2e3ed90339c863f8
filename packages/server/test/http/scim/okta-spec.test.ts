import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Answer } from '../../support/keyward.ts';
import { fastest } from '../../support/resources.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { addStage, filtered, listIn, type Resource, resourceIn, type TestProvider, USER } from './help.ts';

/*
 * The steps of Okta's published "Okta SCIM 2.0 SPEC Test", which integrations must pass, by their names there, with its
 * requests, headers and assertions.
 */

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const MOST_MS = 600;

const READS = {
  'accept-charset': 'utf-8',
  'content-type': 'application/scim+json; charset=utf-8',
  accept: 'application/scim+json',
  'user-agent': 'OKTA SCIM Integration',
};
const WRITES = { 'content-type': 'application/json', accept: 'application/scim+json; charset=utf-8' };

function assertPerson(person: Resource | undefined): void {
  const { givenName, familyName } = Object(person?.['name']);
  const [email] = Object(person?.['emails']);
  for (const value of [person?.id, givenName, familyName, person?.['userName'], email.value])
    assert.ok(typeof value === 'string' && value !== '', JSON.stringify(person));
  assert.equal(typeof person?.['active'], 'boolean');
}

function assertError({ status, body }: Answer, expected: 401 | 404): void {
  assert.deepEqual([status, body['status'], body['schemas']], [expected, String(expected), [ERROR]]);
  assert.ok(body['detail']);
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`Okta SCIM 2.0 SPEC Test, ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    let provider: TestProvider;
    let userName = '';
    let first: Resource;
    let made: Resource;

    before(async () => {
      ({ provider } = await addStage(keyward));
      // The test expects that somebody is there.
      await provider.add({
        name: { givenName: 'Grace', familyName: 'Hopper' },
        active: true,
        emails: [{ value: `grace@${provider.domain}`, type: 'work', primary: true }],
      });
      userName = `ada.lovelace@${provider.domain}`;
    });

    const get = (path: string) => provider.send('GET', path, undefined, READS);
    const byName = (name: string) => get(`/Users${filtered(`userName eq "${name}"`)}`);
    const create = () =>
      provider.send(
        'POST',
        '/Users',
        {
          schemas: [USER],
          userName,
          name: { givenName: 'Ada', familyName: 'Lovelace' },
          emails: [{ primary: true, value: userName, type: 'work' }],
          displayName: 'Ada Lovelace',
          active: true,
        },
        WRITES,
      );
    const assertNone = (answer: Answer) => {
      assert.deepEqual([listIn(answer).totalResults, answer.body['schemas']], [0, [LIST]]);
    };

    it('Required Test: Test Users endpoint', async () => {
      const answer = await get('/Users?count=1&startIndex=1');
      const { Resources, itemsPerPage, startIndex, totalResults } = listIn(answer);
      assert.deepEqual(answer.body['schemas'], [LIST]);
      assert.deepEqual([itemsPerPage, startIndex, totalResults], [1, 1, 1]);
      assertPerson(Resources[0]);
      first = Resources[0] ?? assert.fail(answer.text);
    });

    it('Required Test: Get Users/{{id}}', async () => {
      const person = resourceIn(await get(`/Users/${first.id}`));
      assertPerson(person);
      assert.equal(person.id, first.id);
    });

    it('Required Test: Test invalid User by username', async () =>
      assertNone(await byName(`invalid@${provider.domain}`)));

    it('Required Test: Test invalid User by ID', async () => assertError(await get('/Users/invalid'), 404));

    it('Required Test: Make sure random user doesn’t exist', async () => assertNone(await byName(userName)));

    it('Required Test: Create Okta user with realistic values', async () => {
      made = resourceIn(await create(), 201);
      assertPerson(made);
      assert.deepEqual([made['userName'], made['active']], [userName, true]);
      assert.deepEqual(made['name'], { givenName: 'Ada', familyName: 'Lovelace' });
      assert.ok(Object(made['schemas']).includes(USER));
    });

    it('Required Test: Verify that user was created', async () => {
      const person = resourceIn(await get(`/Users/${made.id}`));
      assert.equal(person['userName'], userName);
      assert.deepEqual(person['name'], { givenName: 'Ada', familyName: 'Lovelace' });
    });

    it('Required Test: Expect failure when recreating user with same values', async () =>
      assert.equal((await create()).status, 409));

    it('Required Test: Username Case Sensitivity Check', async () =>
      assert.deepEqual(
        listIn(await byName(userName.toUpperCase())).Resources.map(({ id }) => id),
        [made.id],
      ));

    it('Optional Test: Verify Groups endpoint', async () => {
      assert.ok((await fastest(MOST_MS, () => get('/Groups'))) < MOST_MS);
      const { totalResults, Resources } = listIn(await get('/Groups'));
      assert.deepEqual([totalResults, Resources], [0, []]);
    });

    it('Required Test: Check status 401', async () => {
      const path = `/scim/v2/${provider.id}/Users${filtered(`userName eq "${userName}"`)}`;
      const headers = { ...READS, authorization: 'non-token' };
      assertError(await keyward.call('GET', path, { headers }), 401);
    });

    it('Required Test: Check status 404', async () =>
      assertError(await get('/Users/00919288221112222'), 404));
  });
}
