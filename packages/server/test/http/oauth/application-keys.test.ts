import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose';
import { databasesFor } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addApplication, authorizePath, configure, post } from './flows.ts';
import { startHost } from './hosts.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`P7-5: strangers and the keys of applications, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8', KEYWARD_TRUSTED_PROXIES: '127.0.0.1' },
    });
    let pair: GenerateKeyPairResult;
    let keys: string;
    let serial = 0;

    before(async () => {
      pair = await generateKeyPair('ES256');
      keys = JSON.stringify({ keys: [await exportJWK(pair.publicKey)] });
      await addApplication(keyward);
      await configure(keyward, { registration: 'open', metadata_documents: { enabled: true } });
    });

    /** A host of keys, with the paths that were asked for. */
    async function startKeys() {
      const asked: string[] = [];
      const host = await startHost(({ url = '' }, response) => {
        asked.push(url);
        response.end(keys);
      });
      return Object.assign(host, { asked });
    }

    const BY_KEY = { token_endpoint_auth_method: 'private_key_jwt' };
    const addMachine = (url: string) =>
      addApplication(keyward, { ...BY_KEY, type: 'machine', jwks_uri: `${url}/keys` });

    async function register(url: string): Promise<string> {
      const body = { ...BY_KEY, redirect_uris: ['https://app.example.com/cb'], jwks_uri: url };
      const made = await keyward.call('POST', '/oauth/register', { body });
      assert.equal(made.status, 201, made.text);
      return asText(made.body['client_id']);
    }

    async function authenticate(id: string, address: string): Promise<number> {
      serial += 1;
      const exp = Math.floor(keyward.clock.now() / 1000) + 60;
      const payload = { iss: id, sub: id, aud: keyward.url, jti: `assertion ${serial}`, exp };
      const fields = {
        token: 'x',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await new SignJWT(payload)
          .setProtectedHeader({ alg: 'ES256' })
          .sign(pair.privateKey),
      };
      const headers = { 'x-forwarded-for': address };
      const answer = await post(keyward, 'introspect', { id, secret: '' }, fields, headers);
      return answer.status;
    }

    it('registrations use up neither the fetches of an administrator nor those of applications in use', async () => {
      await using host = await startKeys();
      const machine = await addMachine(host.url);
      const ids: string[] = [];
      for (let index = 0; index < 118; index += 1) ids.push(await register(`${host.url}/${index}`));
      const inUse = await register(`${host.url}/in-use`);
      const use = (id: string) =>
        keyward.database.query('update applications set last_used_at = $1 where client_id = $2', [
          keyward.clock.now(),
          id,
        ]);
      await use(inUse);
      const served = async (address: string) => {
        const statuses: number[] = [];
        for (const id of ids) statuses.push(await authenticate(id, address));
        return statuses.filter((status) => status === 200).length;
      };
      assert.equal(await served('192.0.2.1'), 30, 'as unknown documents');
      for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) await served(address);
      // Somebody has got tokens for each of them.
      for (const id of ids) await use(id);
      assert.equal(await served('192.0.2.1'), 60, 'half of what the origin allows');
      assert.equal(await authenticate(inUse, '192.0.2.9'), 200);
      for (const address of ['192.0.2.2', '192.0.2.3']) await served(address);
      assert.equal(await authenticate(machine.id, '192.0.2.1'), 200);
    });

    it('P14-1: keeps only the keys of a set that can verify, up to 32 KiB', async () => {
      const [own] = JSON.parse(keys).keys;
      const junk = (length: number, fields: object = {}) => Array.from({ length }, () => fields);
      const other = { kty: 'RSA', n: 'n'.repeat(500), e: 'AQAB' };
      for (const [others, served] of [
        [junk(20_000), 200],
        [junk(50, { ...other, x5c: ['certificate'.repeat(30)] }), 200],
        [junk(100, other), 401],
        [junk(120, { kty: 'EC' }), 401],
      ] as const) {
        await using host = await startHost((_, response) =>
          response.end(JSON.stringify({ keys: [...others, own] })),
        );
        const { id } = await addMachine(host.url);
        assert.equal(await authenticate(id, '192.0.2.50'), served, JSON.stringify(others[0]));
      }
    });

    it('a document at the address of the keys does not make them fail', async () => {
      await using host = await startKeys();
      const machine = await addMachine(host.url);
      const path = authorizePath({ id: `${host.url}/keys`, secret: '' });
      assert.equal((await keyward.call('GET', path)).status, 400);
      assert.deepEqual(host.asked, ['/keys']);
      assert.equal(await authenticate(machine.id, '192.0.2.9'), 200);
    });

    it('the sets of keys of others do not push out those of an administrator', async () => {
      await using host = await startKeys();
      const machine = await addMachine(host.url);
      assert.equal(await authenticate(machine.id, '192.0.2.9'), 200);
      const { store } = keyward.app.services;
      const template = await store.applications.find(await register(`${host.url}/registered`));
      assert.ok(template !== null);
      const { id: _, ...columns } = template;
      await using open = new AsyncDisposableStack();
      for (let origin = 0; origin < 5; origin += 1) {
        const { url } = open.use(await startKeys());
        for (let index = 0; index < 102; index += 1) {
          const client_id = `app_${origin}_${index}`;
          const details = JSON.stringify({ jwks_uri: `${url}/${index}` });
          await store.applications.insert({ ...columns, client_id, details, last_used_at: 1 });
          assert.equal(await authenticate(client_id, `192.0.2.${100 + Math.floor(index / 60)}`), 200);
        }
      }
      assert.equal(await authenticate(machine.id, '192.0.2.9'), 200);
      assert.deepEqual(host.asked, ['/keys']);
    });
  });
}
