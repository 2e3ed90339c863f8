import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type FieldFacts,
  planOf,
  REMOVE,
  RESET,
  wholeOf,
  written,
} from '../../src/console/pages/settings/draft.ts';
import {
  emptyEntry,
  entriesOf,
  entryAt,
  problemsIn,
  TABLES,
  valueOfEntries,
} from '../../src/console/pages/settings/tables.ts';

const field = (name: string, facts: Partial<FieldFacts>): FieldFacts => ({
  name,
  type: 'string',
  nullable: false,
  secret: false,
  value: '',
  source: 'default',
  first_value: '',
  ...facts,
});
const tableOf = (name: string) => TABLES[name] ?? assert.fail(name);
const section = (...fields: FieldFacts[]) => ({ fields });
const requestOf = (of: ReturnType<typeof section>, edits: Parameters<typeof planOf>[1]) => {
  const { how, input } = planOf(of, edits);
  return { how, input };
};

describe('the request that saves the edits of a section', () => {
  it('names only what differs, in the types of the API', () => {
    const of = section(
      field('port', { type: 'integer', value: 587 }),
      field('on', { type: 'boolean', value: true }),
      field('audience', { type: 'array', value: ['a'] }),
      field('same', { value: 'x' }),
    );
    const edits = { port: ' 25 ', on: false, audience: 'a\n\n b \n', same: 'x' };
    assert.deepEqual(requestOf(of, edits), {
      how: 'patch',
      input: { port: 25, on: false, audience: ['a', 'b'] },
    });
    assert.deepEqual(planOf(of, edits).changes['audience'], { before: ['a'], after: ['a', 'b'] });
    assert.deepEqual(requestOf(of, { port: 'many' }).input, { port: 'many' }, 'for the service to refuse');
  });

  it('keeps a secret that is left empty, and never shows one', () => {
    const of = section(field('secret_key', { secret: true, value: '***' }));
    assert.equal(written(of.fields[0] ?? field('', {}), '***'), '');
    assert.deepEqual(planOf(of, { secret_key: '' }).changes, {});
    const { changes, input } = planOf(of, { secret_key: 'another' });
    assert.deepEqual(
      [changes, input],
      [{ secret_key: { before: '***', after: '***' } }, { secret_key: 'another' }],
    );
    assert.deepEqual(requestOf(of, { secret_key: REMOVE }).input, { secret_key: '' });
    assert.deepEqual(wholeOf(of, {}), { secret_key: '***' });
  });

  it('resets what is reset, and nothing that is not saved', () => {
    const of = section(
      field('path', { value: '/shop', source: 'saved', first_value: '/' }),
      field('domain', { value: 'x', source: 'environment', first_value: 'x' }),
    );
    const plan = planOf(of, { path: RESET, domain: RESET });
    assert.deepEqual(plan.input, { reset: ['path'] });
    assert.deepEqual(plan.changes, { path: { before: '/shop', after: '/' } });
  });

  it('empties a field by a reset, or by replacing the section where the environment has a value', () => {
    const idle = { type: 'integer', nullable: true, value: 30 };
    const days = field('days', { type: 'integer', value: 9 });
    assert.deepEqual(requestOf(section(field('idle', { ...idle, first_value: null }), days), { idle: '' }), {
      how: 'patch',
      input: { reset: ['idle'] },
    });
    assert.deepEqual(requestOf(section(field('idle', { ...idle, first_value: 30 }), days), { idle: '' }), {
      how: 'replace',
      input: { idle: null, days: 9 },
    });
  });

  it('sends the entries of a table in the form of the API, and nothing if they stay', () => {
    const roles = tableOf('organizations.roles');
    const saved = [{ permissions: ['org:read'], name: 'billing' }];
    const of = section(field('roles', { type: 'array', value: saved }));
    const entries = entriesOf(roles, saved);
    assert.deepEqual(planOf(of, { roles: { table: roles, entries } }).changes, {});
    const added = { ...emptyEntry(roles), name: 'support', description: 'Answers' };
    const edit = { table: roles, entries: [...entries, emptyEntry(roles), added] };
    assert.deepEqual(requestOf(of, { roles: edit }).input, {
      roles: [
        { name: 'billing', permissions: ['org:read'] },
        { name: 'support', description: 'Answers', permissions: [] },
      ],
    });
    assert.deepEqual(wholeOf(of, { roles: edit })['roles'], requestOf(of, { roles: edit }).input['roles']);
  });
});

describe('the entries of a table', () => {
  const values = {
    'oauth.scopes': { 'orders:read': { description: 'See your orders', claims: ['app_metadata.plan'] } },
    'oauth.resources': {
      'https://api.example.com': {
        name: 'Orders',
        scopes: ['orders:read'],
        access_minutes: 5,
        dpop_bound: true,
      },
      'https://api.example.com/v2': {},
    },
    'oauth.metadata_documents': { enabled: true, allowed_hosts: ['client.example.com'], blocked_hosts: [] },
    'organizations.roles': [{ name: 'billing', description: 'Pays', permissions: ['org:read'] }],
    'organizations.permissions': ['invoices:read', 'invoices:write'],
    'jwt.claims': { plan: 'app_metadata.plan' },
    'branding.links': [{ label: 'Terms', url: 'https://example.com/terms' }],
  };
  for (const [name, value] of Object.entries(values))
    it(`keep ${name} as it is`, () => {
      assert.deepEqual(valueOfEntries(tableOf(name), entriesOf(tableOf(name), value)), value);
    });

  it('say what is wrong with a name, but not with an entry that is empty', () => {
    const scopes = tableOf('oauth.scopes');
    const named = (name: string) => ({ ...emptyEntry(scopes), name });
    const texts = { missing: 'missing', again: 'again', scope: 'scope', grant: 'grant' };
    const entries = [
      named('a'),
      emptyEntry(scopes),
      named('b c'),
      named('a '),
      { ...named(''), description: 'Reads' },
    ];
    assert.deepEqual(problemsIn(scopes, entries, texts), {
      '2.name': 'scope',
      '3.name': 'again',
      '4.name': 'missing',
    });
  });

  it('have the errors of the service at their columns', () => {
    const placeOf = (name: keyof typeof values, part: string) =>
      entryAt(tableOf(name), [emptyEntry(tableOf(name)), ...entriesOf(tableOf(name), values[name])], part);
    assert.equal(placeOf('oauth.scopes', 'orders:read.claims.0'), '1.claims');
    assert.equal(placeOf('oauth.resources', 'https://api.example.com/v2.access_minutes'), '2.access_minutes');
    assert.equal(placeOf('oauth.resources', 'https://api.example.com'), '1.address');
    const scopes = tableOf('oauth.scopes');
    const both = entriesOf(scopes, { orders: {}, 'orders.read': {} });
    assert.equal(entryAt(scopes, both, 'orders.read.claims.0'), '1.claims');
    assert.equal(placeOf('oauth.metadata_documents', 'blocked_hosts.3'), '0.blocked_hosts');
    assert.equal(placeOf('organizations.roles', '0.permissions.0'), '1.permissions');
    assert.equal(placeOf('organizations.permissions', '1'), '2.name');
    assert.equal(placeOf('jwt.claims', 'plan'), '1.field');
    assert.equal(placeOf('branding.links', '0.url'), '1.url');
  });
});
