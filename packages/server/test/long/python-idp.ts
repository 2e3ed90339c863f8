import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect } from '../http/connections/help.ts';
import { addressesOf, createSamlIdp } from '../http/connections/saml-idp.ts';
import { assertSignedIn } from '../http/providers/harness.ts';
import { tempFolder } from '../support/at-exit.ts';
import { createBrowser } from '../support/browser.ts';
import { freePort } from '../support/servers.ts';
import { debianPrograms } from './debian.ts';
import type { Part } from './part.ts';
import {
  addSaml,
  assertRefused,
  assertUnforgeable,
  KEYS_MS,
  inScene,
  refreshMetadata,
  type Scene,
  signOn,
} from './sign-on.ts';
import { pythonWith, startProgram } from './toolchains.ts';

const SOURCE = fileURLToPath(new URL('clients/identity-provider.py', import.meta.url));
const PACKAGES = ['pysaml2==7.5.5', 'pyop==3.5.0'];
const PERSON = { name: 'Ada Lovelace', email: 'ada@acme.example' };

/** Changes the state of the program. */
type SetState = (state: object) => Promise<void>;

async function saml(scene: Scene, url: string, setState: SetState): Promise<void> {
  const { keyward, passed } = scene;
  const connection = await addSaml(scene, { metadata_url: `${url}/metadata` });
  const metadata = await (await fetch(addressesOf(keyward, connection).spEntityId)).text();
  await setState({ metadata: [metadata] });
  const enter = () => signOn(keyward, connection, createBrowser(), {});
  const signedIn = async () => {
    const { query, response } = await enter();
    const { account } = await assertSignedIn(keyward, query);
    assert.deepEqual([account['email'], account['name']], [PERSON.email, PERSON.name]);
    return response ?? '';
  };
  assert.doesNotMatch(await signedIn(), /EncryptedAssertion/);
  passed('pysaml2 reads our metadata, and signs an assertion');
  await assertUnforgeable(scene, connection, {}, PERSON.email);
  await setState({ encryption: 'aes' });
  assert.match(await signedIn(), /EncryptedAssertion.*xmlenc11#aes256-gcm/s);
  await setState({ encryption: 'default' });
  await assertRefused(keyward, /^saml_algorithm$/, enter);
  await setState({ encryption: null });
  passed('an encrypted assertion is taken with AES-GCM, and refused with the default of pysaml2');
  await setState({ key: 'second' });
  await assertRefused(keyward, /^saml_signature$/, enter);
  await refreshMetadata(keyward);
  await signedIn();
  passed('rotated key, found by the address of the metadata');
  for (const [seconds, isFine] of [
    [50, true],
    [-50, true],
    [-90, false],
    [400, false],
  ] as const) {
    // The assertions last for five minutes.
    const moved = seconds > 0 && isFine ? 300_000 + seconds * 1_000 : seconds * 1_000;
    keyward.clock.advance(moved);
    await (isFine ? signedIn() : assertRefused(keyward, /^saml_time$/, enter));
    keyward.clock.advance(-moved);
  }
  passed('a minute of skew is fine, and more is not');
}

async function openId(
  { keyward, root, acme, passed }: Scene,
  url: string,
  setState: SetState,
): Promise<void> {
  const issuer = `${url}/openid`;
  const oidc = { issuer, client_id: 'keyward', client_secret: 'of-this-run-alone' };
  const connection = await connect(keyward, root, acme, { issuer }, { oidc });
  const client = {
    client_secret: oidc.client_secret,
    redirect_uris: [`${keyward.url}/auth/connection/${connection.id}/callback`],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    subject_type: 'public',
  };
  await setState({ key: 'first', clients: { [oidc.client_id]: client } });
  const signedIn = async () => {
    const { query } = await signOn(keyward, connection, createBrowser(), {});
    const { account } = await assertSignedIn(keyward, query);
    assert.equal(account['email'], PERSON.email);
  };
  await signedIn();
  passed('OpenID Connect by discovery, with pyop');
  await setState({ key: 'second' });
  await wait(KEYS_MS);
  await signedIn();
  passed('OpenID Connect: rotated key, found by the unknown id');
}

export const pythonIdp: Part = {
  name: 'python-idp',
  about: 'people of an organization sign in with pysaml2 and pyop',
  limit: 15,
  async run(tell) {
    const temporary = tempFolder();
    const folder = temporary.path;
    try {
      using programs = debianPrograms([
        'xmlsec1',
        'libxmlsec1',
        'libxmlsec1-openssl',
        'libxml2',
        'libxslt1.1',
      ]);
      // pysaml2 runs one file, so the file finds the libraries by itself.
      const xmlsec = join(folder, 'xmlsec1');
      const run = `LD_LIBRARY_PATH=${programs.libraries} exec ${programs.path('usr/bin/xmlsec1')} "$@"`;
      writeFileSync(xmlsec, `#!/bin/sh\n${run}\n`, { mode: 0o755 });
      tell('the program is made');
      const python = await pythonWith(folder, PACKAGES);
      copyFileSync(SOURCE, join(folder, 'program.py'));
      for (const name of ['first', 'second']) {
        const { privateKey, certificate } = await createSamlIdp(name);
        writeFileSync(join(folder, `${name}.key`), privateKey);
        writeFileSync(join(folder, `${name}.pem`), certificate);
      }
      const url = `http://127.0.0.1:${await freePort()}`;
      const env = { URL: url, FOLDER: folder, XMLSEC: xmlsec, PERSON: JSON.stringify(PERSON) };
      await using program = await startProgram(python, ['program.py'], { cwd: folder, url, env });
      const setState: SetState = async (state) => {
        const answer = await fetch(`${url}/state`, { method: 'POST', body: JSON.stringify(state) });
        assert.equal(answer.status, 200, program.output());
      };
      return await inScene(tell, async (scene) => {
        await saml(scene, url, setState);
        await openId(scene, url, setState);
      }).catch((error: unknown) => {
        throw new Error(program.output(), { cause: error });
      });
    } finally {
      temporary.remove();
    }
  },
};
