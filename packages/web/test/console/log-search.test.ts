import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSearch, parseSearch, termOf, toggleTerm } from '../../src/console/pages/logs/search.ts';

const failed = {
  timestamp: '2026-01-31T12:00:00.000',
  level: 'WARNING',
  event: 'login.failed',
  message: 'A sign-in was refused',
  request_id: '0b0f2c1e-9f0e',
  path: '/auth/login',
  status_code: null,
  client_ip: '203.0.113.7',
  account_id: 7,
  metadata: { method: 'password', reason: 'invalid_credentials', after: { role: 'user' } },
};
const request = {
  level: 'INFO',
  event: 'request',
  message: 'A request was answered',
  path: '/auth/login/password',
  status_code: 404,
  duration_ms: 12.5,
  account_id: 77,
};

const textOf = (fields: object) => JSON.stringify(fields).toLowerCase();
const found = (search: string, fields: Record<string, unknown> = failed) =>
  createSearch(parseSearch(search))({ fields, text: textOf(fields) });

describe('the search of the logs', () => {
  it('finds everything while nothing is typed', () => {
    for (const search of ['', '   ', 'level:', '-', '-level:', '""'])
      assert.ok(found(search), JSON.stringify(search));
  });

  it('finds words anywhere, in any case, and needs all of them', () => {
    assert.ok(found('REFUSED'));
    assert.ok(found('refused password'));
    assert.ok(!found('refused provider'));
    assert.ok(found('"sign-in was refused"'));
    assert.ok(!found('"refused sign-in"'));
  });

  it('compares numbers as a whole, and texts by a part', () => {
    assert.ok(found('account_id:7'));
    assert.ok(!found('account_id:7', request), 'not 77');
    assert.ok(found('status_code:404', request));
    assert.ok(found('event:login'));
    assert.ok(found('path:/auth/login', request));
    assert.ok(found('path:=/auth/login'));
    assert.ok(!found('path:=/auth/login', request));
    assert.ok(found('message:"was refused"'));
  });

  it('reads one of several values, comparisons, classes of statuses, and whether there is a value', () => {
    assert.ok(found('level:error,warning'));
    assert.ok(!found('level:error,info'));
    assert.ok(found('status_code:>=400 duration_ms:<13', request));
    assert.ok(!found('status_code:>404', request));
    assert.ok(!found('status_code:>=0'), 'null is no number');
    assert.ok(found('status:4xx', request));
    assert.ok(!found('status:5xx', request));
    assert.ok(found('status_code:*', request));
    assert.ok(!found('status_code:*'));
    assert.ok(found('status_code:null'));
  });

  it('looks into the metadata', () => {
    assert.ok(found('reason:invalid'));
    assert.ok(found('metadata.reason:invalid'));
    assert.ok(found('after.role:user'));
    assert.ok(!found('after.role:superadmin'));
  });

  it('leaves out what has a minus', () => {
    assert.ok(found('-event:request'));
    assert.ok(!found('-event:request', request));
    assert.ok(!found('-refused'));
    assert.ok(found('sign-in'), 'a minus within a word means nothing');
  });

  it('takes a field that the record lacks for no match, and in a line of text for a text', () => {
    assert.ok(!found('nothing:7'));
    assert.ok(found('-nothing:7'));
    const line = { level: 'ERROR', message: 'listen EADDRINUSE: address 127.0.0.1:4000' };
    assert.ok(found('level:error eaddrinuse', line));
    const address = { level: 'INFO', message: 'Listening at http://127.0.0.1:4000, port:4000' };
    assert.ok(found('http://127.0.0.1 port:4000', address));
    assert.ok(!found('port:4001', address));
  });

  it('reads quotes with quotes in them, and those that are not closed yet', () => {
    assert.deepEqual(parseSearch(String.raw`message:"a \"b\" c"`)[0]?.values, ['a "b" c']);
    assert.deepEqual(parseSearch('"half a phrase')[0]?.values, ['half a phrase']);
  });

  it('writes terms that it reads, and removes one that is there', () => {
    for (const value of ['plain', 'two words', 'a "b"', 'a,b', 'C:\\files']) {
      const fields = { event: 'x', name: value };
      assert.ok(found(termOf('name', value), fields), value);
    }
    assert.equal(toggleTerm('one', 'level:ERROR'), 'one level:ERROR');
    assert.equal(toggleTerm('one level:ERROR', 'level:ERROR'), 'one');
    assert.equal(toggleTerm('', '-event:request'), '-event:request');
  });
});
