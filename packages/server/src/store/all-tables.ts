import type { Kysely } from 'kysely';
import type { Schema } from './engine/schema.ts';
import { accountQueries, accountStore } from './tables/accounts.ts';
import { activityStore } from './tables/activity.ts';
import { apiKeyStore } from './tables/api-keys.ts';
import { applicationStore } from './tables/applications.ts';
import { challengeStore } from './tables/challenges.ts';
import { codeStore } from './tables/codes.ts';
import { connectionTestStore } from './tables/connection-tests.ts';
import { connectionStore } from './tables/connections.ts';
import { deliveryQueries, deliveryStore } from './tables/deliveries.ts';
import { emailChangeStore } from './tables/email-changes.ts';
import { eventQueries, eventStore, type EventsListener } from './tables/events.ts';
import { exchangeStore } from './tables/exchanges.ts';
import { factorStore } from './tables/factors.ts';
import { failureStore } from './tables/failures.ts';
import { hiddenHintStore } from './tables/hidden-hints.ts';
import { invitationStore } from './tables/invitations.ts';
import { knownAddressStore } from './tables/known-addresses.ts';
import { membershipStore } from './tables/memberships.ts';
import { mailQueueStore } from './tables/mail-queue.ts';
import { oauthDeviceStore } from './tables/oauth-devices.ts';
import { oauthGrantStore } from './tables/oauth-grants.ts';
import { oauthKeyStore } from './tables/oauth-keys.ts';
import { oauthLogoutStore } from './tables/oauth-logouts.ts';
import { oauthRequestStore } from './tables/oauth-requests.ts';
import { organizationDomainStore } from './tables/organization-domains.ts';
import { organizationInvitationStore } from './tables/organization-invitations.ts';
import { organizationRoleStore } from './tables/organization-roles.ts';
import { organizationStore } from './tables/organizations.ts';
import { outboxStore } from './tables/outbox.ts';
import { passkeyStore } from './tables/passkeys.ts';
import { pictureStore } from './tables/pictures.ts';
import { portalStore } from './tables/portals.ts';
import { providerFlowStore } from './tables/provider-flows.ts';
import { providerLinkStore } from './tables/provider-links.ts';
import { recoveryCodeStore } from './tables/recovery-codes.ts';
import type { EventRules } from './tables/event-rules.ts';
import type { SessionRules } from './tables/session-rules.ts';
import { scimGroupStore } from './tables/scim-groups.ts';
import { scimRequestStore } from './tables/scim-requests.ts';
import { scimTokenStore } from './tables/scim-tokens.ts';
import { scimUserStore } from './tables/scim-users.ts';
import { sessionStore } from './tables/sessions.ts';
import { setUpTokenStore } from './tables/set-up-tokens.ts';
import { settingStore } from './tables/settings.ts';
import { totpStore } from './tables/totps.ts';
import { usedIdTokenStore } from './tables/used-id-tokens.ts';
import { webhookQueries, webhookStore } from './tables/webhooks.ts';

/** The parts from which the stores of the tables are made. */
export interface TableParts {
  /** A database or an open transaction. */
  db: Kysely<Schema>;
  /** Runs long reads, outside of transactions. */
  reader: Kysely<Schema>;
  /** Called with the events of an open transaction, or of a statement outside of one. */
  onStored: EventsListener;
  /** Called when mails are stored. */
  mailed: () => void;
  /** Called with each account whose email has become proven. */
  proven: (accountId: number) => void;
  queries: Queries;
  sessionRules: SessionRules;
  eventRules: EventRules;
}

/** Compiled statements, shared by all transactions. */
export type Queries = ReturnType<typeof queriesOf>;

export function queriesOf(db: Kysely<Schema>) {
  return {
    accounts: accountQueries(db),
    events: eventQueries(db),
    webhooks: webhookQueries(db),
    deliveries: deliveryQueries(db),
  };
}

const STORES = {
  accounts: ({ db, reader, proven, queries }: TableParts) =>
    accountStore(db, reader, proven, queries.accounts),
  sessions: ({ db, onStored, sessionRules, eventRules, reader }: TableParts) =>
    sessionStore(db, onStored, sessionRules, eventRules, reader),
  codes: ({ db, reader }: TableParts) => codeStore(db, reader),
  exchanges: ({ db }: TableParts) => exchangeStore(db),
  providerLinks: ({ db, reader }: TableParts) => providerLinkStore(db, reader),
  providerFlows: ({ db }: TableParts) => providerFlowStore(db),
  usedIdTokens: ({ db }: TableParts) => usedIdTokenStore(db),
  settings: ({ db }: TableParts) => settingStore(db),
  failures: ({ db }: TableParts) => failureStore(db),
  outbox: ({ db }: TableParts) => outboxStore(db),
  mailQueue: ({ db, mailed }: TableParts) => mailQueueStore(db, mailed),
  events: ({ db, onStored, eventRules, queries, reader }: TableParts) =>
    eventStore(db, onStored, eventRules, queries.events, reader),
  activity: ({ db, reader }: TableParts) => activityStore(db, reader),
  webhooks: ({ db, queries }: TableParts) => webhookStore(db, queries.webhooks),
  deliveries: ({ db, queries, reader }: TableParts) => deliveryStore(db, queries.deliveries, reader),
  challenges: ({ db }: TableParts) => challengeStore(db),
  factors: ({ db }: TableParts) => factorStore(db),
  totps: ({ db }: TableParts) => totpStore(db),
  recoveryCodes: ({ db }: TableParts) => recoveryCodeStore(db),
  knownAddresses: ({ db }: TableParts) => knownAddressStore(db),
  passkeys: ({ db }: TableParts) => passkeyStore(db),
  pictures: ({ db }: TableParts) => pictureStore(db),
  setUpTokens: ({ db }: TableParts) => setUpTokenStore(db),
  hiddenHints: ({ db }: TableParts) => hiddenHintStore(db),
  invitations: ({ db, reader }: TableParts) => invitationStore(db, reader),
  apiKeys: ({ db }: TableParts) => apiKeyStore(db),
  emailChanges: ({ db }: TableParts) => emailChangeStore(db),
  applications: ({ db }: TableParts) => applicationStore(db),
  oauthRequests: ({ db }: TableParts) => oauthRequestStore(db),
  grants: ({ db }: TableParts) => oauthGrantStore(db),
  oauthDevices: ({ db }: TableParts) => oauthDeviceStore(db),
  oauthKeys: ({ db }: TableParts) => oauthKeyStore(db),
  oauthLogouts: ({ db }: TableParts) => oauthLogoutStore(db),
  organizations: ({ db, reader }: TableParts) => organizationStore(db, reader),
  memberships: ({ db, reader }: TableParts) => membershipStore(db, reader),
  organizationRoles: ({ db }: TableParts) => organizationRoleStore(db),
  organizationInvitations: ({ db, reader }: TableParts) => organizationInvitationStore(db, reader),
  organizationDomains: ({ db }: TableParts) => organizationDomainStore(db),
  connections: ({ db }: TableParts) => connectionStore(db),
  scimTokens: ({ db }: TableParts) => scimTokenStore(db),
  scimUsers: ({ db, reader }: TableParts) => scimUserStore(db, reader),
  scimGroups: ({ db, reader }: TableParts) => scimGroupStore(db, reader),
  scimRequests: ({ db, reader }: TableParts) => scimRequestStore(db, reader),
  connectionTests: ({ db }: TableParts) => connectionTestStore(db),
  portals: ({ db }: TableParts) => portalStore(db),
};

/** One store per table, over the database or over an open transaction. */
export type Tables = { readonly [Name in keyof typeof STORES]: ReturnType<(typeof STORES)[Name]> };

/** The stores of all tables. */
export function tablesOf(parts: TableParts): Tables {
  const made = Object.entries(STORES).map(([name, make]) => [name, make(parts)]);
  // `fromEntries` forgets the names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(made) as Tables;
}

/**
 * The same, each made at its first use: most transactions need three of them, and making all takes longer than a
 * statement. The properties are not the object's own, so it cannot be spread.
 */
export function tablesAtFirstUse(parts: TableParts): Tables {
  // The getters are defined below, from the same table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new AtFirstUse(parts) as unknown as Tables;
}

class AtFirstUse {
  readonly parts: TableParts;

  constructor(parts: TableParts) {
    this.parts = parts;
  }
}

for (const [name, make] of Object.entries(STORES))
  Object.defineProperty(AtFirstUse.prototype, name, {
    get(this: AtFirstUse) {
      const value = make(this.parts);
      Object.defineProperty(this, name, { value });
      return value;
    },
  });
