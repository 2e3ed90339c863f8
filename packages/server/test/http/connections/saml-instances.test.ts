import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { databasesFor, usually } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import type { Cast } from '../organizations/help.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { type Connected, CONNECTIONS_ON } from './help.ts';
import {
  addressesOf,
  addSamlStage,
  type Asked,
  assertionXml,
  begin,
  type Message,
  post,
  responseXml,
  type SamlIdp,
  sign,
} from './saml-idp.ts';

const ROUNDS = usually(3, 50);
const AT_ONCE = 8;
const MINUTE_MS = 60_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`answers of SAML at two instances, ${kind}`, () => {
    let second: TestKeyward;
    // Registered before the hook that drops the database.
    after(() => second[Symbol.asyncDispose]());
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    let idp: SamlIdp;
    let cast: Cast;
    let connection: Connected;

    before(async () => {
      const { database, clock } = keyward;
      const settings = { ...CONNECTIONS_ON, KEYWARD_PUBLIC_URL: keyward.url };
      second = await startKeyward(kind, { database, clock, settings });
      ({ idp, cast, connection } = await addSamlStage(keyward));
    });

    const genuine = (fields: Partial<Message>) => {
      const { acsUrl, spEntityId } = addressesOf(keyward, connection);
      const message: Message = {
        nameId: 'ada@acme.example',
        issuer: idp.entityId,
        audience: spEntityId,
        recipient: acsUrl,
        now: keyward.clock.now(),
        ...fields,
      };
      return responseXml(message, sign(assertionXml(message), 'Assertion', idp));
    };
    const toInstance = (url: string | URL, place: number) =>
      String(url).replace(keyward.url, (place % 2 === 0 ? keyward : second).url);
    const toBoth = <T>(send: (place: number) => Promise<T>) =>
      Promise.all(Array.from({ length: AT_ONCE }, (_, place) => send(place)));
    const codeOf = (url: URL) => url.searchParams.get('error_code');
    const answerTo = ({ requestId }: Asked) => genuine({ inResponseTo: [requestId, requestId] });

    it('are taken once, of many at the same time', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const asked = await begin(keyward, connection);
        const response = answerTo(asked);
        const ends = await toBoth((place) =>
          post(toInstance(asked.acsUrl, place), response, asked.relayState),
        );
        const taken = ends.filter((url) => codeOf(url) === null);
        assert.equal(taken.length, 1, ends.join('\n'));
        assert.equal(ends.filter((url) => codeOf(url) === 'saml_invalid').length, AT_ONCE - 1);
        const [next = ''] = taken;
        // The browser takes it once, too.
        const callbacks = await toBoth((place) => asked.browser.get(toInstance(new URL(next).href, place)));
        const queries = callbacks.map(({ headers }) => new URL(headers.get('location') ?? '').searchParams);
        const signedIn = queries.filter((query) => query.has('access_token'));
        assert.equal(signedIn.length, 1);
        await assertSignedIn(keyward, signedIn[0] ?? new URLSearchParams());
      }
    });

    it('are refused when they are sent again to the other instance', async () => {
      const asked = await begin(keyward, connection);
      const response = answerTo(asked);
      const next = await post(asked.acsUrl, response, asked.relayState);
      const other = toInstance(asked.acsUrl, 1);
      assert.equal(codeOf(await post(other, response, asked.relayState)), 'saml_invalid', 'while it waits');
      const stranger = await createBrowser().get(toInstance(next, 1));
      assertFailed(new URL(stranger.headers.get('location') ?? '').searchParams, 'oauth_state');
      const answer = await asked.browser.get(toInstance(next, 1));
      await assertSignedIn(second, new URL(answer.headers.get('location') ?? '').searchParams);
      assert.equal(
        codeOf(await post(other, response, asked.relayState)),
        'saml_invalid',
        'after it was used',
      );
    });

    it('that begin at the provider are taken once, of many at the same time', async () => {
      const sent = { token: cast.root.token, body: { saml: { allow_idp_initiated: true } } };
      assert.equal((await keyward.call('PATCH', connection.path, sent)).status, 200);
      const { acsUrl } = addressesOf(keyward, connection);
      for (let round = 0; round < ROUNDS; round += 1) {
        const response = genuine({});
        const ends = await toBoth((place) => post(toInstance(acsUrl, place), response, null));
        const signedIn = ends.filter(({ searchParams }) => searchParams.has('access_token'));
        assert.equal(signedIn.length, 1, ends.join('\n'));
        assert.equal(codeOf(await post(toInstance(acsUrl, 1), response, null)), 'saml_invalid');
        // The refused ones count as wrong answers of the address.
        keyward.clock.advance(MINUTE_MS);
      }
    });
  });
}
