import { createHash } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import { addressBucket } from '../../lib/address.ts';
import type { Client } from '../../lib/client.ts';
import type { Store } from '../../store/database.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import type { UsedIdTokenStore } from '../../store/tables/used-id-tokens.ts';
import { counter, type Limit } from '../limits/counter-key.ts';
import type { Budget, FailureLimiter } from '../limits/failure-limiter.ts';
import type { Entry } from '../sign-in/complete.ts';
import { type Flow, FLOW_LIFETIME_MS, type Flows } from '../sign-in/provider/flows.ts';
import type { FlowSecrets } from '../sign-in/provider/oauth-client.ts';
import type { Identities } from '../sign-in/provider/identities.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import type { createAdmission } from './admission.ts';
import { linkKey, readMapping, readSaml } from './connection.ts';
import type { OidcConnections } from './oidc.ts';
import type { IdentifiedPerson } from './person.ts';
import type { SamlConnections } from './saml-connections.ts';
import { elsewhere, wordOf } from './word.ts';

export interface ConnectionStart {
  frontend: string;
  /** The browser's cookie, valid or not. */
  browser: string | undefined;
  /** The frontend's challenge, for the code that it receives at the end. */
  challenge: string | undefined;
}

/** Sign-ins by the connections of organizations. */
export interface ConnectionSignIns {
  /** An active connection. @throws KeywardError `ConnectionNotFoundError` */
  open(uid: string): Promise<ConnectionRow>;
  /** An active connection, or one that members still need. @throws KeywardError `ConnectionNotFoundError` */
  named(uid: string): Promise<ConnectionRow>;
  /**
   * @returns the address to send the browser to, and the cookie for it
   * @throws KeywardError `ProviderFailedError`, `ConnectionNotFoundError` for one that is not active
   */
  begin(row: ConnectionRow, start: ConnectionStart): Promise<{ url: string; browser: string }>;
  /** Takes the flow that a callback belongs to. @throws KeywardError `OAuthStateError` */
  take(uid: string, state: string | null, browser: string | undefined): Promise<Flow>;
  /**
   * Finishes a flow with the callback of the provider.
   * @throws KeywardError `OAuthStateError`, `OAuthDeniedError`, `ProviderFailedError`, `ConnectionNotFoundError`,
   * `AccountElsewhereError`, `ConnectionUnapprovedError`, `OrganizationSuspendedError`, `OrganizationLimitError`, `MembershipRefusedError`,
   * `ProviderEmailMissingError`, `OAuthAlreadyLinkedError`, `RateLimitedError`, and the errors of `SignIns.begin`
   */
  finish(row: ConnectionRow, flow: Flow, callback: URLSearchParams, client: Client): Promise<Entry>;
  /** The metadata of this service for a SAML connection, as XML. @throws KeywardError `ConnectionNotFoundError` */
  metadata(uid: string): Promise<string>;
  /**
   * Verifies a posted SAML answer (profiles §4.1.4). An answer to a request waits for its browser, which returns
   * through {@link finish}: a cross-site post carries no cookie. An unsolicited answer signs in at once, if the
   * connection allows it. Wrong answers count for their request and for the address.
   * @param signal ends the wait for other answers
   * @throws KeywardError `SamlInvalidError`, `RateLimitedError`, and for an unsolicited answer the errors of {@link finish}
   */
  receive(row: ConnectionRow, posted: PostedAnswer, client: Client, signal: AbortSignal): Promise<Received>;
}

/** The form that a provider lets the browser post. */
export interface PostedAnswer {
  response: string;
  relayState: string | null;
}

/** The outcome of a posted answer: it waits for the browser with this state, or a session has begun. */
export type Received = { state: string } | { entry: Entry };

const WRONG_OF_REQUEST: Limit = { limit: 20, windowMs: FLOW_LIFETIME_MS };
const FIRST_OF_REQUEST: Limit = { ...WRONG_OF_REQUEST, limit: 1 };
/** Short, and separate from passwords, because another site can make the browsers of its visitors post answers. */
const WRONG_OF_ADDRESS: Limit = { limit: 100, windowMs: 60_000 };

export function createConnectionSignIns(deps: {
  store: Store;
  flows: Flows;
  identities: Identities;
  oidc: OidcConnections;
  saml: () => Promise<SamlConnections>;
  /** Answers that were used, so that none works twice. */
  used: UsedIdTokenStore;
  admission: ReturnType<typeof createAdmission>;
  limiter: FailureLimiter;
  /** The public address of the API, with the prefix. */
  apiUrl: () => string;
}): ConnectionSignIns {
  const { store, flows, identities, oidc, saml, used, admission, limiter, apiUrl } = deps;

  /**
   * Without the session of the browser, which shows nothing: whoever administers a connection can bring it together with a
   * session in an account that they have opened with somebody else's email.
   */
  async function enter(row: ConnectionRow, person: IdentifiedPerson, client: Client): Promise<Entry> {
    const { email, emailVerified } = person;
    const domain = email === null ? null : await verifiedDomainOf(store, email.key);
    const isOurs = domain?.organization.id === row.organization_id;
    return identities
      .signIn({
        issuer: linkKey(row.uid, person.issuer),
        providerName: row.name,
        profile: { ...person, emailVerified: emailVerified && isOurs },
        client,
        admission: await admission(row, person, client),
      })
      .catch((error: unknown) => {
        throw error instanceof KeywardError && error.kind === 'EmailAlreadyExistsError' ? elsewhere() : error;
      });
  }

  /** The answer is the same for all faults; the log has the reason. */
  async function verified(
    row: ConnectionRow,
    response: string,
    requestId: string | null,
    isUsed: (assertionId: string) => Promise<boolean>,
  ) {
    try {
      return await (await saml()).read(row, response, requestId, { isUsed });
    } catch (cause) {
      throw new KeywardError('SamlInvalidError', { cause });
    }
  }

  /**
   * The limit of the address does not concern the first answers to a request: a page could use it up, which lets the
   * browser of one of its visitors post wrong ones, and nobody else there could sign in.
   */
  function wrongAnswers(flow: string | null, client: Client): Budget {
    const value = addressBucket(client.ipAddress);
    const ofAddress = counter({ kind: 'saml-answer', scope: { kind: 'address', value } }, WRONG_OF_ADDRESS);
    if (flow === null) return { keys: [ofAddress], instead: () => Promise.resolve(null) };
    const ofRequest = (limit: Limit) => counter({ kind: 'saml-answer', subject: digest(flow) }, limit);
    return {
      keys: [ofRequest(WRONG_OF_REQUEST), ofAddress],
      instead: () => Promise.resolve([ofRequest(FIRST_OF_REQUEST)]),
    };
  }

  async function named(uid: string): Promise<ConnectionRow> {
    const row = await store.connections.find(uid);
    const organization = row === null ? null : await store.organizations.brief(row.organization_id);
    const isNamed = row?.status === 'active' || row?.still_required === 1;
    if (!isNamed || organization === null || organization.status === 'deleted')
      throw new KeywardError('ConnectionNotFoundError');
    return row;
  }

  return {
    named,

    async open(uid) {
      return assertActive(await named(uid));
    },

    async begin(row, { frontend, browser, challenge }) {
      assertActive(row);
      const flow = await flows.begin({
        provider: row.uid,
        frontend,
        redirectUri: `${apiUrl()}/connection/${row.uid}/callback`,
        browser,
        challenge,
      });
      const url =
        row.kind === 'oidc'
          ? await oidc.authorizationUrl(row, flow.state, flow.secrets)
          : await (await saml()).requestUrl(row, requestIdOf(flow.secrets), flow.state);
      return { url, browser: flow.browser };
    },

    take: (provider, state, browser) => flows.take({ provider, state, browser }),

    async finish(row, flow, callback, client) {
      const person =
        row.kind === 'oidc'
          ? await oidc.person(row, callback, { state: flow.state, secrets: flow.secrets() })
          : answeredPerson(row, flow);
      return enter(row, person, client);
    },

    async metadata(uid) {
      const row = await store.connections.find(uid);
      if (row?.kind !== 'saml') throw new KeywardError('ConnectionNotFoundError');
      return (await saml()).metadata(row);
    },

    async receive(row, { response, relayState: state }, client, signal) {
      if (row.kind !== 'saml') throw new KeywardError('ConnectionNotFoundError');
      const key = { provider: row.uid, state: state ?? '' };
      const flow = await flows.find(key);
      const nameOf = (assertionId: string) => digest(`${row.uid} ${assertionId}`);
      // The flow itself takes one answer.
      const isUsed = async (assertionId: string) => flow === null && (await used.isUsed(nameOf(assertionId)));
      const check = (requestId: string | null) =>
        limiter.attempt(
          wrongAnswers(flow === null ? null : key.state, client),
          () => verified(row, response, requestId, isUsed),
          (error) => error instanceof KeywardError && error.kind === 'SamlInvalidError',
          signal,
        );
      if (flow !== null) {
        if (flow.isAnswered) throw new KeywardError('SamlInvalidError');
        const { person } = await check(requestIdOf(flow.secrets));
        if (!(await flows.answer(key, JSON.stringify(keptAnswer(row, person)))))
          throw new KeywardError('SamlInvalidError');
        return { state: key.state };
      }
      if (!readSaml(row).allow_idp_initiated) throw new KeywardError('SamlInvalidError');
      const { person, assertionId, expiresAt } = await check(null);
      if (!(await used.use(nameOf(assertionId), expiresAt))) throw new KeywardError('SamlInvalidError');
      return { entry: await enter(row, person, client) };
    },
  };
}

function assertActive(row: ConnectionRow): ConnectionRow {
  if (row.status !== 'active')
    throw new KeywardError('ConnectionNotFoundError', {
      message: 'This sign-in is off: an owner of the organization must turn it on again.',
    });
  return row;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The id of a SAML request, which must not begin with a digit. */
export function requestIdOf({ nonce }: FlowSecrets): string {
  return `_${nonce}`;
}

/** What a sign-in needs of an answer, because a provider can send hundreds of kilobytes each time. */
interface KeptAnswer {
  person: Omit<IdentifiedPerson, 'groups'>;
  /** The groups that give roles, by their places in the mapping. */
  mapped: number[];
  /** What the connection was when it verified the answer, with the mapping. */
  word: string;
}

function keptAnswer(row: ConnectionRow, person: IdentifiedPerson): KeptAnswer {
  const { subject, email, emailVerified, name, avatarUrl, issuer } = person;
  const groups = new Set(person.groups);
  return {
    person: { subject, email, emailVerified, name, avatarUrl, issuer },
    mapped: Object.keys(readMapping(row)).flatMap((group, place) => (groups.has(group) ? [place] : [])),
    word: wordOf(row),
  };
}

/**
 * The person of the answer that was verified when it arrived.
 * @throws KeywardError `OAuthStateError` without one, `SamlInvalidError` if the connection has changed since
 */
function answeredPerson(row: ConnectionRow, flow: Flow): IdentifiedPerson {
  const answer = flow.answer();
  if (answer === null) throw new KeywardError('OAuthStateError');
  const { person, mapped, word }: KeptAnswer = JSON.parse(answer);
  if (word !== wordOf(row)) throw new KeywardError('SamlInvalidError');
  const named = Object.keys(readMapping(row));
  return { ...person, groups: mapped.flatMap((place) => named[place] ?? []) };
}
