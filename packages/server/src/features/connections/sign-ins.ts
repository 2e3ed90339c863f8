import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Store } from '../../store/database.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import type { Entry } from '../sign-in/complete.ts';
import type { Flow, Flows } from '../sign-in/provider/flows.ts';
import type { Identities } from '../sign-in/provider/identities.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import { type createAdmission, elsewhere } from './admission.ts';
import { linkKey } from './connection.ts';
import type { OidcConnections } from './oidc.ts';
import type { ConnectionPerson } from './person.ts';

export interface ConnectionStart {
  frontend: string;
  /** The browser's cookie, valid or not. */
  browser: string | undefined;
  /** The frontend's challenge, for the code that it receives at the end. */
  challenge: string | undefined;
}

/** Sign-ins by the connections of organizations. */
export interface ConnectionSignIns {
  /** A connection that signs people in. @throws KeywardError `ConnectionNotFoundError` */
  open(uid: string): Promise<ConnectionRow>;
  /**
   * @returns the address to send the browser to, and the cookie for it
   * @throws KeywardError `ProviderFailedError`
   */
  begin(row: ConnectionRow, start: ConnectionStart): Promise<{ url: string; browser: string }>;
  /** Takes the flow that a callback belongs to. @throws KeywardError `OAuthStateError` */
  take(uid: string, state: string | null, browser: string | undefined): Promise<Flow>;
  /**
   * Finishes a flow with the callback of the provider.
   * @param session the live session that came with the callback
   * @throws KeywardError `OAuthStateError`, `OAuthDeniedError`, `ProviderFailedError`, `ConnectionNotFoundError`,
   * `AccountElsewhereError`, `OrganizationSuspendedError`, `OrganizationLimitError`, `ProviderEmailMissingError`,
   * `OAuthAlreadyLinkedError`, `RateLimitedError`, and the errors of `SignIns.begin`
   */
  finish(
    row: ConnectionRow,
    flow: Flow,
    callback: URLSearchParams,
    by: { client: Client; session: number | undefined },
  ): Promise<Entry>;
}

export function createConnectionSignIns(deps: {
  store: Store;
  flows: Flows;
  identities: Pick<Identities, 'signIn'>;
  oidc: OidcConnections;
  admission: ReturnType<typeof createAdmission>;
  /** The address of the API from outside, with the prefix. */
  apiUrl: () => string;
}): ConnectionSignIns {
  const { store, flows, identities, oidc, admission, apiUrl } = deps;

  async function enter(
    row: ConnectionRow,
    person: ConnectionPerson,
    { client, session }: { client: Client; session: number | undefined },
  ): Promise<Entry> {
    const { email, emailVerified } = person;
    const domain = email === null ? null : await verifiedDomainOf(store, email.key);
    const isOurs = domain?.organization.id === row.organization_id;
    return identities.signIn({
      issuer: linkKey(row.uid, person.issuer),
      providerName: row.name,
      profile: { ...person, emailVerified: emailVerified && isOurs },
      client,
      session,
      admission: admission(row, person, client),
    });
  }

  return {
    async open(uid) {
      const row = await store.connections.find(uid);
      const organization = row === null ? null : await store.organizations.find(row.organization_id);
      if (row?.status !== 'active' || organization === null || organization.status === 'deleted')
        throw new KeywardError('ConnectionNotFoundError');
      return row;
    },

    async begin(row, { frontend, browser, challenge }) {
      const flow = await flows.begin({
        provider: row.uid,
        frontend,
        redirectUri: `${apiUrl()}/connection/${row.uid}/callback`,
        browser,
        challenge,
      });
      return { url: await oidc.authorizationUrl(row, flow.state, flow.secrets), browser: flow.browser };
    },

    take: (provider, state, browser) => flows.take({ provider, state, browser }),

    async finish(row, flow, callback, by) {
      const person = await oidc.person(row, callback, { state: flow.state, secrets: flow.secrets() });
      return enter(row, person, by).catch((error: unknown) => {
        throw error instanceof KeywardError && error.kind === 'EmailAlreadyExistsError' ? elsewhere() : error;
      });
    },
  };
}
