import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databasesFor } from '../support/usual-size.ts';
import { addSuperadmin } from './admin/admin.ts';
import { suiteKeyward } from './expectations.ts';
import { addApplication, configure } from './oauth/flows.ts';
import { ON } from './organizations/help.ts';

/** Characters that show nothing: zero width, ignored, blank in Braille, fillers of Hangul. */
const INVISIBLE = ['\u200b', '\u200d', '\u00ad', '\u2060', '\u2800', '\u3164', '\ufe0f'];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`names on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: ON });

    it('show something, whatever they name', async () => {
      const root = await addSuperadmin(keyward);
      await addApplication(keyward);
      await configure(keyward, { registration: 'open' });
      const named = async (name: string) => {
        const { token } = root;
        const answers = [
          await keyward.call('PATCH', '/me', { token, body: { name } }),
          await keyward.call('POST', '/organization', { token, body: { name, owner: root.id } }),
          await keyward.call('POST', '/apikey', { token, body: { name, scopes: ['accounts:read'] } }),
          await keyward.call('POST', '/oauth/register', {
            body: { client_name: name, redirect_uris: ['https://app.example/callback'] },
          }),
        ];
        return answers.map(({ status }) => (status < 300 ? 'ok' : status));
      };
      for (const name of INVISIBLE)
        assert.deepEqual(await named(name + name), [422, 422, 422, 400], JSON.stringify(name));
      assert.deepEqual(await named('Ada \u2764\ufe0f'), ['ok', 'ok', 'ok', 'ok']);
    });
  });
}
