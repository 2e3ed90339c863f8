// oxlint-disable-next-line typescript/triple-slash-reference -- it declares modules, and has nothing to import
/// <reference path="../src/next-modules.d.ts" />
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { before, describe, it } from 'node:test';
import { addSuperadmin } from '../../server/test/http/admin/admin.ts';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import { addMember, addOrganization, ON } from '../../server/test/http/organizations/help.ts';
import { addPerson } from '../../server/test/http/people.ts';
import type { NextHelpers, NextHelpersOptions } from '../src/next.ts';

/** The request that a server component answers. */
const request = { headers: new Headers() };
Object.assign(globalThis, { request });

const NEXT: Record<string, string> = {
  'next/headers': 'export const headers = async () => globalThis.request.headers;',
  'next/navigation': 'export const redirect = (url) => { throw new Error(`redirected to ${url}`); };',
};

// Stands in for Next.js; the long run has the real one.
registerHooks({
  resolve: (specifier, context, next) => {
    const source = NEXT[specifier];
    if (source !== undefined) return { url: `data:text/javascript,${source}`, shortCircuit: true };
    const [, entry] = /^@keyward\/client(?:\/(\w+))?$/.exec(specifier) ?? [];
    if (!specifier.startsWith('@keyward/client')) return next(specifier, context);
    const url = new URL(`../../client/src/${entry ?? 'index'}.ts`, import.meta.url).href;
    return { url, shortCircuit: true };
  },
});

describe('the helpers for Next.js', () => {
  const keyward = suiteKeyward('sqlite', { settings: { ...ON, KEYWARD_COOKIE_MODE: 'on' } });
  let createNextHelpers: (options: NextHelpersOptions) => NextHelpers;
  before(async () => {
    ({ createNextHelpers } = await import('../src/next.ts'));
  });
  const be = (token: string | null) => {
    request.headers = new Headers(token === null ? {} : { cookie: `other=1; access_token=${token}` });
  };
  const helpers = () => createNextHelpers({ url: keyward.url, signIn: '/id/signin' });

  it('find nobody without a cookie, or with the cookie of an ended session', async () => {
    be(null);
    assert.equal(await helpers().currentAccount(), null);
    await assert.rejects(helpers().protectPage('/orders?page=2'), {
      message: 'redirected to /id/signin?return_to=%2Forders%3Fpage%3D2',
    });
    be('nonsense');
    assert.equal(await helpers().currentAccount(), null);
    const { token } = await addPerson(keyward);
    be(token);
    assert.notEqual(await helpers().currentAccount(), null);
    await keyward.call('POST', '/logout', { token });
    assert.equal(await helpers().currentAccount(), null);
    assert.equal(await helpers().currentOrganization(), null);
  });

  it('know the person, and the active organization', async () => {
    const root = await addSuperadmin(keyward);
    const person = await addPerson(keyward, { verified: true });
    const north = await addOrganization(keyward, root, root, { name: 'North' });
    await addMember(keyward, root, north, person, 'member');
    be(person.token);
    assert.equal((await helpers().protectPage('/')).email, person.email);
    assert.equal(await helpers().currentOrganization(), null);
    const body = { organization: 'north' };
    const { token } = person;
    assert.equal((await keyward.call('POST', '/token/organization', { token, body })).status, 200);
    assert.deepEqual((await helpers().currentOrganization())?.roles, ['member']);
  });

  it('call a mounted service by its own fetch, and reuse no answer for somebody else', async () => {
    const { email, token } = await addPerson(keyward);
    be(token);
    const asked: Request[] = [];
    const mounted = createNextHelpers({
      fetch: (asking) => {
        asked.push(asking);
        return fetch(new Request(asking.url.replace('http://localhost', keyward.url), asking));
      },
    });
    assert.equal((await mounted.currentAccount())?.email, email);
    assert.deepEqual(
      asked.map(({ method, url, cache }) => [method, url, cache]),
      [['GET', 'http://localhost/auth/me', 'no-store']],
    );
  });

  it('refuse an account that must add a second factor first', async () => {
    const { token } = await addSuperadmin(keyward);
    const person = await addPerson(keyward);
    be(person.token);
    const saved = await keyward.call('PATCH', '/config/factors', {
      token,
      body: { policy: 'everyone' },
    });
    assert.equal(saved.status, 200, saved.text);
    assert.equal(await helpers().currentAccount(), null);
    const { body } = await keyward.call('GET', '/me', { token: person.token });
    assert.equal(Object(body['session']).restricted, true);
  });

  it('fail if the service does not answer, instead of signing everybody out', async () => {
    be('some');
    const away = createNextHelpers({ url: 'http://127.0.0.1:1' });
    await assert.rejects(away.currentAccount(), { kind: 'NetworkError' });
  });
});
