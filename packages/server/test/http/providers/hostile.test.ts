import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { ProviderSlot } from '../../../src/features/settings/provider-slot.ts';
import { createBrowser } from '../../support/browser.ts';
import { DATABASES } from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { assertFailed, assertSignedIn, count, loginUrl } from './harness.ts';
import { BAD_ANSWERS, BAD_DISCOVERIES, BAD_TOKENS, startHostileProvider } from './hostile-provider.ts';
import { stopwatch } from '../../support/until.ts';

const FRONTEND = 'http://localhost:3000';
const LIMIT_MS = 10_000;

/** Issuers with a working discovery and another fault each. */
const ISSUERS = ['good', 'keys stalls', 'keys drips', 'all slow'];
/** Pairs of an issuer and a code. */
const STALLS = [
  ['discovery stalls', 'nothing'],
  ['good', 'token stalls'],
  ['good', 'token drips'],
  ['good', 'userinfo stalls'],
  ['keys stalls', 'nothing'],
  ['keys drips', 'nothing'],
  ['all slow', 'all slow'],
] as const;

for (const [index, kind] of DATABASES.entries()) {
  describe(`a hostile provider, ${kind}`, async () => {
    const hostile = await startHostileProvider();
    const issuers = [...ISSUERS, ...BAD_DISCOVERIES, 'discovery stalls'];
    const nameOf = (issuer: string) => issuer.replaceAll(' ', '-').toLowerCase();
    const keyward = await startKeyward(kind, {
      parts: {
        moreProviders: issuers.map((issuer): ProviderSlot => ({
          id: nameOf(issuer),
          name: nameOf(issuer),
          preset: 'oidc',
          issuer: `${hostile.url}/${encodeURIComponent(issuer)}`,
          clientId: CLIENT.id,
          clientSecret: CLIENT.secret,
        })),
      },
    });
    after(async () => {
      await keyward[Symbol.asyncDispose]();
      await hostile[Symbol.asyncDispose]();
    });

    /** @returns the query at the frontend, or the outcome of the start */
    async function attempt(issuer: string, fault: string): Promise<URLSearchParams> {
      const browser = createBrowser();
      const started = await browser.get(loginUrl(keyward, nameOf(issuer), FRONTEND));
      const sentTo = new URL(started.headers.get('location') ?? '');
      if (sentTo.origin === FRONTEND) return sentTo.searchParams;
      const { searchParams: asked } = sentTo;
      const query = new URLSearchParams({
        code: hostile.code(fault, asked.get('nonce') ?? ''),
        state: asked.get('state') ?? '',
      });
      const response = await browser.get(
        `${keyward.url}/auth/${nameOf(issuer)}/callback?${query.toString()}`,
      );
      assert.equal(response.status, 307);
      const location = response.headers.get('location') ?? '';
      assert.ok(location.startsWith(`${FRONTEND}/oauth/callback?`), location);
      return new URL(location).searchParams;
    }

    it('OA4: an ID token that is wrong in any way is refused', async () => {
      for (const fault of BAD_TOKENS) {
        const query = await attempt('good', fault);
        assert.equal(query.get('error_code'), 'provider_failed', fault);
        assertFailed(query, 'provider_failed');
      }
      assert.equal(await count(keyward, 'accounts'), 0);
      assert.equal(await count(keyward, 'sessions'), 0);
    });

    it('OA16: redirects, floods, HTML and errors are refused, and no redirect is followed', async () => {
      for (const fault of BAD_ANSWERS) {
        const query = await attempt('good', fault);
        assert.equal(query.get('error_code'), 'provider_failed', fault);
      }
      for (const issuer of BAD_DISCOVERIES) {
        const query = await attempt(issuer, 'nothing');
        assert.equal(query.get('error_code'), 'provider_failed', issuer);
      }
      assert.equal(hostile.paths.includes('/followed'), false);
      assert.equal(await count(keyward, 'accounts'), 0);
      assert.equal(await count(keyward, 'sessions'), 0);
    });

    it('the same provider signs in when it behaves', async () => {
      const { account } = await assertSignedIn(keyward, await attempt('good', 'nothing'));
      assert.equal(account['email'], 'eve@example.org');
    });

    // Slow, and independent of the database.
    if (index > 0) return;
    it('OA16: whatever stalls, the browser is back at the frontend within 10 s', async () => {
      const sessions = await count(keyward, 'sessions');
      await Promise.all(
        STALLS.map(async ([issuer, fault]) => {
          const took = stopwatch();
          assertFailed(await attempt(issuer, fault), 'provider_failed');
          assert.ok(took() < LIMIT_MS, `${issuer}, ${fault}: ${took()} ms`);
        }),
      );
      assert.equal(await count(keyward, 'sessions'), sessions);
    });
  });
}
