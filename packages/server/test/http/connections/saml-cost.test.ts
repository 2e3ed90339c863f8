import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { addAcme, addCast, type Cast } from '../organizations/help.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { type Connected, CONNECTIONS_ON } from './help.ts';
import {
  type Asked,
  assertionXml,
  begin,
  connectSaml,
  createSamlIdp,
  finish,
  type Message,
  responseXml,
  type SamlIdp,
  sign,
} from './saml-idp.ts';

const STATEMENT = '<saml:AttributeStatement>';
const list = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** As many elements, attributes and namespaces as pass. */
const WORST = [
  list(450, (n) => `<n${n}:a xmlns:n${n}="urn:${n}"/>`) + '<saml:b/>'.repeat(500),
  list(950, () => `<saml:b>${'v'.repeat(150)}</saml:b>`),
  list(25, (n) => `<n${n}:d xmlns:n${n}="u" ${list(18, (m) => `xmlns:p${n}_${m}="u" p${n}_${m}:x="u" `)}>`) +
    '<saml:e/>'.repeat(900) +
    list(25, (n) => `</n${24 - n}:d>`),
];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the cost of SAML answers, ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    let idp: SamlIdp;
    let other: SamlIdp;
    let cast: Cast;
    let connection: Connected;

    before(async () => {
      [idp, other] = await Promise.all([createSamlIdp(), createSamlIdp('other')]);
      cast = await addCast(keyward);
      connection = await connectSaml(keyward, cast.root, await addAcme(keyward, cast), idp);
    });

    const messageTo = (asked: Asked, fields: Partial<Message> = {}): Message => ({
      nameId: `person-${asked.requestId}@initech.example`,
      issuer: idp.entityId,
      audience: asked.spEntityId,
      recipient: asked.acsUrl,
      inResponseTo: [asked.requestId, asked.requestId],
      now: keyward.clock.now(),
      ...fields,
    });
    const changeSaml = async (saml: object) => {
      const sent = { token: cast.root.token, body: { saml } };
      assert.equal((await keyward.call('PATCH', connection.path, sent)).status, 200);
    };
    /** A signed response with more in the statement of its assertion. */
    const answer = (asked: Asked, more = '', by = idp, fields: Partial<Message> = {}) => {
      const message = messageTo(asked, fields);
      return responseXml(
        message,
        sign(assertionXml(message).replace(STATEMENT, STATEMENT + more), 'Assertion', by),
      );
    };

    it('allows 150 groups, each with the namespaces of its type', async () => {
      const asked = await begin(keyward, connection);
      const type = 'xmlns:xs="x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"';
      const groups = list(150, (n) => `<saml:AttributeValue ${type}>group ${n}</saml:AttributeValue>`);
      const more = `<saml:Attribute Name="groups">${groups}</saml:Attribute>`;
      await assertSignedIn(keyward, await finish(asked, answer(asked, more)));
    });

    it('refuses more elements, attributes or depth, even from the provider', async () => {
      for (const more of [
        '<saml:b/>'.repeat(1_000),
        `<saml:b ${list(1_000, (n) => `a${n}="" `)}/>`,
        '<saml:b>'.repeat(31) + '</saml:b>'.repeat(31),
      ]) {
        const asked = await begin(keyward, connection);
        const causes: unknown[] = [];
        const stop = keyward.app.services.events.subscribe(({ metadata }) =>
          causes.push(metadata?.['cause']),
        );
        assertFailed(await finish(asked, answer(asked, more)), 'saml_invalid');
        stop();
        assert.deepEqual(causes.slice(0, 1), ['saml_markup']);
      }
    });

    it('spends little on an answer that the provider has not signed', async () => {
      const asked = await begin(keyward, connection);
      const forged = WORST.flatMap((more) => {
        const changed = answer(asked, more).replace('</saml:AttributeStatement>', '<saml:c/>$&');
        return [answer(asked, more, other), changed];
      });
      assertFailed(await finish(asked, answer(asked, '', other)), 'saml_invalid');
      const started = process.cpuUsage();
      for (const response of forged) assertFailed(await finish(asked, response), 'saml_invalid');
      const { user, system } = process.cpuUsage(started);
      const each = (user + system) / 1_000 / forged.length;
      // The processor time of the client is in it, too. It was 80 ms and more.
      assert.ok(each < 50, `${each.toFixed()} ms for each`);
    });

    it('spends little on genuine answers that are sent again, or for another request', async () => {
      const asked = await begin(keyward, connection);
      const spent = async (again: () => Promise<URLSearchParams>) => {
        const started = process.cpuUsage();
        for (let count = 0; count < 5; count += 1) assertFailed(await again(), 'saml_invalid');
        const { user, system } = process.cpuUsage(started);
        return (user + system) / 5_000;
      };
      await changeSaml({ allow_idp_initiated: true });
      for (const more of WORST) {
        const unasked = { ...asked, relayState: '' };
        const used = answer(unasked, more, idp, { inResponseTo: [null, null] });
        await assertSignedIn(keyward, await finish(unasked, used));
        // The processor time of the client is in it, too. It was 90 ms and more.
        const each = await spent(() => finish(unasked, used));
        assert.ok(each < 50, `${each.toFixed()} ms for each that was used`);
        const others = answer(await begin(keyward, connection), more);
        const mine = await begin(keyward, connection);
        const foreign = await spent(() => finish(mine, others));
        assert.ok(foreign < 50, `${foreign.toFixed()} ms for each of another request`);
      }
      await changeSaml({ allow_idp_initiated: false });
    });

    it('counts wrong answers for their request, and for the address', async () => {
      const asked = await begin(keyward, connection);
      const wrong = answer(asked, '', other);
      keyward.clock.advance(60_000);
      for (let count = 0; count < 20; count += 1) assertFailed(await finish(asked, wrong), 'saml_invalid');
      assertFailed(await finish(asked, answer(asked)), 'rate_limited');
      const next = await begin(keyward, connection);
      await assertSignedIn(keyward, await finish(next, answer(next)));
      for (let request = 0; request < 4; request += 1) {
        const more = await begin(keyward, connection);
        for (let count = 0; count < 20; count += 1)
          assertFailed(await finish(more, answer(more, '', other)), 'saml_invalid');
      }
      // The first answer to a request is read all the same, or a page could lock out everybody at its visitor's address.
      const clean = await begin(keyward, connection);
      await assertSignedIn(keyward, await finish(clean, answer(clean)));
      const last = await begin(keyward, connection);
      assertFailed(await finish(last, answer(last, '', other)), 'saml_invalid');
      assertFailed(await finish(last, answer(last)), 'rate_limited');
      keyward.clock.advance(60_000);
      await assertSignedIn(keyward, await finish(last, answer(last)));
    });
  });
}
