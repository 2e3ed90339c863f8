import { randomBytes } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Store } from '../../store/database.ts';
import type { ConnectionRow, ConnectionTestRow } from '../../store/engine/schema.ts';
import { isForbidden } from '../delivery/webhooks/networks.ts';
import type { Access, Asker } from '../organizations/access.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import type { Settings } from '../settings/settings.ts';
import type { Flows } from '../sign-in/provider/flows.ts';
import { mappedRoles } from './mapped-roles.ts';
import { existingConnection } from './connections.ts';
import { recordOidc } from './oidc-record.ts';
import { PRIVATE } from './issuers.ts';
import { assertComplete } from './kinds.ts';
import type { OidcConnections } from './oidc.ts';
import { attributesOf, messageOf, shortening, type TestedPerson, type TestOutcome } from './outcome.ts';
import type { ConnectionPerson } from './person.ts';
import type { SamlConnections } from './saml-connections.ts';
import { type PostedAnswer, requestIdOf } from './sign-ins.ts';

/** How long a test can be run and read, in milliseconds. */
export const TEST_LIFETIME_MS = 3_600_000;
/** The tests of a connection that are kept. */
const KEPT_TESTS = 5;

/** A test of a connection; `outcome` is null until a browser comes back. */
export interface ConnectionTest {
  id: string;
  outcome: TestOutcome | null;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * Test sign-ins through a connection of any status, which begin no session and create no account. Their flows use a
 * separate slot, so a sign-in cannot use the answer of a test, nor a test the answer of a sign-in.
 */
export interface ConnectionTests {
  /**
   * Makes a test.
   * @returns the test, and the address at which a browser runs it
   * @throws KeywardError as {@link Access}, `ConnectionNotFoundError`, `ValidationError` for an incomplete draft
   */
  begin(asker: Asker, name: string, uid: string): Promise<{ id: string; url: string }>;
  /** @throws KeywardError as {@link Access}, `ConnectionNotFoundError` */
  get(asker: Asker, name: string, uid: string, test: string): Promise<ConnectionTest>;
  /**
   * Sends a browser to the provider; returns the outcome if that is not possible.
   * @throws KeywardError `ConnectionNotFoundError` for a test that is unknown or has expired
   */
  run(uid: string, test: string, browser: string | undefined): Promise<Sent | TestOutcome>;
  /** Keeps a posted SAML answer until its browser returns. @returns its state; null: it belongs to no test */
  receive(uid: string, posted: PostedAnswer): Promise<{ state: string } | null>;
  /** Whether a browser may return from a test of this connection, which need not be active. */
  awaits(uid: string): Promise<boolean>;
  /**
   * Finishes a test with the callback of the provider.
   * @returns null: the callback belongs to no test
   * @throws KeywardError `OAuthStateError` for another browser
   */
  finish(uid: string, callback: URLSearchParams, browser: string | undefined): Promise<TestOutcome | null>;
}

/** An outcome; `awaited` is the state of a run that was answered, until its browser returns. */
type Kept = TestOutcome & { awaited?: string | undefined };

/** A browser that is sent to the provider, with its cookie. */
export interface Sent {
  url: string;
  browser: string;
}

export function createConnectionTests(deps: {
  store: Store;
  access: Access;
  settings: Settings;
  seal: Seal;
  flows: Flows;
  oidc: OidcConnections;
  saml: () => Promise<SamlConnections>;
  /** The public address of the API, with the prefix. */
  apiUrl: () => string;
  clock: Clock;
}): ConnectionTests {
  const { store, access, settings, seal, flows, oidc, saml, apiUrl, clock } = deps;

  async function live(connection: ConnectionRow, uid: string): Promise<ConnectionTestRow> {
    const row = await store.connectionTests.find(uid);
    if (row?.connection_id !== connection.id || row.expires_at <= clock.now())
      throw new KeywardError('ConnectionNotFoundError');
    return row;
  }

  async function tested(uid: string): Promise<ConnectionRow> {
    const row = await store.connections.find(uid);
    const organization = row === null ? null : await store.organizations.brief(row.organization_id);
    if (row === null || organization?.status !== 'active') throw new KeywardError('ConnectionNotFoundError');
    return row;
  }

  async function personOf(row: ConnectionRow, person: ConnectionPerson): Promise<TestedPerson> {
    const { subject, email, emailVerified, name, groups } = person;
    const domain = email === null ? null : await verifiedDomainOf(store, email.key);
    const isOurs = domain?.organization.id === row.organization_id;
    const roles = (await mappedRoles(store, row, settings.current.organizations))({ named: groups });
    return {
      subject,
      email: email?.address ?? null,
      email_verified: emailVerified && isOurs,
      email_in_domain: isOurs,
      name,
      groups: groups.flatMap(shortening()),
      roles,
    };
  }

  /**
   * The outcome that a sign-in would have. @param work verifies the answer, and throws the errors that a sign-in would
   */
  async function outcomeOf(
    row: ConnectionRow,
    seen: { received: () => string | null; verified: () => string[]; failed: (error: unknown) => string },
    work: () => Promise<ConnectionPerson>,
  ): Promise<TestOutcome> {
    try {
      const person = await work();
      const code = person.email === null ? 'email_missing' : null;
      return {
        received: shortened(seen.received()),
        verified: seen.verified(),
        failure: code === null ? null : { code, message: 'the provider names no email' },
        person: await personOf(row, person),
        attributes: attributesOf(person),
      };
    } catch (error) {
      return {
        received: shortened(seen.received()),
        verified: seen.verified(),
        failure: { code: seen.failed(error), message: messageOf(error) },
        person: null,
        attributes: [],
      };
    }
  }

  function byOidc(row: ConnectionRow, callback: URLSearchParams, flow: Parameters<typeof oidc.person>[2]) {
    const record = recordOidc();
    let isVerified = false;
    const seen = {
      received: record.idToken,
      verified: () => [
        ...record.steps(),
        ...(isVerified ? ['signature', 'issuer', 'audience', 'request', 'time'] : []),
      ],
      failed: () => record.failed(callback),
    };
    return outcomeOf(row, seen, async () => {
      const person = await oidc.person(row, callback, flow, record.watch);
      isVerified = true;
      return person;
    });
  }

  function bySaml(row: ConnectionRow, response: string, requestId: string) {
    let xml: string | null = null;
    const verified: string[] = [];
    const watch = {
      received: (text: string) => void (xml = text),
      passed: (rule: string) => void verified.push(rule),
    };
    const seen = {
      // Without its signatures, nobody can replay it.
      received: () => xml?.replaceAll(SIGNATURE_VALUE, '$1…$2') ?? null,
      verified: () => verified,
      failed: (error: unknown) => {
        const { code }: { code?: unknown } = Object(error);
        return typeof code === 'string' ? code : 'saml_structure';
      },
    };
    return outcomeOf(row, seen, async () => {
      const { person } = await (await saml()).read(row, response, requestId, { watch });
      return person;
    });
  }

  async function keep({ id, uid }: ConnectionTestRow, outcome: Kept): Promise<TestOutcome> {
    await store.connectionTests.finish(id, seal.close(JSON.stringify(outcome), placeOf(uid)));
    return outcome;
  }

  function kept({ sealed_outcome: sealed, uid }: ConnectionTestRow): Kept | null {
    const opened = sealed === null ? null : seal.open(sealed, placeOf(uid));
    return opened === null ? null : JSON.parse(opened);
  }

  return {
    begin: (asker, name, uid) =>
      access.act(asker, name, async (tables, opened) => {
        const connection = await existingConnection(tables, opened, uid);
        assertComplete(connection);
        const id = `tst_${randomBytes(17).toString('base64url').slice(0, 22)}`;
        await tables.connectionTests.prune(connection.id, KEPT_TESTS - 1);
        const expiresAt = clock.now() + TEST_LIFETIME_MS;
        await tables.connectionTests.insert({ uid: id, connection_id: connection.id, expires_at: expiresAt });
        return { id, url: `${apiUrl()}/connection/${uid}/test/${id}` };
      }),

    async get(asker, name, uid, test) {
      const row = await live(await existingConnection(store, await access.read(asker, name), uid), test);
      const outcome = kept(row);
      const isFinished = outcome?.awaited === undefined;
      return { id: row.uid, outcome: isFinished ? outcome : null, expiresAt: row.expires_at };
    },

    async run(uid, test, browser) {
      const connection = await tested(uid);
      const row = await live(connection, test);
      const flow = await flows.begin({
        provider: slotOf(uid),
        frontend: row.uid,
        redirectUri: `${apiUrl()}/connection/${uid}/callback`,
        browser,
      });
      if (connection.kind === 'saml') {
        const url = await (await saml()).requestUrl(connection, requestIdOf(flow.secrets), flow.state);
        return { url, browser: flow.browser };
      }
      try {
        const url = await oidc.authorizationUrl(connection, flow.state, flow.secrets);
        return { url, browser: flow.browser };
      } catch (error) {
        const code = isForbidden(error) ? PRIVATE.reason : 'oidc_discovery';
        const failure = { code, message: messageOf(error) };
        return keep(row, { received: null, verified: [], failure, person: null, attributes: [] });
      }
    },

    async awaits(uid) {
      const row = await store.connections.find(uid);
      return row?.kind === 'saml' && store.connectionTests.anyOf(row.id, clock.now());
    },

    async receive(uid, { response, relayState }) {
      const key = { provider: slotOf(uid), state: relayState ?? '' };
      const flow = await flows.find(key);
      if (flow === null) return null;
      if (flow.isAnswered) throw new KeywardError('SamlInvalidError');
      const connection = await tested(uid);
      const row = await live(connection, flow.frontend);
      const outcome = await bySaml(connection, response, requestIdOf(flow.secrets));
      if (!(await flows.answer(key, ''))) throw new KeywardError('SamlInvalidError');
      // In the row of the test: its link needs no account, and each run of it could keep a large answer.
      await keep(row, { ...outcome, awaited: key.state });
      return { state: key.state };
    },

    async finish(uid, callback, browser) {
      const key = { provider: slotOf(uid), state: callback.get('state') ?? '' };
      if ((await flows.find(key)) === null) return null;
      const flow = await flows.take({ ...key, browser });
      const connection = await tested(uid);
      const row = await live(connection, flow.frontend);
      if (connection.kind === 'saml') {
        const answer = flow.answer() === null ? null : kept(row);
        if (answer?.awaited !== flow.state) throw new KeywardError('OAuthStateError');
        return keep(row, { ...answer, awaited: undefined });
      }
      const request = { state: flow.state, secrets: flow.secrets() };
      return keep(row, await byOidc(connection, callback, request));
    },
  };
}

const shortened = (text: string | null) => (text === null ? null : shortening()(text).join(''));

const SIGNATURE_VALUE = /(<(?:[\w.-]+:)?SignatureValue\b[^>]*>)[^<]*(<)/g;

/** The slot of the flows of tests. */
function slotOf(uid: string): string {
  return `test of ${uid}`;
}

function placeOf(uid: string): string {
  return `connection test ${uid}`;
}
