import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readProfile } from '../../../src/features/sign-in/provider/profile.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { assertRefusal } from '../expectations.ts';
import { startKeyward } from '../../support/keyward.ts';

/** Characters that reverse the text beside them, or are invisible. */
const UNSEEN = ['\u202e', '\u2066', '\u200f', '\u061c', '\ufeff', '\u0085'];

it('HD5: texts that others see hold no control characters for the direction of text', async () => {
  await using keyward = await startKeyward('sqlite');
  const { token } = await addSuperadmin(keyward);
  const email = 'ada@example.org';
  const places: readonly (readonly [string, string, string, Record<string, unknown>])[] = [
    ['POST', '/signup/password', 'name', { email, password: 'Correct-horse-1' }],
    ['PATCH', '/me', 'name', {}],
    ['PATCH', '/me', 'handle', {}],
    ['PATCH', '/me', 'avatar_url', {}],
    ['POST', '/account/', 'name', { email }],
    ['POST', '/account/', 'role', { email, name: 'Ada' }],
    ['POST', '/account/', 'status', { email, name: 'Ada' }],
    ['POST', '/account/', 'external_id', { email, name: 'Ada' }],
    ['PATCH', '/account/passkeys/1', 'name', {}],
    ['POST', '/apikey', 'name', { scopes: ['accounts:read'] }],
    ['POST', '/invitation', 'name', { email }],
    ['POST', '/invitation', 'role', { email }],
    ['POST', '/webhook', 'description', { url: 'https://hooks.example.org/' }],
    ['POST', '/config/branding', 'name', {}],
    ['POST', '/config/email', 'sender_name', { host: 'mail.example.org', port: 25, sender: email }],
  ];
  for (const character of UNSEEN)
    for (const [method, path, field, rest] of places) {
      const text = field === 'avatar_url' ? `https://example.org/${character}a` : `nomis${character}gpj`;
      const answer = await keyward.call(method, path, { token, body: { ...rest, [field]: text } });
      assertRefusal(answer, 422, 'ValidationError', [field]);
    }
  // A provider's profile keeps its visible characters.
  const profile = readProfile({ subject: '1', names: ['Ada\u202e', 'Ada'] });
  assert.equal(profile?.name, 'Ada');
});
