import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { closeServer, portOf } from '../../support/servers.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asObject, suiteKeyward } from '../expectations.ts';
import { type Acme, addOrganization, suiteCast } from '../organizations/help.ts';
import { assertSignedIn } from '../providers/harness.ts';
import { connect, type Connected, CONNECTIONS_ON, loginUrl, signInBy, verifyDomain } from './help.ts';
import {
  assertionXml,
  begin,
  connectSaml,
  createSamlIdp,
  finish,
  metadataOf,
  responseXml,
  sign,
} from './saml-idp.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Longer than an address may be that somebody types. */
const LONG = `https://idp.example.com/${'a'.repeat(2_048)}`;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the rotation of keys at a provider, ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    let server: Server;
    let metadata = '';
    let status = 200;
    let fetches = 0;
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    let acme: Acme;

    before(async () => {
      server = createServer((_request, response) => {
        fetches += 1;
        const type = metadata.startsWith('{') ? 'application/json' : 'application/samlmetadata+xml';
        response.writeHead(status, { 'content-type': type }).end(metadata);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
      acme = await addOrganization(keyward, cast.root, cast.owner);
      await verifyDomain(keyward, acme, 'acme.example');
    });
    after(() => closeServer(server));

    const sweepAfter = async (time: number) => {
      keyward.clock.advance(time);
      await keyward.app.services.sweep();
    };

    it('of SAML is detected each day at the address of the metadata, and a failure keeps what works', async () => {
      const idp = await createSamlIdp();
      const next = { ...(await createSamlIdp()), entityId: idp.entityId };
      const other = await createSamlIdp('other');
      metadata = metadataOf(idp);
      const saml = { metadata: undefined, metadata_url: `http://127.0.0.1:${portOf(server)}/metadata` };
      const connection = await connectSaml(keyward, cast.root, acme, idp, saml);
      const enterBy = async (by: typeof idp) => {
        const asked = await begin(keyward, connection);
        const message = {
          nameId: 'grace@acme.example',
          issuer: idp.entityId,
          audience: asked.spEntityId,
          recipient: asked.acsUrl,
          inResponseTo: [asked.requestId, asked.requestId] as [string, string],
          now: keyward.clock.now(),
        };
        return finish(asked, responseXml(message, sign(assertionXml(message), 'Assertion', by)));
      };
      await assertSignedIn(keyward, await enterBy(idp));

      metadata = metadataOf(next);
      const fetched = fetches;
      await sweepAfter(DAY_MS - HOUR_MS);
      assert.equal(fetches, fetched, 'not yet');
      for (const bad of ['<nonsense/>', metadataOf(other), metadataOf({ ...next, ssoUrl: LONG }), '']) {
        metadata = bad;
        status = bad === '' ? 500 : 200;
        await sweepAfter(HOUR_MS);
        await assertSignedIn(keyward, await enterBy(idp));
      }
      assert.equal(fetches, fetched + 4, 'an hour after each failure');
      metadata = metadataOf(next);
      status = 200;
      await sweepAfter(HOUR_MS);
      await assertSignedIn(keyward, await enterBy(next));
      assert.equal((await enterBy(idp)).get('error_code'), 'saml_invalid', 'the former key is gone');
      const shown = await keyward.call('GET', connection.path, { token: cast.root.token });
      assert.equal(asObject(shown.body['saml'])['idp_entity_id'], idp.entityId);
      const events = await keyward.call('GET', '/event?type=connection.updated&actor_id=service', {
        token: cast.root.token,
      });
      assert.match(events.text, /"changed":\{"saml"/);
      await sweepAfter(HOUR_MS);
      assert.equal(fetches, fetched + 5, 'a day after each success');

      // The proof of the first one is old.
      const { token } = await addSuperadmin(keyward);
      const body = { saml: { metadata_url: null } };
      assert.equal((await keyward.call('PATCH', connection.path, { token, body })).status, 200);
      await sweepAfter(2 * DAY_MS);
      assert.equal(fetches, fetched + 5);
      await assertSignedIn(keyward, await enterBy(next));
    });

    it('of SAML takes turns between organizations, whose addresses may fail', async () => {
      const [idp, root] = await Promise.all([createSamlIdp('turns'), addSuperadmin(keyward)]);
      const other = await addOrganization(keyward, root, root);
      metadata = metadataOf(idp);
      const saml = { metadata: undefined, metadata_url: `http://127.0.0.1:${portOf(server)}/turns` };
      const { connections } = keyward.app.services.store;
      for (const where of [other, other, other, acme]) {
        await connectSaml(keyward, root, where, idp, saml);
        keyward.clock.advance(1_000);
      }
      const due = await connections.metadataDue(keyward.clock.now() + DAY_MS, 2);
      const made = await Promise.all(
        due.map((one) => connections.claimMetadata(one, keyward.clock.now() + 2 * DAY_MS)),
      );
      const [first, second] = made.map((row) => row?.organization_id);
      assert.ok(first !== undefined && second !== undefined && first !== second);
    });

    it('of OpenID is detected by the unknown key of a token', async ({ mock }) => {
      const connection = await connect(keyward, await addSuperadmin(keyward), acme, provider);
      const user = { sub: 'sub1', email: 'ada@acme.example', email_verified: true };
      await assertSignedIn(keyward, await signInBy(keyward, connection, provider, user));
      await provider.rotateKey();
      // The library fetches keys once a minute at most.
      mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
      await assertSignedIn(keyward, await signInBy(keyward, connection, provider, user));
      mock.timers.reset();
    });

    it('accepts answers of up to 256 KiB', async () => {
      const [idp, { token }] = await Promise.all([createSamlIdp('large'), addSuperadmin(keyward)]);
      const address = `http://127.0.0.1:${portOf(server)}/metadata`;
      const body = { name: 'Large', saml: { metadata_url: address } };
      const ask = () => keyward.call('POST', `${acme.path}/connection`, { token, body });
      metadata = metadataOf(idp) + ' '.repeat(250_000);
      const made = await ask();
      assert.equal(made.status, 201, made.text);
      metadata += ' '.repeat(20_000);
      const large = await ask();
      assert.deepEqual([large.status, large.body['error']], [502, 'ProviderFailedError']);
    });

    it('O9-4: sends nobody to a long address of a provider, also one that is stored', async () => {
      const { token } = await addSuperadmin(keyward);
      const failureOf = async (connection: Connected) => {
        const answer = await fetch(loginUrl(keyward, connection), { redirect: 'manual' });
        return new URL(answer.headers.get('location') ?? '').searchParams.get('error_code');
      };
      const issuer = `http://127.0.0.1:${portOf(server)}`;
      const at = (path: string) => `${issuer}/${path}`;
      metadata = JSON.stringify({ issuer, authorization_endpoint: LONG, token_endpoint: at('token') });
      assert.equal(await failureOf(await connect(keyward, { token }, acme, { issuer })), 'provider_failed');
      // As metadata could store it before.
      const old = await connectSaml(keyward, { token }, acme, await createSamlIdp('old'));
      await keyward.database.query(
        `update connections set config = replace(config, 'https://', '${LONG}') where uid = '${old.id}'`,
      );
      assert.equal(await failureOf(old), 'provider_failed');
    });

    it('P6-5 to P6-10, O6-6: refuses odd answers, and goes on', async () => {
      const [idp, { token }] = await Promise.all([createSamlIdp('odd'), addSuperadmin(keyward)]);
      metadata = metadataOf(idp);
      const head = (line: string, more = '') => `HTTP/1.1 ${line}\r\n${more}\r\n`;
      const length = `Content-Length: ${metadata.length}\r\n`;
      const answers: Record<string, string> = {
        good: head('103 Early Hints') + head('200 OK', length) + metadata,
        'then more': head('200 OK', length) + metadata + 'x'.repeat(5_000),
        'many hints': head('103 Early Hints').repeat(2_000) + head('200 OK', length) + metadata,
        'another protocol': head('101 Switching', 'Connection: Upgrade\r\nUpgrade: websocket\r\n') + metadata,
        '101 alone': head('101 Switching') + metadata,
        'no such status': head('600 Odd', length) + metadata,
        'cut off': head('200 OK', 'Content-Length: 99999\r\n') + metadata,
        pieces: `${head('200 OK', 'Transfer-Encoding: chunked\r\n')}${'1\r\n \r\n'.repeat(9_000)}0\r\n\r\n`,
      };
      for (const [name, answer] of Object.entries(answers)) {
        const own = createSocketServer((socket) => {
          socket.on('error', () => {}).once('data', () => socket.end(answer));
        }).listen(0, '127.0.0.1');
        await once(own, 'listening');
        const body = { name, saml: { metadata_url: `http://127.0.0.1:${portOf(own)}/` } };
        const made = await keyward.call('POST', `${acme.path}/connection`, { token, body });
        assert.equal(made.status, name === 'good' ? 201 : 502, `${name}: ${made.text}`);
        own.close();
      }
    });
  });
}
