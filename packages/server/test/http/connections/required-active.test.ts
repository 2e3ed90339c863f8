import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asObject, asText, claimsOf, suiteKeyward } from '../expectations.ts';
import { addMember, outcome, suiteCast } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { assertSignedIn } from '../providers/harness.ts';
import { connect, type Connected, CONNECTIONS_ON, eachHome, signInBy } from './help.ts';

const REQUIRED = '403 ConnectionRequiredError';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an active organization that begins to require its connection, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { ...CONNECTIONS_ON, KEYWARD_DUAL_TOKEN_MODE: 'on' },
    });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    const acme = eachHome(keyward, cast);
    const { member } = acme;
    let connection: Connected;

    beforeEach(async () => {
      connection = await connect(keyward, cast.root, acme, provider);
    });

    const turn = (joining: string) =>
      keyward.database.query('update organization_domains set joining = $1 where domain = $2', [
        joining,
        acme.domain,
      ]);
    const tokensIn = ({ status, body, text }: Answer) => {
      assert.equal(status, 200, text);
      return { token: asText(body['access_token']), refresh_token: asText(body['refresh_token']) };
    };
    const logIn = async ({ email: identifier }: SignedUp) =>
      tokensIn(await keyward.call('POST', '/login', { body: { identifier, password: PASSWORD } }));
    type Tokens = ReturnType<typeof tokensIn>;
    const activate = ({ token, refresh_token }: Tokens) =>
      keyward.call('POST', '/token/organization', { token, body: { organization: acme.id, refresh_token } });
    const refresh = ({ refresh_token }: Tokens, more: object = {}) =>
      keyward.call('POST', '/token/refresh', { body: { refresh_token, ...more } });
    const activeIn = async ({ token }: Tokens) => {
      const { body, text } = await keyward.call('GET', '/me', { token });
      assert.ok('organization' in body, text);
      return body['organization'] === null ? null : asObject(body['organization'])['id'];
    };

    it('is left by the sessions of other methods, and by no others', async () => {
      const [person, owner] = [await member('admin'), await member('owner')];
      const own = tokensIn(await activate(await logIn(person)));
      const broken = tokensIn(await activate(await logIn(owner)));
      await turn('require');
      assert.equal(await activeIn(own), null);
      const refused = await refresh(own);
      assert.equal(outcome(refused), REQUIRED);
      assert.equal(asObject(asObject(refused.body['details'])['connection'])['id'], connection.id);
      assert.equal(outcome(await activate(own)), REQUIRED);
      const invitations = await keyward.call('GET', `${acme.path}/invitation`, { token: own.token });
      assert.equal(outcome(invitations), REQUIRED);
      assert.equal((await keyward.call('GET', acme.path, { token: own.token })).status, 200);
      // The refusals have used nothing up.
      const out = tokensIn(await refresh(own, { organization: null }));
      assert.equal(claimsOf(out.token)['org'], undefined);
      assert.equal(outcome(await refresh(out, { organization: acme.id })), REQUIRED);
      // Owners keep one way in.
      assert.equal(await activeIn(tokensIn(await refresh(broken))), acme.id);
      const { email } = person;
      const query = await signInBy(keyward, connection, provider, { sub: email, email, name: 'Ada' });
      const { token } = await assertSignedIn(keyward, query);
      const refresh_token = asText(query.get('refresh_token'));
      const came = tokensIn(await activate({ token, refresh_token }));
      assert.equal(await activeIn(tokensIn(await refresh(came))), acme.id);
      await turn('none');
      assert.equal(await activeIn(tokensIn(await activate(out))), acme.id);
    });

    it('stays active for those whom it does not bind', async () => {
      const guest = await addPerson(keyward, { verified: true });
      await addMember(keyward, cast.root, acme, guest, 'member');
      const tokens = tokensIn(await activate(await logIn(guest)));
      await turn('require');
      assert.equal(await activeIn(tokensIn(await refresh(tokens))), acme.id);
    });
  });
}
