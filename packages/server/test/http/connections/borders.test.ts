import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connectionRoutes } from '../../../src/http/connections/routes.ts';
import { scimRoutes } from '../../../src/http/scim/routes.ts';
import { createBrowser } from '../../support/browser.ts';
import type { SignedUp } from '../../support/keyward.ts';
import { CLIENT, suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor, usually } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addMember, membersOf } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { assertFailed } from '../providers/harness.ts';
import {
  addOther,
  addStage,
  GROUP,
  patch,
  type Resource,
  resourceIn,
  type Stage,
  type TestProvider,
  USER,
} from '../scim/help.ts';
import { type Connected, CONNECTIONS_ON, signInBy } from './help.ts';
import {
  assertionXml,
  begin,
  connectSaml,
  createSamlIdp,
  finish,
  type Message,
  post,
  responseXml,
  type SamlIdp,
  sign,
} from './saml-idp.ts';

/*
 * A connection never signs in, adopts, changes or shows anybody outside the verified domains and the members of its
 * organization; and never a superadmin or the last owner. The table has a row for each route of provisioning and for
 * each public route of connections; those for administrators are in `connections.test.ts`, those of the portal mirror
 * them.
 */

/** Somebody whom the connection must not reach, and who is signed in. */
interface Victim extends Pick<SignedUp, 'id' | 'email' | 'token'> {
  uid: string;
  /** Provisioned before, so that the provider knows the person. */
  isKnown: boolean;
}

type Name = 'outsider' | 'theirs' | 'guest' | 'superadmin' | 'promoted' | 'lastOwner';

const NAMES: readonly Name[] = ['outsider', 'theirs', 'guest', 'superadmin', 'promoted', 'lastOwner'];

const SEARCH = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'];

const GROUP_NAME = 'engineers';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the borders of connections on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    const idp = suiteOidcProvider();
    let samlIdp: SamlIdp;
    let stage: Stage;
    let other: TestProvider;
    let saml: Connected;
    let group: Resource;
    const victims = new Map<Name, Victim>();

    before(async () => {
      samlIdp = await createSamlIdp();
      stage = await addStage(keyward, {
        mapping: { [GROUP_NAME]: ['admin'] },
        keep_roles: true,
        oidc: { issuer: idp.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret },
      });
      const { cast, acme, provider } = stage;
      other = await addOther(keyward, stage);
      idp.register([`${keyward.url}/auth/connection/${provider.id}/callback`]);
      saml = await connectSaml(keyward, cast.root, acme, samlIdp, { allow_idp_initiated: true });
      const ours = (name: string) => ({ email: `${name}@${provider.domain}`, verified: true });
      const add = async (name: Name, person: SignedUp, isKnown = false) => {
        const [row] = await keyward.database.query('select uid from accounts where id = $1', [person.id]);
        victims.set(name, { ...person, uid: asText(row?.['uid']), isKnown });
        if (isKnown) await provider.add({ userName: person.email });
        return person;
      };
      await add('outsider', await addPerson(keyward, { verified: true }));
      const email = `theirs@${other.domain}`;
      const theirs = await add('theirs', await addPerson(keyward, { email, verified: true }));
      await addMember(keyward, cast.root, other.acme, theirs, 'member');
      const guest = await add('guest', await addPerson(keyward, { verified: true }));
      await addMember(keyward, cast.root, acme, guest, 'member');
      await add('superadmin', await addPerson(keyward, { ...ours('root'), role: 'superadmin' }));
      const promoted = await add('promoted', await addPerson(keyward, ours('promoted')), true);
      await keyward.app.services.store.accounts.update(promoted.id, { role: 'superadmin' });
      const owner = await addPerson(keyward, ours('owner'));
      await addMember(keyward, cast.root, acme, owner, 'owner');
      await keyward.call('DELETE', `${acme.path}/member/${cast.owner.id}`, { token: cast.root.token });
      await add('lastOwner', owner, true);
      const made = { schemas: [GROUP], displayName: GROUP_NAME };
      group = resourceIn(await provider.send('POST', '/Groups', made), 201);
    });

    /** All that must not change. */
    async function stateOf(name: Name, { id, token }: Victim): Promise<unknown> {
      const { cast, acme } = stage;
      const [account] = await keyward.database.query('select * from accounts where id = $1', [id]);
      const [here, there] = [
        (await membersOf(keyward, cast.root, acme))[id],
        (await membersOf(keyward, cast.root, other.acme))[id],
      ];
      const [links] = await keyward.database.query(
        'select count(*) as links from provider_links where account_id = $1',
        [id],
      );
      const { status } = await keyward.call('GET', '/me', { token });
      // The name of an owner in the domain may follow the provider, and so may the other roles.
      if (name === 'lastOwner')
        return [here?.includes('owner'), account?.['status'], account?.['role'], status];
      return [account, here, there, Number(links?.['links']), status];
    }

    const inBody = ({ email }: Victim) => ({
      schemas: [USER],
      userName: email,
      displayName: 'Changed',
      active: false,
    });
    const search = ({ email }: Victim) => ({
      schemas: SEARCH,
      filter: `userName eq "${email}"`,
    });
    const members = ({ uid }: Victim) => ({
      schemas: [GROUP],
      displayName: GROUP_NAME,
      members: [{ value: uid }],
    });

    /** A request of the provider. It refuses unless it only reads. */
    const sends =
      (
        path: (victim: Victim) => string,
        body?: (victim: Victim) => object,
        mode: 'refused' | 'open' = 'open',
      ) =>
      async (method: string, victim: Victim, name: Name): Promise<void> => {
        const answer = await stage.provider.send(method, path(victim), body?.(victim));
        if (mode === 'refused') assert.ok(answer.status >= 400, `${answer.status} ${answer.text}`);
        if (victim.isKnown) return;
        // The answer may repeat what was asked, but shows no account.
        assert.doesNotMatch(answer.text, new RegExp(`"(?:id|value)":"${victim.uid}"`), name);
      };

    const messageFor = (asked: Pick<Message, 'recipient' | 'audience' | 'inResponseTo'>, email: string) => {
      const message = { nameId: email, issuer: samlIdp.entityId, now: keyward.clock.now(), ...asked };
      return responseXml(message, sign(assertionXml(message), 'Assertion', samlIdp));
    };
    /** Sign-ins admit an owner whose email is in the domain. */
    const refused = (query: URLSearchParams, name: Name) => {
      if (name !== 'lastOwner') assertFailed(query, 'account_elsewhere');
    };
    const byOidc = async (_: string, { email }: Victim, name: Name) =>
      refused(
        await signInBy(keyward, stage.provider, idp, { sub: email, email, email_verified: true }),
        name,
      );
    const bySaml = async (_: string, { email }: Victim, name: Name) => {
      const asked = await begin(keyward, saml);
      const { requestId, acsUrl, spEntityId } = asked;
      const inResponseTo: [string, string] = [requestId, requestId];
      const to = { recipient: acsUrl, audience: spEntityId };
      refused(await finish(asked, messageFor({ ...to, inResponseTo }, email)), name);
      // Begun at the provider.
      refused((await post(acsUrl, messageFor(to, email), null)).searchParams, name);
    };
    const reads = async (method: string, { email }: Victim, path: string, body?: object) => {
      const { text } = await keyward.call(method, path, body && { body });
      assert.ok(!text.includes(email), text);
    };

    const user = ({ uid }: Victim) => `/Users/${uid}`;
    const ownGroup = () => `/Groups/${group.id}`;
    const SCIM = '/scim/v2/:connection_id';
    const ROWS: Record<string, (method: string, victim: Victim, name: Name) => Promise<void>> = {
      [`GET ${SCIM}/ServiceProviderConfig`]: sends(() => '/ServiceProviderConfig'),
      [`GET ${SCIM}/ResourceTypes`]: sends(() => '/ResourceTypes'),
      [`GET ${SCIM}/ResourceTypes/:id`]: sends(() => '/ResourceTypes/User'),
      [`GET ${SCIM}/Schemas`]: sends(() => '/Schemas'),
      [`GET ${SCIM}/Schemas/:id`]: sends(() => `/Schemas/${USER}`),
      [`POST ${SCIM}/.search`]: sends(() => '/.search', search),
      [`GET ${SCIM}/Users`]: sends(() => '/Users'),
      [`POST ${SCIM}/Users`]: sends(() => '/Users', inBody, 'refused'),
      [`POST ${SCIM}/Users/.search`]: sends(() => '/Users/.search', search),
      [`GET ${SCIM}/Users/:id`]: sends(user),
      [`PUT ${SCIM}/Users/:id`]: sends(user, inBody, 'refused'),
      [`PATCH ${SCIM}/Users/:id`]: sends(
        user,
        () => patch({ op: 'replace', value: { active: false, displayName: 'Changed' } }),
        'refused',
      ),
      [`DELETE ${SCIM}/Users/:id`]: sends(user, undefined, 'refused'),
      [`GET ${SCIM}/Groups`]: sends(() => '/Groups'),
      [`POST ${SCIM}/Groups`]: sends(
        () => '/Groups',
        (victim) => ({ ...members(victim), displayName: `group of ${victim.uid}` }),
      ),
      [`POST ${SCIM}/Groups/.search`]: sends(
        () => '/Groups/.search',
        ({ uid }) => ({ schemas: SEARCH, filter: `members.value eq "${uid}"` }),
      ),
      [`GET ${SCIM}/Groups/:id`]: sends(ownGroup),
      [`PUT ${SCIM}/Groups/:id`]: sends(ownGroup, members),
      [`PATCH ${SCIM}/Groups/:id`]: sends(ownGroup, ({ uid }) =>
        patch({ op: 'add', path: 'members', value: [{ value: uid }] }),
      ),
      // A group that is there for one victim alone; the other rows need the first.
      async [`DELETE ${SCIM}/Groups/:id`](_, victim) {
        const { provider } = stage;
        const sent = { schemas: [GROUP], displayName: `deleted ${victim.uid}` };
        const { id } = resourceIn(await provider.send('POST', '/Groups', sent), 201);
        if (victim.isKnown) {
          const add = patch({ op: 'add', path: 'members', value: [{ value: victim.uid }] });
          await provider.send('PATCH', `/Groups/${id}`, add);
        }
        assert.equal((await provider.send('DELETE', `/Groups/${id}`)).status, 204);
      },
      'GET /connection/:connection_id/login': byOidc,
      'GET /connection/:connection_id/callback': byOidc,
      'GET /saml/:connection_id/login': bySaml,
      'POST /saml/:connection_id/acs': bySaml,
      'GET /saml/:connection_id/metadata': (method, victim) =>
        reads(method, victim, `/saml/${saml.id}/metadata`),
      async 'POST /login/discover'(method, victim) {
        const stranger = { identifier: victim.email.replace(/^[^@]*/, 'nobody') };
        const [known, unknown] = [
          await keyward.call(method, '/login/discover', { body: { identifier: victim.email } }),
          await keyward.call(method, '/login/discover', { body: stranger }),
        ];
        assert.deepEqual(known.body, unknown.body);
      },
      async 'GET /connection/:connection_id/test/:test_id'(_, { email }) {
        const { cast, provider } = stage;
        const begun = await keyward.call('POST', `${provider.path}/test`, { token: cast.root.token });
        assert.ok(begun.body['url'], begun.text);
        idp.user = { sub: `test ${email}`, email, email_verified: true };
        const browser = createBrowser();
        const callback = `${keyward.url}/auth/connection/${provider.id}/callback`;
        const end = await browser.followTo(asText(begun.body['url']), callback);
        const page = await browser.get(end.href);
        assert.ok(!(await page.text()).includes('access_token'));
      },
    };

    it('have a row for each route', () => {
      const routes = [...scimRoutes, ...connectionRoutes.filter(({ access }) => access === 'public')];
      assert.deepEqual(
        Object.keys(ROWS).toSorted(),
        routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
      );
    });

    for (const [index, [route, act]] of Object.entries(ROWS).entries())
      it(`hold at ${route}`, async () => {
        // Two thirds of the people in a usual run.
        for (const name of NAMES.filter((_, place) => usually((place + index) % 3 > 0, true))) {
          const victim = victims.get(name) ?? assert.fail(name);
          const state = await stateOf(name, victim);
          await act(route.slice(0, route.indexOf(' ')), victim, name).catch((error: unknown) => {
            throw new Error(name, { cause: error });
          });
          assert.deepEqual(await stateOf(name, victim), state, name);
        }
      });
  });
}
