import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { vouchesFor } from '../../../src/features/sign-in/provider/preset.ts';
import { PRESETS } from '../../../src/features/sign-in/provider/presets.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { accountRow, addPerson } from '../people.ts';
import { assertFailed, assertSignedIn, count, signInWith, suiteSetup } from './harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

let serial = 0;
const newSubject = () => `trusted${(serial += 1)}`;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`trust in verified emails, ${kind}`, async () => {
    // idp1: an OpenID provider that anybody may run; idp2: one that the operator runs.
    const { keyward, providers } = await suiteSetup(kind, {
      settings: { KEYWARD_IDP1_TRUSTS_EMAIL: 'off' },
    });
    const [stranger, own] = providers;

    it('OA24: an OpenID provider does not enter accounts by email, unless the operator trusts it', async () => {
      const { id, email } = await addPerson(keyward);
      stranger.user = { sub: newSubject(), email, email_verified: true };
      assertFailed(await signInWith(keyward, 'idp1'), 'email_already_exists');
      assert.equal(Number((await accountRow(keyward, id))['email_verified']), 0);
      own.user = { sub: newSubject(), email, email_verified: true };
      const { account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp2'));
      assert.deepEqual([account['id'], account['email_verified']], [id, true]);
    });

    it('OA24: an email that it calls verified opens an account as an unverified one does', async () => {
      const sub = newSubject();
      stranger.user = { sub, email: `${sub}@example.org`, email_verified: true };
      const { account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.equal(account['email_verified'], false);

      const { token } = await addSuperadmin(keyward);
      const set = (body: object) => keyward.call('PATCH', '/config/signup', { token, body });
      assert.equal((await set({ require_verified_email: true })).status, 200);
      try {
        const other = newSubject();
        stranger.user = { sub: other, email: `${other}@example.org`, email_verified: true };
        assertFailed(await signInWith(keyward, 'idp1'), 'email_proof_required');
      } finally {
        await set({ require_verified_email: false });
      }
    });

    it('OA24: a change of trusts_email applies from the next sign-in on', async () => {
      const { token } = await addSuperadmin(keyward);
      const { id, email } = await addPerson(keyward);
      stranger.user = { sub: newSubject(), email, email_verified: true };
      assertFailed(await signInWith(keyward, 'idp1'), 'email_already_exists');
      const set = (trusts_email: boolean) =>
        keyward.call('PATCH', '/config/idp1', { token, body: { trusts_email } });
      assert.equal((await set(true)).status, 200);
      try {
        const { account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
        assert.equal(account['id'], id);
      } finally {
        await set(false);
      }
    });

    it('OA25: nobody enters a superadmin by an email, even if a provider vouches for it', async () => {
      const { id, email } = await addSuperadmin(keyward);
      const links = await count(keyward, 'provider_links');
      for (const [provider, name] of [
        [stranger, 'idp1'],
        [own, 'idp2'],
      ] as const) {
        provider.user = { sub: newSubject(), email, email_verified: true };
        assertFailed(await signInWith(keyward, name), 'email_already_exists');
      }
      assert.equal(await count(keyward, 'provider_links'), links);
      assert.equal(Number((await accountRow(keyward, id))['email_verified']), 0);
    });
  });
}

it('OA24: presets count for their own issuer only, Microsoft for one tenant', () => {
  const counts = (name: string, issuer?: string) => {
    const preset = PRESETS[name] ?? assert.fail(name);
    return vouchesFor(preset, issuer ?? preset.issuer);
  };
  for (const name of ['google', 'apple', 'github', 'gitlab', 'discord', 'slack'])
    assert.ok(counts(name), name);
  for (const name of ['oidc', 'microsoft']) assert.ok(!counts(name), name);
  assert.ok(!counts('gitlab', 'https://gitlab.example.org'));
  assert.ok(!counts('oidc', 'https://accounts.google.com'));
  assert.ok(!counts('microsoft', 'https://login.microsoftonline.com/organizations/v2.0'));
  assert.ok(!counts('microsoft', 'https://evil.example/6f1c2a50-6a2e-4f0e-9d43-2f3c8c5f9a10/v2.0'));
  assert.ok(
    counts('microsoft', 'https://login.microsoftonline.com/6f1c2a50-6a2e-4f0e-9d43-2f3c8c5f9a10/v2.0'),
  );
});
