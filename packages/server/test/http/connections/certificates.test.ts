import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { type MailedKeyward, startMailed } from '../codes/support/mailed.ts';
import { addCast, addMember, addOrganization } from '../organizations/help.ts';
import { addPerson, newSession } from '../people.ts';
import { CONNECTIONS_ON } from './help.ts';
import { connectSaml, createSamlIdp } from './saml-idp.ts';

const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`expiring certificates of connections, ${kind}`, () => {
    let keyward: MailedKeyward;
    before(async () => {
      keyward = await startMailed(kind, { settings: CONNECTIONS_ON });
    });
    after(() => keyward[Symbol.asyncDispose]());

    it('are reported to each owner by mail, and as an event, once for each last certificate', async () => {
      const { services } = keyward.app;
      const cast = await addCast(keyward);
      const acme = await addOrganization(keyward, cast.root, cast.owner, { name: 'Initech' });
      const second = await addPerson(keyward, { verified: true });
      await addMember(keyward, cast.root, acme, second, 'owner');
      await addMember(keyward, cast.root, acme, cast.member, 'member');
      const connection = await connectSaml(keyward, cast.root, acme, await createSamlIdp());
      const told = async () => {
        const [row] = await keyward.database.query(
          "select count(*) as rows from events where type = 'connection.certificate_expiring'",
        );
        return Number(row?.['rows']);
      };
      const move = async (column: number) => {
        await keyward.database.query('update connections set certificate_ends_at = $1 where uid = $2', [
          column,
          connection.id,
        ]);
        await Promise.all([services.sweep(), services.sweep()]);
      };
      await move(keyward.clock.now() + 31 * DAY_MS);
      assert.equal(await told(), 0);
      await move(keyward.clock.now() + 29 * DAY_MS);
      assert.equal(await told(), 1);
      for (const { email } of [cast.owner, second]) {
        const mail = await keyward.mail.nextMail(email);
        assert.match(mail.parsed.subject ?? '', /Initech.* needs a new certificate/);
      }
      await services.sweep();
      assert.equal(await told(), 1);
      // The owners are told again when a new certificate ends.
      const { token } = await newSession(keyward, cast.root.id);
      const { certificate } = await createSamlIdp('next');
      const body = { saml: { idp_certificates: [certificate] } };
      const changed = await keyward.call('PATCH', connection.path, { token, body });
      assert.equal(changed.status, 200, changed.text);
      await services.sweep();
      assert.equal(await told(), 1);
      await move(keyward.clock.now() + DAY_MS);
      assert.equal(await told(), 2);
    });
  });
}
