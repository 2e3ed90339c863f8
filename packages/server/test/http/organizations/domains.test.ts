import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { txtRecordsOf } from '../../../src/features/organizations/txt-records.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { type Answer, type SignedUp, startKeyward } from '../../support/keyward.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin, rowsOf } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { asObject, assertRefusal, asText, timestampOf } from '../expectations.ts';
import { addKey } from '../api-keys/api-keys.ts';
import { addPerson } from '../people.ts';
import { type Acme, addAcme, addCast, addOrganization, ON, outcome } from './help.ts';

const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
let serial = 0;

/** A domain that no other test claims. */
function newDomain(): string {
  serial += 1;
  return `acme${serial}.example.net`;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`domains of organizations on ${kind}`, () => {
    let dns: NameServer;
    before(async () => {
      dns = await startNameServer();
    });
    after(() => dns[Symbol.asyncDispose]());
    const keyward = suiteMailed(kind, {
      settings: { ...ON, KEYWARD_LIMIT_CHANGES: '10000/1h' },
      parts: { readTxtRecords: (name) => txtRecordsOf(dns.address)(name) },
    });

    type By = { token: string };
    const claim = ({ path }: Acme, { token }: By, body: object) =>
      keyward.call('POST', `${path}/domain`, { token, body });
    const verify = ({ path }: Acme, { token }: By, domain: string, body?: object) =>
      keyward.call('POST', `${path}/domain/${domain}/verify`, { token, ...(body && { body }) });
    const patch = ({ path }: Acme, { token }: By, domain: string, joining: string) =>
      keyward.call('PATCH', `${path}/domain/${domain}`, { token, body: { joining } });
    const remove = ({ path }: Acme, { token }: By, domain: string) =>
      keyward.call('DELETE', `${path}/domain/${domain}`, { token });
    const listed = async ({ path }: Acme, { token }: By) =>
      rowsOf(await keyward.call('GET', `${path}/domain`, { token }), 'domains');

    /** Publishes the record that an answer asks for. */
    function publish({ body }: Answer): void {
      const { name, value } = asObject(body['record']);
      dns.texts.set(asText(name), ['v=spf1 -all', asText(value)]);
    }

    async function verified(acme: Acme, by: By, domain: string): Promise<Answer> {
      const claimed = await claim(acme, by, { domain });
      assert.equal(claimed.status, 201, claimed.text);
      publish(claimed);
      const done = await verify(acme, by, domain);
      assert.equal(done.status, 200, done.text);
      return claimed;
    }

    const eventsOf = async (
      type: 'organization.domain_verified' | 'organization.domain_lost',
      domain: string,
    ) => (await auditLogOf(keyward.database, type)).filter(({ data }) => data['domain'] === domain);

    async function statusOf(domain: string): Promise<unknown> {
      const [row] = await keyward.database.query(
        'select status from organization_domains where domain = $1',
        [domain],
      );
      return row?.['status'];
    }

    it('are claimed, proven by a record in DNS, and removed', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const domain = newDomain();
      const claimed = await claim(acme, cast.admin, { domain: domain.toUpperCase(), joining: 'suggest' });
      const record = {
        type: 'TXT',
        name: `_keyward.${domain}`,
        value: asText(asObject(claimed.body['record'])['value']),
      };
      assert.match(record.value, /^keyward-domain-verification=[\w-]{32}$/);
      const now = timestampOf(keyward.clock.now());
      const shown = { domain, status: 'pending', joining: 'suggest', record, created_at: now };
      assert.equal(claimed.status, 201, claimed.text);
      assert.deepEqual(claimed.body, { ...shown, verified_at: null, checked_at: null });
      // Every member sees them.
      assert.deepEqual(await listed(acme, cast.member), [claimed.body]);

      dns.texts.set(record.name, ['v=spf1 -all']);
      const early = await verify(acme, cast.admin, domain);
      assertRefusal(early, 409, 'DomainNotVerifiedError');
      assert.deepEqual(early.body['details'], { record, found: ['v=spf1 -all'] });
      publish(claimed);
      const done = await verify(acme, cast.admin, domain);
      const proven = { ...shown, status: 'verified', verified_at: now, checked_at: now };
      assert.equal(done.status, 200, done.text);
      assert.deepEqual(done.body, proven);
      assert.equal((await verify(acme, cast.admin, domain)).status, 200);
      assert.equal((await patch(acme, cast.admin, domain, 'none')).body['joining'], 'none');
      assert.equal((await eventsOf('organization.domain_verified', domain)).length, 1);

      assert.equal((await remove(acme, cast.admin, domain)).status, 200);
      assert.deepEqual(await listed(acme, cast.member), []);
      const [lost, ...more] = await eventsOf('organization.domain_lost', domain);
      assert.equal(more.length, 0);
      assert.equal(asObject(lost?.data['organization'])['id'], acme.id);
      for (const answer of [
        await verify(acme, cast.admin, domain),
        await patch(acme, cast.admin, domain, 'join'),
        await remove(acme, cast.admin, domain),
      ])
        assertRefusal(answer, 404, 'DomainNotFoundError');
      // A new claim needs a new record.
      assert.equal((await claim(acme, cast.admin, { domain })).status, 201);
      assertRefusal(await verify(acme, cast.admin, domain), 409, 'DomainNotVerifiedError');
    });

    it('have one form, and do not cover the domains below them', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const claimed = await claim(acme, cast.owner, { domain: 'BÜCHER.example.net' });
      assert.equal(claimed.body['domain'], 'xn--bcher-kva.example.net');
      assertRefusal(
        await claim(acme, cast.owner, { domain: 'xn--bcher-kva.example.net' }),
        409,
        'DomainTakenError',
      );
      publish(claimed);
      assert.equal((await verify(acme, cast.owner, encodeURIComponent('bücher.example.net'))).status, 200);
      assertRefusal(
        await verify(acme, cast.owner, 'www.xn--bcher-kva.example.net'),
        404,
        'DomainNotFoundError',
      );
      for (const domain of ['gmail.com', 'GMX.de', 'tutanota.com', '*.acme.example', 'localhost', 'a b.org'])
        assertRefusal(await claim(acme, cast.owner, { domain }), 422, 'ValidationError', ['domain']);
    });

    it('belong to one organization at a time, whoever races', async () => {
      const cast = await addCast(keyward);
      const [acme, other] = [
        await addAcme(keyward, cast),
        await addOrganization(keyward, cast.root, cast.other),
      ];
      const domain = newDomain();
      const claims = [await claim(acme, cast.owner, { domain }), await claim(other, cast.other, { domain })];
      const values = claims.map(({ body }) => asText(asObject(body['record'])['value']));
      dns.texts.set(`_keyward.${domain}`, values);
      const outcomes = (
        await Promise.all([verify(acme, cast.owner, domain), verify(other, cast.other, domain)])
      ).map(outcome);
      assert.deepEqual(outcomes.toSorted(), ['409 DomainTakenError', 'ok']);
      const [winner, loser, by] =
        outcomes[0] === 'ok' ? ([acme, other, cast] as const) : ([other, acme, cast] as const);
      const ownerOf = (one: Acme): SignedUp => (one === acme ? by.owner : by.other);
      assert.equal((await remove(winner, ownerOf(winner), domain)).status, 200);
      assert.equal((await verify(loser, ownerOf(loser), domain)).status, 200);
    });

    it('can be confirmed by superadmins only, and are not checked in DNS then', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const domain = newDomain();
      await claim(acme, cast.owner, { domain });
      assertRefusal(await verify(acme, cast.owner, domain, { vouch: true }), 403, 'RoleMismatchError');
      const { key } = await addKey(keyward, ['organizations:write']);
      assertRefusal(await verify(acme, { token: key }, domain, { vouch: true }), 403, 'RoleMismatchError');
      const asked = dns.asked.length;
      const done = await verify(acme, cast.root, domain, { vouch: true });
      assert.equal(done.body['status'], 'verified', done.text);
      keyward.clock.advance(5 * WEEK_MS);
      await keyward.app.services.sweep();
      assert.ok(!dns.asked.slice(asked).includes(`_keyward.${domain}`));
      assert.equal(await statusOf(domain), 'verified');
    });

    it('ask DNS only for people with the permission', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const domain = newDomain();
      await claim(acme, cast.owner, { domain });
      assertRefusal(await verify(acme, cast.member, domain), 403, 'PermissionMissingError');
      assertRefusal(await verify(acme, cast.stranger, domain), 404, 'OrganizationNotFoundError');
      assert.ok(!dns.asked.includes(`_keyward.${domain}`));
    });

    it('say so when DNS gives no answer', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const domain = newDomain();
      await claim(acme, cast.owner, { domain });
      dns.fails = true;
      try {
        const answer = await verify(acme, cast.owner, domain);
        assertRefusal(answer, 409, 'DomainNotVerifiedError');
        assert.match(asText(answer.body['message']), /no answer/);
      } finally {
        dns.fails = false;
      }
    });

    it('are lost after three weekly checks in a row without a record, and owners hear of the first', async () => {
      const root = await addSuperadmin(keyward);
      const owner = await addPerson(keyward, { verified: true });
      const acme = await addOrganization(keyward, root, owner);
      const domain = newDomain();
      const claimed = await verified(acme, root, domain);
      const look = async () => {
        keyward.clock.advance(WEEK_MS);
        await keyward.app.services.sweep();
        return statusOf(domain);
      };
      const mails = () =>
        keyward.mail.mailsTo(owner.email).filter(({ parsed }) => parsed.subject?.includes('verified again'));
      dns.texts.delete(`_keyward.${domain}`);
      assert.equal(await look(), 'verified');
      const mail = await keyward.mail.nextMail(owner.email);
      assert.match(mail.parsed.text ?? '', new RegExp(domain.replaceAll('.', '\\.')));
      assert.equal(await look(), 'verified');
      publish(claimed);
      assert.equal(await look(), 'verified');
      dns.texts.delete(`_keyward.${domain}`);
      // The looks before do not count: not in a row.
      assert.equal(await look(), 'verified');
      await keyward.mail.nextMail(owner.email);
      assert.equal(await look(), 'verified');
      assert.equal(await look(), 'lost');
      assert.equal(mails().length, 2);
      const [lost, ...more] = await eventsOf('organization.domain_lost', domain);
      assert.equal(more.length, 0);
      assert.equal(asObject(lost?.data['actor'])['type'], 'service');
      publish(claimed);
      assert.equal(await look(), 'lost');
      const again = await addSuperadmin(keyward);
      assert.equal((await verify(acme, again, domain)).body['status'], 'verified');
    });

    it('survive a short outage of the name server', async () => {
      const root = await addSuperadmin(keyward);
      const acme = await addOrganization(keyward, root, await addPerson(keyward, { verified: true }));
      const domain = newDomain();
      await verified(acme, root, domain);
      const failures = async () =>
        (
          await keyward.database.query('select failures from organization_domains where domain = $1', [
            domain,
          ])
        )[0]?.['failures'];
      keyward.clock.advance(WEEK_MS);
      dns.fails = true;
      try {
        await keyward.app.services.sweep();
        assert.equal(Number(await failures()), 0);
        keyward.clock.advance(26 * HOUR_MS);
        await keyward.app.services.sweep();
        assert.equal(Number(await failures()), 1);
      } finally {
        dns.fails = false;
      }
    });

    it('O12-8: need a recent proof where people join with a default role that leads further', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const domain = newDomain();
      const claimed = await claim(acme, cast.owner, { domain, joining: 'join' });
      publish(claimed);
      const configure = (body: object) =>
        keyward.call('PATCH', '/config/organizations', { token: cast.root.token, body });
      const lead = { name: 'lead', description: '', permissions: ['org:members:write'] };
      const set = await configure({ roles: [lead], default_role: 'lead' });
      assert.equal(set.status, 200, set.text);
      await keyward.database.query(
        'update sessions set created_at = created_at - $1, reauthenticated_at = null where account_id = $2',
        [HOUR_MS, cast.owner.id],
      );
      const other = newDomain();
      for (const refused of [
        await verify(acme, cast.owner, domain),
        await claim(acme, cast.owner, { domain: other, joining: 'suggest' }),
      ])
        assertRefusal(refused, 403, 'ReauthenticationRequiredError');
      assert.equal((await claim(acme, cast.owner, { domain: other })).status, 201);
      assertRefusal(await patch(acme, cast.owner, other, 'join'), 403, 'ReauthenticationRequiredError');
      assert.equal((await configure({ roles: [], default_role: 'member' })).status, 200);
      assert.equal((await verify(acme, cast.owner, domain)).status, 200);
    });

    it('are checked by one of several instances, once', async () => {
      const root = await addSuperadmin(keyward);
      const acme = await addOrganization(keyward, root, await addPerson(keyward, { verified: true }));
      const domains = Array.from({ length: 12 }, newDomain);
      for (const domain of domains) await verified(acme, root, domain);
      await using second = await startKeyward(kind, {
        database: keyward.database,
        clock: keyward.clock,
        settings: { ...ON, KEYWARD_DNS_SERVER: dns.address },
      });
      keyward.clock.advance(WEEK_MS);
      dns.asked = [];
      await Promise.all([keyward.app.services.sweep(), second.app.services.sweep()]);
      for (const domain of domains)
        assert.equal(dns.asked.filter((name) => name === `_keyward.${domain}`).length, 1, domain);
    });
  });
}
