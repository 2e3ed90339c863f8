import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { assertSignedIn } from '../providers/harness.ts';
import { type Connected, CONNECTIONS_ON } from './help.ts';
import {
  addSamlStage,
  answerTo,
  type Asked,
  assertionXml,
  assertRefusedBy,
  begin,
  finish,
  type Message,
  responseXml,
  type SamlIdp,
  sign,
} from './saml-idp.ts';

const EVIL = 'boss@acme.example';

/**
 * Forgeries that passed other implementations, beside signature wrapping (`saml.test.ts`). Each changes a genuine
 * assertion, and the assertion that the forger would like.
 */
const FORGERIES: Record<string, { forge: (genuine: string, evil: string) => string; reason: RegExp }> = {
  'a reference to another document': {
    forge: (genuine) => genuine.replace(/URI="#[^"]*"/, 'URI="https://evil.example.com/assertion.xml"'),
    reason: /structure/,
  },
  'a reference to the whole document': {
    forge: (genuine) => genuine.replace(/URI="#[^"]*"/, 'URI=""'),
    reason: /structure/,
  },
  'a transform that executes code (XSLT)': {
    forge: (genuine) =>
      genuine.replace(
        '<ds:Transforms>',
        '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
      ),
    reason: /algorithm/,
  },
  'a transform that selects nothing (XPath)': {
    forge: (genuine) =>
      genuine.replace(
        '<ds:Transforms>',
        '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>',
      ),
    reason: /algorithm/,
  },
  'two references in one signature': {
    forge: (genuine) => genuine.replace(/<ds:Reference .*<\/ds:Reference>/s, '$&$&'),
    reason: /structure/,
  },
  'two elements SignedInfo (CVE-2025-29774)': {
    forge: (genuine) => genuine.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, '$&$&'),
    reason: /structure/,
  },
  'a comment in the digest (CVE-2025-29775)': {
    forge: (genuine) => genuine.replace('<ds:DigestValue>', '<ds:DigestValue><!--AAAA-->'),
    reason: /markup/,
  },
  'two signatures of one element': {
    forge: (genuine) => genuine.replace(/<ds:Signature .*<\/ds:Signature>/s, '$&$&'),
    reason: /structure/,
  },
  'an attribute ID of another namespace beside the real one': {
    forge(genuine, evil) {
      const [, id = ''] = /ID="([^"]+)"/.exec(genuine) ?? [];
      return evil.replace(' ID="', ` saml:ID="${id}" ID="`) + genuine;
    },
    reason: /structure/,
  },
  'the signature of a genuine assertion under its id': {
    forge(genuine, evil) {
      const [, id = ''] = /ID="([^"]+)"/.exec(genuine) ?? [];
      const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(genuine) ?? [];
      return evil.replace(/ID="[^"]+"/, `ID="${id}"`).replace('</saml:Issuer>', `$&${signature}`);
    },
    reason: /signature/,
  },
  'a namespace that canonicalization cannot take (a relative one)': {
    forge: (genuine, evil) => {
      const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(genuine) ?? [];
      return evil
        .replace('<saml:Assertion ', '<saml:Assertion xmlns:ns="1" ')
        .replace('</saml:Issuer>', `$&${signature.replaceAll(/URI="#[^"]*"/g, `URI="#${idOf(evil)}"`)}`);
    },
    reason: /signature/,
  },
  'a namespace that canonicalization writes out at each element (P15-3)': {
    // Behind a value that looks like one.
    forge: (_, evil) =>
      evil.replace(
        '<saml:Assertion ',
        `<saml:Assertion a=' xmlns="' xmlns:ns="urn:${'x'.repeat(300)}" b='"' `,
      ),
    reason: /markup/,
  },
  'an assertion of another namespace': {
    forge: (_, evil) => evil.replace('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:other'),
    reason: /structure/,
  },
  'an assertion of SAML 1.1': {
    forge: (_, evil) =>
      evil.replace('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:oasis:names:tc:SAML:1.0:assertion'),
    reason: /structure/,
  },
  'a signature of another namespace': {
    forge: (genuine) => genuine.replaceAll('http://www.w3.org/2000/09/xmldsig#"', 'urn:other"'),
    reason: /structure|signature/,
  },
  'a signature value with nothing in it': {
    forge: (genuine) => genuine.replace(/(<ds:SignatureValue>)[^<]*/, '$1'),
    reason: /signature/,
  },
  'a second subject': {
    forge: (genuine, evil) => genuine.replace('<saml:Conditions', `${subjectOf(evil)}$&`),
    reason: /structure/,
  },
};

const idOf = (xml: string) => /ID="([^"]+)"/.exec(xml)?.[1] ?? '';
const subjectOf = (xml: string) => /<saml:Subject>.*<\/saml:Subject>/s.exec(xml)?.[0] ?? '';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`forged answers of SAML, ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    let idp: SamlIdp;
    let connection: Connected;

    before(async () => {
      ({ idp, connection } = await addSamlStage(keyward));
    });

    const messageTo = (asked: Asked, nameId: string): Message => ({
      nameId,
      ...answerTo(asked, idp, keyward.clock.now()),
    });

    for (const [name, { forge, reason }] of Object.entries(FORGERIES))
      it(`SA-1: are refused with ${name}`, async () => {
        const asked = await begin(keyward, connection);
        const message = messageTo(asked, 'ada@acme.example');
        const genuine = sign(assertionXml(message), 'Assertion', idp);
        const forged = forge(genuine, assertionXml(messageTo(asked, EVIL)));
        assert.notEqual(forged, genuine);
        await assertRefusedBy(keyward, asked, responseXml(message, forged), reason);
        await assertSignedIn(keyward, await finish(asked, responseXml(message, genuine)));
        const found = await keyward.database.query('select id from accounts where email_key = $1', [EVIL]);
        assert.equal(found.length, 0);
      });
  });
}
