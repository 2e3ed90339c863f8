import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type FieldFacts,
  planOf,
  REMOVE,
  RESET,
  valueOf,
  wholeOf,
  written,
} from '../../src/console/pages/settings/draft.ts';

const field = (name: string, facts: Partial<FieldFacts>): FieldFacts => ({
  name,
  type: 'string',
  items: null,
  nullable: false,
  secret: false,
  value: '',
  source: 'default',
  first_value: '',
  ...facts,
});
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
      field('audience', { type: 'array', items: 'string', value: ['a'] }),
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

  it('reads tables and links line by line, and writes them so', () => {
    const claims = field('claims', { type: 'object' });
    assert.deepEqual(valueOf(claims, 'plan: app_metadata.plan\nid = external_id'), {
      plan: 'app_metadata.plan',
      id: 'external_id',
    });
    assert.equal(written(claims, { plan: 'role' }), 'plan: role');
    const links = field('links', { type: 'array', items: 'object' });
    const link = { label: 'Terms', url: 'https://example.com/terms' };
    assert.deepEqual(valueOf(links, 'Terms: https://example.com/terms'), [link]);
    assert.equal(written(links, [link]), 'Terms: https://example.com/terms');
  });
});
