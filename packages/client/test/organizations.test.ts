import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { organizationsOf } from '../src/organizations.ts';
import { asText, claimsOf, suiteKeyward } from '../../server/test/http/expectations.ts';
import { dataOf, errorOf, signedIn } from './support/people.ts';

const MINUTE_MS = 60_000;

describe('organizations', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: {
      KEYWARD_DUAL_TOKEN_MODE: 'on',
      KEYWARD_ORGANIZATIONS_ENABLED: 'on',
      KEYWARD_ORGANIZATIONS_CREATION: 'anyone',
    },
  });

  it('setActive keeps the session with tokens that name the organization, over refreshes', async () => {
    const { client } = await signedIn(keyward);
    const token = dataOf(await client.getSession())?.access_token ?? '';
    const made = await keyward.call('POST', '/organization', { token, body: { name: 'Acme' } });
    assert.equal(made.status, 201, made.text);
    const organization = asText(made.body['slug']);
    dataOf(await client.organizations.setActive({ organization }));
    const named = async () => claimsOf(dataOf(await client.getSession())?.access_token)['org'];
    assert.equal(Object(await named()).slug, organization);
    assert.equal(dataOf(await client.me()).organization?.name, 'Acme');
    keyward.clock.advance(16 * MINUTE_MS);
    assert.equal(dataOf(await client.me()).organization?.slug, organization);
    assert.equal(Object(await named()).slug, organization);
    errorOf(await client.organizations.setActive({ organization: 'other' }), 'OrganizationNotFoundError');
    dataOf(await client.organizations.setActive({ organization: null }));
    assert.equal(await named(), undefined);
  });

  it('a session goes on without an organization whose policy it no longer meets', async () => {
    const { client } = await signedIn(keyward);
    const token = dataOf(await client.getSession())?.access_token ?? '';
    const made = await keyward.call('POST', '/organization', { token, body: { name: 'Gamma' } });
    const organization = asText(made.body['slug']);
    dataOf(await client.organizations.setActive({ organization }));
    const policy = JSON.stringify({ methods: ['passkey'] });
    await keyward.database.query('update organizations set policy = $1 where slug = $2', [
      policy,
      organization,
    ]);
    keyward.clock.advance(16 * MINUTE_MS);
    assert.equal(dataOf(await client.me()).organization, null);
    assert.equal(claimsOf(dataOf(await client.getSession())?.access_token)['org'], undefined);
    errorOf(await client.organizations.setActive({ organization }), 'OrganizationPolicyError');
  });

  it('organizationsOf manages one with the session of its client', async () => {
    const [{ client }, other] = [await signedIn(keyward), await signedIn(keyward)];
    const { get, create, members, invitations, connections, leave } = organizationsOf(client);
    const { id, slug } = dataOf(await create({ name: 'Beta' }));
    assert.equal(dataOf(await get({ id: slug })).id, id);
    assert.equal(dataOf(await members.list({ id })).total, 1);
    errorOf(await invitations.create({ id, emails: ['x@example.org'] }), 'EmailProofRequiredError');
    // An empty change has a body, too.
    const connection_id = `con_${'x'.repeat(22)}`;
    errorOf(await connections.update({ id, connection_id }), 'ConnectionNotFoundError');
    errorOf(await leave({ id }), 'LastOwnerError');
    errorOf(await organizationsOf(other.client).get({ id }), 'OrganizationNotFoundError');
  });
});
