import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Connected } from '../http/connections/help.ts';
import { addressesOf } from '../http/connections/saml-idp.ts';
import { assertSignedIn } from '../http/providers/harness.ts';
import { tempFolder } from '../support/at-exit.ts';
import { createBrowser } from '../support/browser.ts';
import type { TestKeyward } from '../support/keyward.ts';
import { CLIENT } from '../support/oidc-provider.ts';
import { ADA, ADA_EMAIL, type Keycloak, startKeycloak } from './keycloak-server.ts';
import type { Part } from './part.ts';
import {
  addSaml,
  assertRefused,
  assertUnforgeable,
  inScene,
  KEYS_MS,
  refreshMetadata,
  type Scene,
  type SignedOn,
  signOn,
} from './sign-on.ts';

async function metadataFor(keyward: TestKeyward, connection: Connected): Promise<string> {
  return (await fetch(addressesOf(keyward, connection).spEntityId)).text();
}

async function saml(scene: Scene, keycloak: Keycloak): Promise<void> {
  const { keyward, root, passed } = scene;
  const descriptor = `${keycloak.realm}/protocol/saml/descriptor`;
  const connection = await addSaml(scene, { metadata_url: descriptor });
  const setAtKeycloak = await keycloak.addSaml(await metadataFor(keyward, connection));
  const change = async (fields: object) => {
    const sent = { token: root.token, body: { saml: fields } };
    const { status, text } = await keyward.call('PATCH', connection.path, sent);
    assert.equal(status, 200, text);
  };
  const enter = (browser = createBrowser()) => signOn(keyward, connection, browser, ADA);

  const browser = createBrowser();
  const first = await enter(browser);
  assert.ok(first.wasAsked);
  const { account, token } = await assertSignedIn(keyward, first.query);
  assert.deepEqual(
    [account['email'], account['email_verified'], account['name']],
    [ADA_EMAIL, true, 'Ada Lovelace'],
  );
  const same = async (signedOn: SignedOn) =>
    assert.equal((await assertSignedIn(keyward, signedOn.query)).account['id'], account['id']);
  passed('metadata by address, signed assertion');

  await assertUnforgeable(scene, connection, ADA, ADA_EMAIL);

  const second = await enter(browser);
  assert.ok(!second.wasAsked);
  await same(second);
  await keycloak.admin('POST', `/users/${await keycloak.personId()}/logout`);
  assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
  const third = await enter(browser);
  assert.ok(third.wasAsked);
  await same(third);
  passed('sign-out at Keycloak: it asks again, and the session here goes on');

  await change({ want_encrypted: true });
  await assertRefused(keyward, /^saml_encryption$/, enter);
  await setAtKeycloak({ 'saml.encrypt': 'true' });
  const encrypted = await enter();
  assert.match(encrypted.response ?? '', /EncryptedAssertion/);
  assert.match(encrypted.response ?? '', /xmlenc11#aes(?:128|256)-gcm/);
  await same(encrypted);
  await setAtKeycloak({ 'saml.encrypt': 'false' });
  await change({ want_encrypted: false });
  passed('encrypted assertion, as our metadata asks for');

  await setAtKeycloak({ 'saml.assertion.signature': 'false', 'saml.server.signature': 'true' });
  await assertRefused(keyward, /^saml_unsigned$/, enter);
  await setAtKeycloak({ 'saml.assertion.signature': 'true', 'saml.signature.algorithm': 'RSA_SHA1' });
  await assertRefused(keyward, /^saml_algorithm$/, enter);
  await setAtKeycloak({ 'saml.signature.algorithm': 'RSA_SHA512' });
  await same(await enter());
  passed('a signature of the response alone and SHA-1 are refused, SHA-512 is not');

  for (const [seconds, isFine] of [
    [-50, true],
    [-90, false],
  ] as const) {
    keyward.clock.advance(seconds * 1_000);
    await (isFine ? enter().then(same) : assertRefused(keyward, /^saml_time$/, enter));
    keyward.clock.advance(-seconds * 1_000);
  }
  passed('a clock 50 s behind is fine, and one 90 s behind is not');

  const removeEarlier = await keycloak.rotateKey();
  await assertRefused(keyward, /^saml_signature$/, enter);
  await refreshMetadata(keyward);
  await same(await enter());
  const certificates = async () =>
    Object((await keyward.call('GET', connection.path, root)).body['saml']).idp_certificates.length;
  assert.equal(await certificates(), 2);
  await removeEarlier();
  await refreshMetadata(keyward);
  await same(await enter());
  assert.equal(await certificates(), 1);
  passed('rotated key, found by the address of the metadata');

  const name = 'keyward';
  await setAtKeycloak({ saml_idp_initiated_sso_url_name: name });
  const unasked = () =>
    signOn(keyward, connection, createBrowser(), ADA, {
      start: `${keycloak.realm}/protocol/saml/clients/${name}`,
    });
  const refused = await unasked();
  assert.equal(refused.query.get('error_code'), 'saml_invalid');
  await change({ allow_idp_initiated: true });
  await same(await unasked());
  passed('begun at Keycloak: only if the connection allows it');

  const byFile = await addSaml(scene, { metadata: await (await fetch(descriptor)).text() });
  await keycloak.addSaml(await metadataFor(keyward, byFile));
  await same(await signOn(keyward, byFile, createBrowser(), ADA));
  passed('metadata as a file');
}

async function openId({ keyward, root, acme, passed }: Scene, keycloak: Keycloak): Promise<void> {
  const connection = await connect(keyward, root, acme, { issuer: keycloak.realm });
  await keycloak.admin('POST', '/clients', {
    clientId: CLIENT.id,
    secret: CLIENT.secret,
    redirectUris: [`${keyward.url}/auth/connection/${connection.id}/callback`],
  });
  const browser = createBrowser();
  const first = await signOn(keyward, connection, browser, ADA);
  assert.ok(first.wasAsked);
  const { account } = await assertSignedIn(keyward, first.query);
  assert.equal(account['email'], ADA_EMAIL);
  const again = await signOn(keyward, connection, browser, ADA);
  assert.ok(!again.wasAsked);
  await assertSignedIn(keyward, again.query);
  passed('OpenID Connect by discovery');
  const removeEarlier = await keycloak.rotateKey();
  await removeEarlier();
  await wait(KEYS_MS);
  await assertSignedIn(keyward, (await signOn(keyward, connection, createBrowser(), ADA)).query);
  passed('OpenID Connect: rotated key, found by the unknown id');
}

export const keycloak: Part = {
  name: 'keycloak',
  about: 'people of an organization sign in with Keycloak, by SAML and OpenID Connect',
  limit: 15,
  async run(tell) {
    const temporary = tempFolder();
    try {
      tell('Keycloak starts');
      await using server = await startKeycloak(temporary.path);
      return await inScene(tell, async (scene) => {
        await saml(scene, server);
        await openId(scene, server);
      });
    } finally {
      temporary.remove();
    }
  },
};
