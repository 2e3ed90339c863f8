import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { addMember, suiteMailed } from '../codes/support/mailed.ts';
import { assertRefusal } from '../expectations.ts';
import { CLIENT } from '../people.ts';
import { enrolTotp, factorsOf, textsOf } from './enrol.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`recovery codes on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const renew = (token: string, languages = '') =>
      keyward.call('POST', '/account/recovery-codes', { token, headers: { 'accept-language': languages } });
    const prove = (id: number, code: string) => keyward.app.services.factors.recoveryCodes.prove(id, code);

    /** Uses a proof up and tells the owner, as a sign-in does. */
    async function use(
      id: number,
      proof: Awaited<ReturnType<typeof prove>>,
      languages = '',
    ): Promise<boolean> {
      const { store } = keyward.app.services;
      const account = await store.accounts.find('id', id);
      assert.ok(proof !== null && account !== null);
      assert.deepEqual([proof.method, proof.amr], ['recovery_code', 'otp']);
      const client = { ...CLIENT, languages };
      return store.transaction(async (tables) => {
        await tables.accounts.lock(id);
        return proof.spend(tables, { account, client });
      });
    }

    it('MF12: each work once, however they are written, and a mail tells the owner how many are left', async () => {
      const person = await addMember(keyward);
      const { id, token, email } = person;
      const { codes } = await enrolTotp(keyward, person);
      await keyward.mail.nextMail(email);
      const spellings = [
        (code: string) => code,
        (code: string) => code.toLowerCase(),
        (code: string) => code.replaceAll('-', ''),
        (code: string) => ` ${code.replaceAll('-', ' ').toLowerCase()} `,
        (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'l'),
        (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'I'),
      ];
      for (const [index, spell] of spellings.entries()) {
        // Only codes with such letters have look-alikes; nearly every ten codes include one.
        const alike = index < 4 ? -1 : codes.findIndex((one) => /[01]/.test(one));
        const [code = ''] = codes.splice(Math.max(alike, 0), 1);
        const proof = await prove(id, spell(code));
        assert.equal(await use(id, proof, index % 2 === 0 ? 'en' : 'de'), true, spell(code));
        assert.equal(await prove(id, spell(code)), null, 'used');
        const left = 9 - index;
        assert.deepEqual((await factorsOf(keyward, token))['recovery_codes'], { left });
        const [event] = (await auditLogOf(keyward.database, 'recovery_code.used')).slice(-1);
        assert.equal(event?.data['left'], left);
        assert.equal(Object(event?.data['account']).id, id);
        // Mails of one kind to one address are limited.
        if (index >= 5) continue;
        const { parsed } = await keyward.mail.nextMail(email);
        assert.match(
          parsed.subject ?? '',
          index % 2 === 0 ? /^A recovery code/ : /^Ein Wiederherstellungscode/,
        );
        assert.match(parsed.text ?? '', new RegExp(`(?:are left|Übrige Codes): ${left}\\.`));
      }
    });

    it('MF12: open no other account, and nothing else counts as one', async () => {
      const [ada, grace] = [await addMember(keyward), await addMember(keyward)];
      const [code = ''] = (await enrolTotp(keyward, ada)).codes;
      await enrolTotp(keyward, grace);
      assert.equal(await prove(grace.id, code), null);
      // An attacker who writes to the database cannot make them either.
      await keyward.database.query(
        'insert into recovery_codes (account_id, code_hash) select cast($1 as integer), code_hash from recovery_codes where account_id = $2',
        [grace.id, ada.id],
      );
      assert.equal(await prove(grace.id, code), null);
      for (const wrong of [
        '',
        '-',
        code.slice(1),
        `${code}0`,
        code.replace(/^./, 'U'),
        code.replaceAll('-', '_'),
      ])
        assert.equal(await prove(ada.id, wrong), null, wrong);
      assert.notEqual(await prove(ada.id, code), null);
    });

    it('MF4: of fifty simultaneous uses of one code, one counts', async () => {
      const person = await addMember(keyward);
      const [code = ''] = (await enrolTotp(keyward, person)).codes;
      const proofs = await Promise.all(Array.from({ length: 50 }, () => prove(person.id, code)));
      const spent = await Promise.all(proofs.map((proof) => use(person.id, proof)));
      assert.equal(spent.filter(Boolean).length, 1);
      assert.deepEqual((await factorsOf(keyward, person.token))['recovery_codes'], { left: 9 });
    });

    it('are replaced as a whole, and the owner gets a mail', async () => {
      const person = await addMember(keyward);
      const { id, token, email } = person;
      const { codes: old } = await enrolTotp(keyward, person);
      await keyward.mail.nextMail(email);
      const renewed = await renew(token, 'de');
      assert.equal(renewed.status, 200, renewed.text);
      assert.deepEqual(Object.keys(renewed.body), ['recovery_codes']);
      const codes = textsOf(renewed.body['recovery_codes']);
      assert.equal(new Set([...old, ...codes]).size, 20);
      for (const code of old) assert.equal(await prove(id, code), null);
      for (const code of codes) assert.notEqual(await prove(id, code), null);
      const { parsed } = await keyward.mail.nextMail(email);
      assert.equal(parsed.subject, 'Neue Wiederherstellungscodes für Ihr Konto bei Example');
      const [event] = (await auditLogOf(keyward.database, 'factor.added')).slice(-1);
      assert.deepEqual(event?.data['factor'], { type: 'recovery_codes', id: null, name: null });
    });

    it('need a factor', async () => {
      const { token } = await addMember(keyward);
      assertRefusal(await renew(token), 404, 'FactorNotFoundError');
    });
  });
}
