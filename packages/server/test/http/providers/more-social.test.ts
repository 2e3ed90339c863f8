import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { facebook, spotify, x } from '../../../src/features/sign-in/provider/oauth-presets.ts';
import { linkedIn, slack, twitch } from '../../../src/features/sign-in/provider/openid-presets.ts';
import { assertError, startKeyward } from '../../support/keyward.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { startFacebook, startSpotify, startX } from '../../support/social-providers.ts';
import { startStubIssuer } from '../../support/stub-issuer.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';
import { addPerson } from '../people.ts';
import { assertFailed, assertSignedIn, signInWith } from './harness.ts';

for (const kind of ANY_DATABASE) {
  describe(`X, Facebook, Spotify, LinkedIn, Slack and Twitch, as documented, ${kind}`, async () => {
    const [bird, book, music] = [await startX(), await startFacebook(), await startSpotify()];
    const job = await startStubIssuer({ refusesPkce: true, forgetsNonce: true });
    const work = await startStubIssuer({ refusesPkce: true });
    const stream = await startStubIssuer({ listsScopes: true });
    const names = ['x', 'facebook', 'spotify', 'linkedin', 'slack', 'twitch'];
    const keyward = await startKeyward(kind, {
      parts: {
        presets: {
          x: x({ web: bird.url, api: bird.url }),
          facebook: facebook({ web: book.url, graph: book.url }),
          spotify: spotify({ accounts: music.url, api: music.url }),
          linkedin: { ...linkedIn, issuer: job.issuer },
          slack: { ...slack, issuer: work.issuer },
          twitch: { ...twitch, issuer: stream.issuer },
        },
      },
      settings: {
        KEYWARD_ALLOWED_FRONTENDS: 'http://localhost:3000',
        ...Object.fromEntries(
          names.flatMap((name, index) => [
            [`KEYWARD_IDP${index + 5}_PRESET`, name],
            [`KEYWARD_IDP${index + 5}_NAME`, name],
            [`KEYWARD_IDP${index + 5}_CLIENT_ID`, CLIENT.id],
            [`KEYWARD_IDP${index + 5}_CLIENT_SECRET`, CLIENT.secret],
          ]),
        ),
      },
    });
    after(async () => {
      await keyward[Symbol.asyncDispose]();
      for (const server of [bird, book, music, job, work, stream]) await server[Symbol.asyncDispose]();
    });

    async function accountOf(provider: string) {
      const { account } = await assertSignedIn(keyward, await signInWith(keyward, provider));
      return [account['name'], account['email'], account['email_verified'], account['avatar_url']];
    }

    it('up to ten slots exist, those beyond the third with a preset only', async () => {
      const { token } = await addPerson(keyward, { role: 'superadmin' });
      const redirect_uri = `${keyward.url}/auth/x/callback`;
      const body = { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uri };
      assert.equal((await keyward.call('POST', '/config/x', { token, body })).status, 200);
      assertError(await keyward.call('POST', '/config/idp4', { token, body }), 404, 'RouteNotFoundError');
      assertError(await keyward.call('GET', '/idp4/login?frontend_url=x'), 404, 'RouteNotFoundError');
    });

    it('X: the confirmed email counts as verified; without one there is no account', async () => {
      const data = {
        id: '2244994945',
        name: 'X Dev',
        username: 'xdev',
        profile_image_url: 'https://i.x/1.jpg',
      };
      bird.api = { '/2/users/me': { data: { ...data, confirmed_email: 'xdev@example.org' } } };
      assert.deepEqual(await accountOf('x'), ['X Dev', 'xdev@example.org', true, 'https://i.x/1.jpg']);
      assert.equal(bird.asked.at(-1)?.get('scope'), 'users.read tweet.read users.email');
      bird.api = { '/2/users/me': { data: { ...data, id: '2' } } };
      assertFailed(await signInWith(keyward, 'x'), 'provider_email_missing');
      bird.api = { '/2/users/me': { errors: [{ title: 'Forbidden' }] } };
      assertFailed(await signInWith(keyward, 'x'), 'provider_failed');
    });

    it('OA8: Facebook, Spotify: no email counts as verified, so none leads to an existing account', async () => {
      const person = await addPerson(keyward);
      const picture = { data: { url: 'https://f.example/1.jpg', is_silhouette: false } };
      book.api = { '/v24.0/me': { id: '7', name: 'Ada', email: 'ada@f.example', picture } };
      assert.deepEqual(await accountOf('facebook'), [
        'Ada',
        'ada@f.example',
        false,
        'https://f.example/1.jpg',
      ]);
      const images = [{ url: 'https://s.example/1.jpg', height: 300, width: 300 }];
      music.api = { '/v1/me': { id: 'ada', display_name: 'Ada', email: 'ada@s.example', images } };
      assert.deepEqual(await accountOf('spotify'), [
        'Ada',
        'ada@s.example',
        false,
        'https://s.example/1.jpg',
      ]);

      book.api = { '/v24.0/me': { id: '8', name: 'Eve', email: person.email, verified: true } };
      assertFailed(await signInWith(keyward, 'facebook'), 'email_already_exists');
      music.api = { '/v1/me': { id: 'eve', display_name: null, email: person.email } };
      assertFailed(await signInWith(keyward, 'spotify'), 'email_already_exists');
      book.api = { '/v24.0/me': { id: '9', name: 'Grace' } };
      assertFailed(await signInWith(keyward, 'facebook'), 'provider_email_missing');
    });

    it('OA3: LinkedIn: neither code verifier nor nonce, but an ID token', async () => {
      job.claims = {
        sub: 'l',
        email: 'l@example.org',
        email_verified: true,
        name: 'Lin',
        picture: 'https://l/1',
      };
      assert.deepEqual(await accountOf('linkedin'), ['Lin', 'l@example.org', true, 'https://l/1']);
      assert.deepEqual([...(job.asked.at(-1)?.keys() ?? [])].sort(), [
        'client_id',
        'redirect_uri',
        'response_type',
        'scope',
        'state',
      ]);
      job.claims = { ...job.claims, aud: 'another client' };
      assertFailed(await signInWith(keyward, 'linkedin'), 'provider_failed');
    });

    it('Slack: the same id in another workspace is another person', async () => {
      const claims = { sub: 'U1', email_verified: true, name: 'Ada' };
      const member = (team: unknown, email: string) => ({
        ...claims,
        email,
        'https://slack.com/team_id': team,
      });
      work.claims = member('T1', 'one@example.org');
      assert.deepEqual(await accountOf('slack'), ['Ada', 'one@example.org', true, null]);
      work.claims = member('T2', 'two@example.org');
      assert.deepEqual(await accountOf('slack'), ['Ada', 'two@example.org', true, null]);
      work.claims = member(undefined, 'one@example.org');
      assertFailed(await signInWith(keyward, 'slack'), 'provider_failed');
    });

    it('Twitch: asks for the claims, and understands a list of scopes', async () => {
      stream.claims = {
        sub: '1',
        email: 't@example.org',
        email_verified: true,
        preferred_username: 'TwitchUser',
      };
      assert.deepEqual(await accountOf('twitch'), ['TwitchUser', 't@example.org', true, null]);
      const asked = stream.asked.at(-1);
      assert.equal(asked?.get('scope'), 'openid user:read:email');
      assert.deepEqual(JSON.parse(asked.get('claims') ?? ''), {
        id_token: { email: null, email_verified: null, preferred_username: null, picture: null },
      });
      stream.claims = { ...stream.claims, sub: '2', email_verified: false };
      assertFailed(await signInWith(keyward, 'twitch'), 'email_already_exists');
    });
  });
}
