import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { SignedUp } from '../../support/keyward.ts';
import { closeServer, portOf } from '../../support/servers.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { type Acme, addMember, addOrganization, outcome, suiteCast } from '../organizations/help.ts';
import { addPerson, newSession } from '../people.ts';
import { CONNECTIONS_ON, verifyDomain } from './help.ts';
import { createSamlIdp, metadataOf } from './saml-idp.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an act that waits for somebody else's server while its session ends, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    let server: Server;
    let asked = Promise.withResolvers<void>();
    let release = Promise.withResolvers<void>();
    const cast = suiteCast(keyward);
    let acme: Acme;

    before(async () => {
      const metadata = metadataOf(await createSamlIdp());
      async function answer(response: ServerResponse): Promise<void> {
        asked.resolve();
        await release.promise;
        response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadata);
      }
      server = createServer((_request, response) => void answer(response));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
      acme = await addOrganization(keyward, cast.root, cast.owner);
      await verifyDomain(keyward, acme, 'acme.example');
    });
    after(() => closeServer(server));

    /** Makes a connection, whose provider answers after `meanwhile`. */
    async function connectDuring({ token }: { token: string }, meanwhile: () => Promise<unknown>) {
      [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const saml = { metadata_url: `http://127.0.0.1:${portOf(server)}/metadata` };
      const body = { name: 'Late', status: 'active', saml };
      const making = keyward.call('POST', `${acme.path}/connection`, { token, body });
      await asked.promise;
      await meanwhile();
      release.resolve();
      return outcome(await making);
    }
    async function succeed({ token }: { token: string }, method: string, path: string, body?: object) {
      const answer = await keyward.call(method, path, { token, ...(body && { body }) });
      assert.equal(answer.status, 200, answer.text);
    }

    const ENDS: Readonly<Record<string, (person: SignedUp) => Promise<unknown>>> = {
      'a logout elsewhere': async ({ id }) => succeed(await newSession(keyward, id), 'POST', '/logout-all'),
      'a new password': async ({ id }) =>
        succeed(await newSession(keyward, id), 'PUT', '/update/password', { password: 'Other-horse-1' }),
      'a superadmin': ({ id }) => succeed(cast.root, 'DELETE', `/account/${id}/sessions`),
    };
    for (const [end, act] of Object.entries(ENDS))
      it(`does not happen after the end by ${end}`, async () => {
        for (const role of ['user', 'superadmin'] as const) {
          const person = await addPerson(keyward, { verified: true });
          await addMember(keyward, cast.root, acme, person, 'owner');
          if (role === 'superadmin')
            await keyward.database.query('update accounts set role = $1 where id = $2', [role, person.id]);
          const { token } = await newSession(keyward, person.id);
          assert.equal(await connectDuring({ token }, () => act(person)), '401 SessionDestroyedError', role);
        }
      });

    it('happens while the session lives', async () => {
      assert.equal(await connectDuring(cast.owner, () => Promise.resolve()), 'ok');
    });
  });
}
