import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { databasesFor, FULL, usually } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { addAcme, suiteCast } from '../organizations/help.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { type Connected, CONNECTIONS_ON } from './help.ts';
import {
  answerTo,
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
  list(330, (n) => `<n${n}:a xmlns:n${n}="urn:${n}"/>`) + '<saml:b/>'.repeat(370),
  list(700, () => `<saml:b>${'v'.repeat(150)}</saml:b>`),
  list(25, (n) => `<n${n}:d xmlns:n${n}="u" ${list(13, (m) => `xmlns:p${n}_${m}="u" p${n}_${m}:x="u" `)}>`) +
    '<saml:e/>'.repeat(670) +
    list(25, (n) => `</n${24 - n}:d>`),
];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the cost of SAML answers, ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    let idp: SamlIdp;
    let other: SamlIdp;
    const cast = suiteCast(keyward);
    let connection: Connected;

    before(async () => {
      [idp, other] = await Promise.all([createSamlIdp(), createSamlIdp('other')]);
      connection = await connectSaml(keyward, cast.root, await addAcme(keyward, cast), idp);
    });

    const messageTo = (asked: Asked, fields: Partial<Message> = {}): Message => ({
      nameId: `person-${asked.requestId}@initech.example`,
      ...answerTo(asked, idp, keyward.clock.now()),
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
        '<saml:b/>'.repeat(750),
        `<saml:b ${list(750, (n) => `a${n}="" `)}/>`,
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

    /** Processor time of this thread in milliseconds, the least of some calls: what else the process does decides nothing. */
    const leastOf = async (
      calls: (() => Promise<URLSearchParams>)[],
      check: (answered: URLSearchParams) => unknown,
    ) => {
      const times: number[] = [];
      for (const call of calls) {
        const started = process.threadCpuUsage();
        const answered = await call();
        const { user, system } = process.threadCpuUsage(started);
        times.push((user + system) / 1_000);
        await check(answered);
      }
      return Math.min(...times);
    };

    it('spends less on an answer that it refuses than on the same answer from the provider', async () => {
      await changeSaml({ allow_idp_initiated: true });
      // A usual run measures one kind of markup.
      for (const more of WORST.slice(0, usually(1, 3))) {
        const genuine: (() => Promise<URLSearchParams>)[] = [];
        for (let count = 0; count < 3; count += 1) {
          const asked = await begin(keyward, connection);
          const response = answer(asked, more);
          genuine.push(() => finish(asked, response));
        }
        const full = await leastOf(genuine, (answered) => assertSignedIn(keyward, answered));
        const asked = await begin(keyward, connection);
        const unasked = { ...asked, relayState: '' };
        const used = answer(unasked, more, idp, { inResponseTo: [null, null] });
        await assertSignedIn(keyward, await finish(unasked, used));
        const others = answer(await begin(keyward, connection), more);
        const refused = {
          'signed by another': [asked, answer(asked, more, other)],
          'changed after it was signed': [
            asked,
            answer(asked, more).replace('</saml:AttributeStatement>', '<saml:c/>$&'),
          ],
          'sent again': [unasked, used],
          'for another request': [asked, others],
        } as const;
        for (const [name, [to, response]] of Object.entries(refused)) {
          const again = () => finish(to, response);
          const spent = await leastOf([again, again, again], (answered) => {
            assertFailed(answered, 'saml_invalid');
          });
          assert.ok(spent * 2 < full, `${name}: ${spent.toFixed(1)} of ${full.toFixed(1)} ms`);
        }
      }
      await changeSaml({ allow_idp_initiated: false });
    });

    const skip = !FULL && '`npm run test:long` measures it';
    it('leaves half of the time to others, however many answers wait', { skip }, async () => {
      const waiting: (() => Promise<URLSearchParams>)[] = [];
      for (let count = 0; count < 12; count += 1) {
        const asked = await begin(keyward, connection);
        const response = answer(asked, WORST[1]);
        waiting.push(() => finish(asked, response));
      }
      const [start, began] = [process.threadCpuUsage(), performance.now()];
      const answered = await Promise.all(waiting.map((send) => send()));
      const { user, system } = process.threadCpuUsage(start);
      const used = (user + system) / 1_000 / (performance.now() - began);
      for (const one of answered) await assertSignedIn(keyward, one);
      // Besides, the answers are sent, and the sessions begin.
      assert.ok(used < 0.75, `busy for ${used.toFixed(2)} of the time`);
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
