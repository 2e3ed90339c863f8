import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import {
  addStage,
  ENTERPRISE,
  filtered,
  GROUP,
  listIn,
  refusal,
  type Resource,
  resourceIn,
  type TestProvider,
  USER,
} from './help.ts';

/*
 * Requests as the public documentation of Microsoft Entra ID ("Tutorial: develop and plan provisioning for a SCIM
 * endpoint", "Known issues and resolutions with SCIM 2.0 protocol compliance") and of Okta ("SCIM 2.0 protocol reference")
 * shows them, with the names of this test.
 */

const PATCH_OP = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

/** An operation on a person, and what is known of the person after it. */
const ON_PERSON: readonly {
  habit: string;
  operations: readonly object[];
  after: Record<string, unknown>;
}[] = [
  {
    habit: 'Entra ID writes op with a capital letter',
    operations: [{ op: 'Replace', path: 'displayName', value: 'New' }],
    after: { displayName: 'New' },
  },
  {
    habit: 'Entra ID writes booleans as texts',
    operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    after: { active: false },
  },
  {
    habit: 'Entra ID writes booleans as texts in arrays',
    operations: [{ op: 'Replace', path: 'active', value: [{ value: 'False' }] }],
    after: { active: false },
  },
  {
    habit: 'Entra ID replaces without a path, with names that have dots and filters',
    operations: [
      {
        op: 'Replace',
        value: {
          displayName: 'New',
          'name.givenName': 'Ada',
          'emails[type eq "home"].value': 'ada@home.example',
          [`${ENTERPRISE}:department`]: 'Sales',
        },
      },
    ],
    after: {
      displayName: 'New',
      name: { givenName: 'Ada' },
      emails: [
        { type: 'work', primary: true, value: 'WORK' },
        { type: 'home', value: 'ada@home.example' },
      ],
      [ENTERPRISE]: { department: 'Sales' },
    },
  },
  {
    habit: 'Entra ID expects that a filter that matches nothing creates the value',
    operations: [
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+441632960961' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'UK' },
    ],
    after: {
      phoneNumbers: [{ type: 'mobile', value: '+441632960961' }],
      addresses: [{ type: 'work', country: 'UK' }],
    },
  },
  {
    habit: 'Entra ID puts arrays around single values',
    operations: [
      { op: 'Add', path: 'nickName', value: [{ value: 'Babs' }] },
      { op: 'Add', path: 'title', value: ['Countess'] },
    ],
    after: { nickName: 'Babs', title: 'Countess' },
  },
  {
    habit: 'Entra ID names the manager by a text below the URN of the extension',
    operations: [{ op: 'Add', path: `${ENTERPRISE}:manager`, value: '26118915-6090-4610-87e4-49d8ca9f808d' }],
    after: { [ENTERPRISE]: { manager: { value: '26118915-6090-4610-87e4-49d8ca9f808d' } } },
  },
  {
    habit: 'Entra ID names the manager by an array with an address',
    operations: [
      {
        op: 'Replace',
        path: `${ENTERPRISE}:manager`,
        value: [{ $ref: 'http://example.com/scim/Users/10263A69', value: '10263A69' }],
      },
    ],
    after: { [ENTERPRISE]: { manager: { value: '10263A69' } } },
  },
  {
    habit: 'Entra ID writes attributes of the extension by their URN',
    operations: [
      { op: 'Add', path: `${ENTERPRISE}:employeeNumber`, value: '7' },
      { op: 'Replace', value: { [ENTERPRISE]: { division: 'East' } } },
    ],
    after: { [ENTERPRISE]: { employeeNumber: '7', division: 'East' } },
  },
  {
    habit: 'Entra ID clears by an empty text',
    operations: [
      { op: 'Add', path: 'title', value: 'Countess' },
      { op: 'Replace', path: 'title', value: '' },
    ],
    after: { title: undefined },
  },
  {
    habit: 'Okta deactivates without a path',
    operations: [{ op: 'replace', value: { active: false } }],
    after: { active: false },
  },
];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the quirks of providers on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    const send = (provider: TestProvider, path: string, operations: readonly object[]): Promise<Answer> =>
      provider.send('PATCH', path, { schemas: PATCH_OP, Operations: operations });

    it('Entra ID: creates a person', async () => {
      const { provider } = await addStage(keyward);
      const mail = `Test_User_fd0ea19b@${provider.domain}`;
      const sent = {
        schemas: [USER, ENTERPRISE],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName: 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1',
        active: true,
        emails: [{ primary: true, type: 'work', value: mail }],
        meta: { resourceType: 'User' },
        name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
        roles: [],
      };
      const made = resourceIn(await provider.send('POST', '/Users', sent), 201);
      assert.deepEqual([made['userName'], made['emails']], [sent.userName, sent.emails]);
      const [row] = await keyward.database.query('select name, email from accounts where uid = $1', [
        made.id,
      ]);
      assert.deepEqual([row?.['name'], row?.['email']], [sent.name.formatted, mail]);
      const found = await provider.send('GET', `/Users${filtered(`userName eq "${sent.userName}"`)}`);
      assert.equal(listIn(found).totalResults, 1);
      const none = listIn(await provider.send('GET', `/Users${filtered('userName eq "non-existent user"')}`));
      assert.deepEqual([none.totalResults, none.Resources], [0, []]);
      await send(provider, `/Users/${made.id}`, [
        { op: 'Add', path: `${ENTERPRISE}:manager`, value: made.id },
      ]);
      const reports = `id eq "${made.id}" and manager eq "${made.id}"`;
      assert.equal(listIn(await provider.send('GET', `/Users${filtered(reports)}`)).totalResults, 1);
      assert.equal(
        listIn(await provider.send('GET', `/Users${filtered('active eq True and userName sw "test"')}`))
          .totalResults,
        1,
      );
    });

    for (const { habit, operations, after } of ON_PERSON)
      it(habit, async () => {
        const { provider } = await addStage(keyward);
        const work = `ada@${provider.domain}`;
        const person = await provider.add({
          active: true,
          emails: [{ type: 'work', primary: true, value: work }],
        });
        const changed = resourceIn(await send(provider, `/Users/${person.id}`, operations));
        const shown = Object.keys(after).map((name) => [name, changed[name]]);
        const told = JSON.parse(
          JSON.stringify(Object.fromEntries(shown), (key, value: unknown) =>
            key === '$ref' ? undefined : value,
          ),
        );
        assert.deepEqual(told, JSON.parse(JSON.stringify(after).replace('WORK', work)));
      });

    it('Entra ID: adds and removes members by a list of values', async () => {
      const { provider } = await addStage(keyward);
      const [ada, bob] = [await provider.add(), await provider.add()];
      const sent = {
        schemas: [GROUP],
        externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
        displayName: 'displayName',
        meta: { resourceType: 'Group' },
      };
      const group = resourceIn(await provider.send('POST', '/Groups', sent), 201);
      const members = async (op: string, ...people: Resource[]) => {
        const value = people.map(({ id }) => ({ $ref: null, value: id }));
        const answer = await send(provider, `/Groups/${group.id}`, [{ op, path: 'members', value }]);
        return Object(resourceIn(answer)['members'] ?? []).map(({ value: id }: { value: string }) => id);
      };
      assert.deepEqual(await members('Add', ada, bob), [ada.id, bob.id]);
      assert.deepEqual(await members('Remove', ada), [bob.id]);
    });

    it('Okta: creates a person, and again after a time-out', async () => {
      const { provider } = await addStage(keyward);
      const userName = `test.user@${provider.domain}`;
      const sent = {
        schemas: [USER],
        userName,
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: userName, type: 'work' }],
        displayName: 'Test User',
        locale: 'en-US',
        externalId: '00ujl29u0le5T6Aj10h7',
        groups: [],
        password: '1mz050nq',
        active: true,
      };
      const made = await provider.send('POST', '/Users', sent);
      assert.doesNotMatch(made.text, /1mz050nq/);
      const first = resourceIn(made, 201);
      assert.equal(refusal(await provider.send('POST', '/Users', sent)), '409 uniqueness');
      const upper = filtered(`userName eq "${userName.toUpperCase()}"`, '&startIndex=1&count=100');
      assert.deepEqual(
        listIn(await provider.send('GET', `/Users${upper}`)).Resources.map(({ id }) => id),
        [first.id],
      );
      const put = { ...sent, id: first.id, active: false, meta: first['meta'] };
      assert.equal(resourceIn(await provider.send('PUT', `/Users/${first.id}`, put))['active'], false);
    });

    it('Okta: renames a group without a path, and repeats its id', async () => {
      const { provider } = await addStage(keyward);
      const ada = await provider.add();
      const sent = { schemas: [GROUP], displayName: 'Test SCIMv2', members: [] };
      const group = resourceIn(await provider.send('POST', '/Groups', sent), 201);
      const renamed = await send(provider, `/Groups/${group.id}`, [
        { op: 'replace', value: { id: group.id, displayName: 'Test SCIMv2 renamed' } },
        { op: 'add', path: 'members', value: [{ value: ada.id, display: 'test.user@okta.local' }] },
      ]);
      const after = resourceIn(renamed);
      assert.deepEqual([after['displayName'], Object(after['members']).length], ['Test SCIMv2 renamed', 1]);
      const left = await send(provider, `/Groups/${group.id}`, [
        { op: 'remove', path: `members[value eq "${ada.id}"]` },
      ]);
      assert.equal(resourceIn(left)['members'], undefined);
    });

    it('no other deviation is tolerated', async () => {
      const { provider } = await addStage(keyward);
      const { id } = await provider.add();
      const person = async (...operations: object[]) =>
        refusal(await send(provider, `/Users/${id}`, operations));
      for (const [operation, expected] of [
        [{ op: 'move', path: 'title', value: 'x' }, '400 invalidSyntax'],
        [{ op: 'replace', path: 'nonsense', value: 'x' }, '400 invalidPath'],
        [{ op: 'replace', path: 'name[', value: 'x' }, '400 invalidPath'],
        [{ op: 'replace', path: 'name.nonsense', value: 'x' }, '400 invalidPath'],
        [{ op: 'replace', path: 'emails[nonsense eq "x"].value', value: 'x' }, '400 invalidFilter'],
        [{ op: 'replace', path: 'id', value: 'x' }, '400 mutability'],
        [{ op: 'replace', path: 'groups', value: [] }, '400 mutability'],
        [{ op: 'replace', path: 'meta.created', value: 'x' }, '400 mutability'],
        [{ op: 'remove' }, '400 noTarget'],
        [{ op: 'replace', value: 'x' }, '400 invalidValue'],
        [{ op: 'replace', path: 'active', value: 'perhaps' }, '400 invalidValue'],
        [{ op: 'replace', path: 'title', value: 7 }, '400 invalidValue'],
        [{ op: 'remove', path: 'userName' }, '400 invalidValue'],
        [
          {
            op: 'replace',
            path: 'emails',
            value: [
              { value: 'a', primary: true },
              { value: 'b', primary: true },
            ],
          },
          '400 invalidValue',
        ],
      ] as const)
        assert.equal(await person(operation), expected, JSON.stringify(operation));
      assert.equal(refusal(await provider.send('PATCH', `/Users/${id}`, {})), '400 invalidSyntax');
      const many = Array.from({ length: 501 }, () => ({ op: 'add', path: 'title', value: 'x' }));
      assert.equal(await person(...many), '400 tooMany');
      // P15-4: each term of each is compared with all values.
      const terms = Array<string>(45).fill('type eq "work"').join(' or ');
      const costly = { op: 'replace', path: `emails[${terms}].value`, value: 'x@example.org' };
      const times = (length: number) => Array.from({ length }, () => costly);
      assert.equal(await person(...times(23)), '400 tooMany');
      assert.notEqual(await person(...times(22)), '400 tooMany');
      // One wrong operation, and none is done.
      await person({ op: 'add', path: 'title', value: 'x' }, { op: 'add', path: 'active', value: 'perhaps' });
      assert.equal(resourceIn(await provider.send('GET', `/Users/${id}`))['title'], undefined);
    });
  });
}
