import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOST_ACTOR } from '../../../src/features/audit/actors/actor.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the mail about a new API key, ${kind}`, () => {
    const keyward = suiteMailed(kind);

    const create = async ({ token }: SignedUp, name: string) => {
      const body = { name, scopes: ['accounts:read'] };
      const { status, text } = await keyward.call('POST', '/apikey', { token, body });
      assert.equal(status, 201, text);
    };

    it('goes to the superadmin whose session created it, but not for keys of the host', async () => {
      const root = await addSuperadmin(keyward, { verified: true });
      await addSuperadmin(keyward, { verified: true, email: 'colleague@example.org' });
      const fields = { name: 'Host', scopes: ['accounts:read' as const], allowedAddresses: null };
      await keyward.app.services.apiKeys.create(HOST_ACTOR, { ...fields, expiresInDays: null });
      await create(root, 'Deploy');
      const { parsed } = await keyward.mail.nextMail(root.email);
      assert.match(parsed.subject ?? '', /^A new API key for /);
      assert.match(parsed.text ?? '', /created the API key Deploy\./);
      assert.equal(keyward.mail.mails.length, 1);
    });

    it('comes five times an hour', async () => {
      const root = await addSuperadmin(keyward, { verified: true });
      for (let index = 0; index < 7; index++) await create(root, `Deploy ${index}`);
      const body = { password: 'Another-horse-1', current_password: PASSWORD };
      await keyward.call('PUT', '/update/password', { token: root.token, body });
      const subjects: string[] = [];
      // Two are sent at a time, so the last one may come before another.
      while (subjects.length < 6)
        subjects.push((await keyward.mail.nextMail(root.email)).parsed.subject ?? '');
      assert.ok(subjects.some((subject) => subject.startsWith('Your password')));
      assert.equal(subjects.filter((subject) => subject.startsWith('A new API key')).length, 5);
    });
  });
}
