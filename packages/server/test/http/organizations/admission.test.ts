import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { HOOK_LIMIT_MS } from '../../../src/features/hooks/bounded.ts';
import type { JoiningFacts } from '../../../src/features/hooks/sign-in-hooks.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { assertRefusal, asText } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { type Acme, addInvitation, addOrganization, membersOf, ON } from './help.ts';

let serial = 0;

/** A clock on which no hook is ever late: sleeps of others end at once. */
function patient(): FakeClock {
  const clock = createFakeClock();
  const sleep: FakeClock['sleep'] = async (ms, signal) => {
    if (ms !== HOOK_LIMIT_MS || signal === undefined) return clock.sleep(ms, signal);
    if (!signal.aborted) await once(signal, 'abort');
  };
  return { ...clock, sleep };
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the hook memberJoining on ${kind}`, () => {
    let answer: (facts: JoiningFacts) => unknown = () => undefined;
    let asked: JoiningFacts[] = [];
    const keyward = suiteMailed(kind, {
      clock: patient(),
      settings: { ...ON, KEYWARD_LIMIT_CHANGES: '10000/1h' },
      parts: {
        hooks: {
          memberJoining: (facts) => {
            asked.push(facts);
            return answer(facts);
          },
        },
      },
    });

    interface Stage {
      root: SignedUp;
      owner: SignedUp;
      acme: Acme;
      email: string;
    }

    /** An organization whose verified domain takes people in, and a mailbox of the domain. */
    async function stage(): Promise<Stage> {
      serial += 1;
      const domain = `hook${serial}.example.net`;
      const root = await addSuperadmin(keyward);
      const owner = await addPerson(keyward, { verified: true });
      answer = () => undefined;
      const acme = await addOrganization(keyward, root, owner);
      const { token } = root;
      await keyward.call('POST', `${acme.path}/domain`, { token, body: { domain, joining: 'join' } });
      await keyward.call('POST', `${acme.path}/domain/${domain}/verify`, { token, body: { vouch: true } });
      asked = [];
      return { root, owner, acme, email: `ada@${domain}` };
    }

    const proven = (email: string) => addPerson(keyward, { verified: true, email });
    async function invited({ root, acme, email }: Stage): Promise<string> {
      await addInvitation(keyward, root, acme, email);
      return asText(new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token'));
    }

    /** Every way into an organization, by its source. The one by itself refuses nobody the sign-up. */
    const ways: Record<string, { source: string; enter: (at: Stage) => Promise<Answer>; byItself?: true }> = {
      'a superadmin adds the account': {
        source: 'superadmin',
        enter: async ({ root: { token }, acme, email }) => {
          const { id } = await proven(email);
          return keyward.call('POST', `${acme.path}/member`, { token, body: { account_id: id } });
        },
      },
      'an account accepts an invitation': {
        source: 'invitation',
        enter: async (at) => {
          const { token } = await proven(at.email);
          const body = { token: await invited(at) };
          return keyward.call('POST', '/invitation/accept', { token, body });
        },
      },
      'an invitation opens an account': {
        source: 'invitation',
        enter: async (at) =>
          keyward.call('POST', '/signup/invitation', {
            body: { token: await invited(at), name: 'Ada', password: PASSWORD },
          }),
      },
      'an invitation claims an account that nobody has proven': {
        source: 'invitation',
        enter: async (at) => {
          await addPerson(keyward, { email: at.email });
          const body = { token: await invited(at), name: 'Ada', password: PASSWORD };
          return keyward.call('POST', '/signup/invitation', { body });
        },
      },
      'an account joins by its domain': {
        source: 'domain',
        enter: async ({ acme, email }) =>
          keyward.call('POST', `${acme.path}/join`, { token: (await proven(email)).token }),
      },
      'a proof of the email takes the account in': {
        source: 'domain',
        byItself: true,
        enter: async ({ email }) =>
          keyward.call('POST', '/signup/otp', {
            body: { name: 'Ada', email, password: PASSWORD, otp: await codeFor(keyward, 'signup', email) },
          }),
      },
    };

    async function rolesOf({ root, acme, email }: Stage): Promise<string[] | undefined> {
      const account = await keyward.app.services.store.accounts.find('email_key', email);
      return account === null ? undefined : (await membersOf(keyward, root, acme))[account.id];
    }

    for (const [way, { source, enter, byItself }] of Object.entries(ways)) {
      describe(`when ${way}`, () => {
        it('is asked once, and may write to the organization meanwhile', async () => {
          const at = await stage();
          answer = async () => {
            const { token } = at.root;
            const renamed = await keyward.call('PATCH', at.acme.path, { token, body: { name: 'Acme Ltd' } });
            assert.equal(renamed.status, 200, renamed.text);
          };
          const done = await enter(at);
          assert.ok(done.status < 300, done.text);
          assert.deepEqual(await rolesOf(at), ['member']);
          assert.deepEqual(
            asked.map(({ account, organization, roles, source: how }) => [
              account.email,
              account.email_verified,
              organization.id,
              roles,
              how,
            ]),
            [[at.email, true, at.acme.id, ['member'], source]],
          );
        });

        it('gives other roles', async () => {
          const at = await stage();
          answer = () => ({ roles: ['admin'] });
          const done = await enter(at);
          assert.ok(done.status < 300, done.text);
          assert.deepEqual(await rolesOf(at), ['admin']);
        });

        it('can refuse, and then nothing is used up', async () => {
          const at = await stage();
          answer = () => ({ refuse: 'This seat is not paid for.' });
          const done = await enter(at);
          if (byItself === true) assert.ok(done.status < 300, done.text);
          else {
            assertRefusal(done, 403, 'MembershipRefusedError');
            assert.equal(done.body['message'], 'This seat is not paid for.');
          }
          assert.equal(await rolesOf(at), undefined);
          if (source !== 'invitation') return;
          const open = await keyward.call('GET', `${at.acme.path}/invitation`, { token: at.root.token });
          assert.equal(open.body['total'], 1);
        });
      });
    }

    it('is asked about the creator, who stays the owner', async () => {
      const { root } = await stage();
      const owner = await addPerson(keyward, { verified: true });
      answer = () => ({ refuse: 'No more organizations.' });
      const body = { name: 'Beta', owner: owner.id };
      const refused = await keyward.call('POST', '/organization', { token: root.token, body });
      assertRefusal(refused, 403, 'MembershipRefusedError');
      answer = () => ({ roles: ['admin'] });
      const beta = await addOrganization(keyward, root, owner, { name: 'Beta' });
      assert.deepEqual((await membersOf(keyward, root, beta))[owner.id], ['owner', 'admin']);
      const facts = asked.at(-1);
      assert.deepEqual(
        [facts?.organization, facts?.roles, facts?.source],
        [{ id: beta.id, name: 'Beta', slug: null, external_id: null }, ['owner'], 'creator'],
      );
    });

    it('that gives roles which do not exist is reported, and changes nothing', async () => {
      const at = await stage();
      answer = () => ({ roles: ['emperor'] });
      const { id } = await proven(at.email);
      const { token } = at.root;
      const added = await keyward.call('POST', `${at.acme.path}/member`, { token, body: { account_id: id } });
      assert.equal(added.status, 201, added.text);
      assert.deepEqual(await rolesOf(at), ['member']);
      const [problem, ...more] = keyward.unexpected.splice(0);
      assert.match(String(problem), /memberJoining must return roles/);
      assert.equal(more.length, 0);
    });
  });
}
