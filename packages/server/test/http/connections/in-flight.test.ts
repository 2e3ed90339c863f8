import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import type { SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { enrolTotp } from '../factors/enrol.ts';
import { outcome, suiteCast } from '../organizations/help.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { patch, resourceIn, scimSender, type TestProvider, USER } from '../scim/help.ts';
import { connect, type Connected, CONNECTIONS_ON, eachHome, signInBy } from './help.ts';
import {
  answerTo,
  assertionXml,
  begin,
  connectSaml,
  createSamlIdp,
  post,
  responseXml,
  type SamlIdp,
  sign,
} from './saml-idp.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`sign-ins in flight while their connection changes, on ${kind}`, () => {
    /** Runs when the host is asked: the connection has given its word, and there is no session yet. */
    let meanwhile: (() => Promise<void>) | undefined;
    const beforeLogin = async () => {
      const change = meanwhile;
      meanwhile = undefined;
      await change?.();
    };
    const clock = createFakeClock(undefined, { holdSleeps: true });
    const keyward = suiteKeyward(kind, {
      settings: CONNECTIONS_ON,
      clock,
      parts: { hooks: { beforeLogin } },
    });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    const acme = eachHome(keyward, cast);
    const { act, member } = acme;
    let maker: SignedUp;
    let connection: Connected;
    let scim: TestProvider['send'];

    beforeEach(async () => {
      maker = await member('owner');
      connection = await connect(keyward, maker, acme, provider);
      const { body } = await act(maker, 'POST', `/connection/${connection.id}/scim_token`, undefined, 201);
      scim = scimSender(keyward, connection.id, body['token']);
    });

    const enter = ({ email }: SignedUp, by = connection) =>
      signInBy(keyward, by, provider, { sub: email, email, name: 'Ada' });
    const save = (body: object, who = maker) => act(who, 'PATCH', `/connection/${connection.id}`, body);
    const sessionsOf = async ({ id }: SignedUp) =>
      (
        await keyward.database.query(
          'select id from sessions where account_id = $1 and connection_uid is not null',
          [id],
        )
      ).length;

    const ENDS: readonly [string, () => Promise<unknown>, string][] = [
      ['turned off', () => save({ status: 'disabled' }), 'connection_not_found'],
      [
        'turned off and on',
        async () => {
          await save({ status: 'disabled' });
          keyward.clock.advance(1);
          await save({ status: 'active' });
        },
        'connection_not_found',
      ],
      ['deleted', () => act(maker, 'DELETE', `/connection/${connection.id}`), 'connection_not_found'],
      ['given another secret', () => save({ oidc: { client_secret: 'new' } }), 'connection_not_found'],
      ['without its maker', () => act(cast.owner, 'DELETE', `/member/${maker.id}`), 'connection_unapproved'],
      ['of a suspended organization', () => act(cast.root, 'POST', '/suspend'), 'organization_suspended'],
    ];

    for (const [what, end, code] of ENDS) {
      it(`a sign-in begins no session once its connection is ${what}`, async () => {
        const admin = await member('admin');
        await assertSignedIn(keyward, await enter(admin));
        const known = await sessionsOf(admin);
        meanwhile = async () => void (await end());
        assertFailed(await enter(admin), code);
        assert.ok((await sessionsOf(admin)) <= known);
      });

      it(`a second factor completes no sign-in once its connection is ${what}`, async () => {
        const admin = await member('admin');
        const { codes } = await enrolTotp(keyward, admin);
        const wait = async () => {
          const browser = createBrowser();
          const user = { sub: admin.email, email: admin.email, name: 'Ada' };
          const query = await signInBy(keyward, connection, provider, user, browser);
          assert.ok(query.has('challenge'), query.toString());
          const address = `${keyward.url}/auth/login/challenge`;
          const cookie = `keyward_challenge=${browser.cookie(address, 'keyward_challenge')}`;
          return () => {
            const body = { challenge: query.get('challenge'), method: 'recovery_code', code: codes.pop() };
            return keyward.call('POST', '/login/challenge', { body, headers: { cookie } });
          };
        };
        assert.equal(outcome(await (await wait())()), 'ok');
        const waiting = await wait();
        await end();
        assert.equal(outcome(await waiting()), '400 ChallengeInvalidError');
      });
    }

    it('a sign-in begins no session once SCIM has deactivated the person', async () => {
      const admin = await member('admin');
      const made = await scim('POST', '/Users', { schemas: [USER], userName: admin.email });
      const off = patch({ op: 'replace', path: 'active', value: false });
      meanwhile = async () => void resourceIn(await scim('PATCH', `/Users/${resourceIn(made, 201).id}`, off));
      assertFailed(await enter(admin), 'account_inactive');
      assert.equal(await sessionsOf(admin), 0);
    });

    it('a sign-in begins no session once the membership has ended', async () => {
      const admin = await member('admin');
      for (const end of [
        () => act(cast.owner, 'DELETE', `/member/${admin.id}`),
        () => act(admin, 'POST', '/leave'),
      ]) {
        meanwhile = async () => void (await end());
        assertFailed(await enter(admin), 'service_unavailable');
        assert.equal(await sessionsOf(admin), 0);
        // The provider still lets them in.
        await assertSignedIn(keyward, await enter(admin));
        await keyward.database.query('delete from sessions where connection_uid = $1', [connection.id]);
      }
    });

    it('a session has the rights of plain members while its connection is not active', async () => {
      const kept = await assertSignedIn(keyward, await enter(await member('admin')));
      await act(kept, 'GET', '/invitation');
      await keyward.database.query("update connections set status = 'disabled' where uid = $1", [
        connection.id,
      ]);
      await act(kept, 'GET', '/invitation', undefined, 403);
      await act(kept, 'GET', '');
    });

    describe('an answer of SAML counts for the connection that verified it', () => {
      let idp: SamlIdp;
      let saml: Connected;
      let colleague: SignedUp;
      beforeEach(async () => {
        idp = await createSamlIdp();
        saml = await connectSaml(keyward, maker, acme, idp);
        colleague = await member('owner');
      });
      const saveSaml = (body: object, who = maker) => act(who, 'PATCH', `/connection/${saml.id}`, body);

      for (const [what, edit] of [
        [
          'certificate',
          async () => saveSaml({ saml: { idp_certificates: [(await createSamlIdp()).certificate] } }),
        ],
        [
          'provider',
          async () =>
            saveSaml({
              saml: {
                idp_entity_id: 'https://other.example',
                idp_certificates: [(await createSamlIdp()).certificate],
              },
            }),
        ],
        ['encryption', () => saveSaml({ saml: { want_encrypted: true } })],
        ['mapping', () => saveSaml({ mapping: { staff: ['admin'] } })],
        ['voucher', () => saveSaml({}, colleague)],
        [
          'status',
          async () => {
            await saveSaml({ status: 'disabled' });
            keyward.clock.advance(1);
            await saveSaml({ status: 'active' });
          },
        ],
        ['nothing', () => saveSaml({})],
      ] as const)
        it(`until another ${what}`, async () => {
          const email = acme.newEmail();
          const asked = await begin(keyward, saml);
          const message = { ...answerTo(asked, idp, keyward.clock.now()), nameId: email };
          const response = responseXml(message, sign(assertionXml(message), 'Assertion', idp));
          const next = await post(asked.acsUrl, response, asked.relayState);
          await edit();
          const { headers } = await asked.browser.get(next.href);
          const query = new URL(headers.get('location') ?? '').searchParams;
          if (what === 'nothing') await assertSignedIn(keyward, query);
          else assertFailed(query, 'saml_invalid');
        });
    });
  });
}
