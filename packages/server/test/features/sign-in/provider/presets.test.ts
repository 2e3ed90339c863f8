import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PRESETS } from '../../../../src/features/sign-in/provider/presets.ts';
import type { Claims } from '../../../../src/features/sign-in/provider/profile.ts';

/** The profile that a preset reads from an ID token and, for some presets, from user info. */
async function profileOf(preset: string, claims: Claims, info: Claims = {}) {
  let asked = false;
  const profile = await PRESETS[preset]?.profile({
    claims: { sub: 'me', ...claims },
    userInfo: async () => {
      asked = true;
      return info;
    },
    brought: new URLSearchParams(),
    get: async () => assert.fail('not with OpenID'),
  });
  return { address: profile?.email?.address, verified: profile?.emailVerified, name: profile?.name, asked };
}

describe('presets of OpenID providers', () => {
  it('Google: the ID token has everything, and user info is not requested', async () => {
    const claims = { email: 'ada@example.org', email_verified: true, name: 'Ada' };
    assert.deepEqual(await profileOf('google', claims), {
      address: 'ada@example.org',
      verified: true,
      name: 'Ada',
      asked: false,
    });
  });

  it('GitLab: user info supplies what the ID token lacks', async () => {
    const info = { sub: 'me', email: 'ada@example.org', email_verified: true, nickname: 'ada' };
    assert.deepEqual(await profileOf('gitlab', {}, info), {
      address: 'ada@example.org',
      verified: true,
      name: 'ada',
      asked: true,
    });
  });

  it('OA8: a verification counts for the email beside it only', async () => {
    const there = { email: 'ada@example.org' };
    assert.equal((await profileOf('oidc', there, { email_verified: true })).verified, false);
    const here = { email_verified: true };
    const mixed = await profileOf('oidc', here, there);
    assert.deepEqual([mixed.address, mixed.verified], ['ada@example.org', false]);
  });

  it('OA8: Microsoft: only xms_edov verifies, in any of its spellings; email_verified does not', async () => {
    const email = 'ada@example.org';
    for (const xms_edov of [true, 1, '1', 'true'])
      assert.equal((await profileOf('microsoft', { email, xms_edov })).verified, true);
    for (const claims of [
      {},
      { xms_edov: false },
      { xms_edov: '0' },
      { xms_edov: 0 },
      { email_verified: true },
    ])
      assert.equal((await profileOf('microsoft', { email, ...claims }, { email })).verified, false);
  });

  it('drops malformed values', async () => {
    for (const email of ['no address', 7, null, 'a@b@c', ''])
      assert.equal((await profileOf('google', { email, email_verified: true })).verified, false);
    const { name } = await profileOf('google', { name: ' line\nbreak ', preferred_username: ' ada ' });
    assert.equal(name, 'ada');
    const preset = PRESETS['google'];
    const source = { userInfo: async () => ({}), brought: new URLSearchParams(), get: async () => null };
    for (const sub of [undefined, '', 7, 'x'.repeat(256)])
      assert.equal(await preset?.profile({ ...source, claims: { sub } }), null);
  });
});
