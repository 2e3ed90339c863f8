import { initial } from './0022-initial.ts';
import { deviceEpoch } from './0023-device-epoch.ts';
import { oauth } from './0024-oauth.ts';
import { codesOfKnownDevices } from './0025-codes-of-known-devices.ts';
import { impersonation } from './0026-impersonation.ts';
import { earlierMailboxes } from './0027-earlier-mailboxes.ts';
import { liveImpersonations } from './0028-live-impersonations.ts';
import { organizations } from './0029-organizations.ts';
import { applicationExpiry } from './0030-application-expiry.ts';
import { keysOfLinks } from './0031-keys-of-links.ts';
import { organizationInvitations } from './0032-organization-invitations.ts';
import { activeOrganization } from './0033-active-organization.ts';
import { organizationDomains } from './0034-organization-domains.ts';
import { connections } from './0035-connections.ts';
import { saml } from './0036-saml.ts';
import { eventsOfOrganizations } from './0037-events-of-organizations.ts';
import { organizationEventIndex } from './0038-organization-event-index.ts';
import { organizationPolicy } from './0039-organization-policy.ts';
import { scimTokens } from './0040-scim-tokens.ts';
import { scim } from './0041-scim.ts';
import { scimRequests } from './0042-scim-requests.ts';
import { connectionTests } from './0045-connection-tests.ts';
import { portals } from './0046-portals.ts';
import { connectionMetadata } from './0047-connection-metadata.ts';
import { portalCreators } from './0048-portal-creators.ts';
import { scimDeletions } from './0049-scim-deletions.ts';
import { connectionTrust } from './0050-connection-trust.ts';
import { sessionConnections } from './0051-session-connections.ts';
import { removedMembers } from './0052-removed-members.ts';
import { accountTexts } from './0053-account-texts.ts';
import { mailPriority } from './0054-mail-priority.ts';
import { freedSlugs } from './0055-freed-slugs.ts';
import { connectionVouchers } from './0056-connection-vouchers.ts';
import { boundMembers } from './0057-bound-members.ts';
import { pictures } from './0058-pictures.ts';
import { hiddenHints } from './0059-hidden-hints.ts';
import { assignedCredentials } from './0060-assigned-credentials.ts';
import { lostVouchers } from './0061-lost-vouchers.ts';
import { lastingWords } from './0062-lasting-words.ts';
import { widenedTrust } from './0063-widened-trust.ts';
import { keyVouchers } from './0064-key-vouchers.ts';
import { tokenTrust } from './0065-token-trust.ts';
import { vouchedSessions } from './0066-vouched-sessions.ts';
import { vouchedSince } from './0067-vouched-since.ts';
import { makers } from './0068-makers.ts';
import { removedEmails } from './0069-removed-emails.ts';
import { stillRequired } from './0070-still-required.ts';
import { providerChangers } from './0071-provider-changers.ts';
import { voidedBy } from './0072-voided-by.ts';
import { leftMembers } from './0073-left-members.ts';
import { formerMailboxes } from './0074-former-mailboxes.ts';
import { listedApplications } from './0075-listed-applications.ts';
import { doubtBeforeChange } from './0076-doubt-before-change.ts';
import { mailDomains } from './0077-mail-domains.ts';
import { deletionConnection } from './0078-deletion-connection.ts';
import { provenAt } from './0082-proven-at.ts';
import { mailboxAt } from './0083-mailbox-at.ts';
import type { Migration } from './migration.ts';

/** In order. A released migration is never edited: add another. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  deviceEpoch,
  oauth,
  codesOfKnownDevices,
  impersonation,
  earlierMailboxes,
  liveImpersonations,
  organizations,
  applicationExpiry,
  keysOfLinks,
  organizationInvitations,
  activeOrganization,
  organizationDomains,
  connections,
  saml,
  eventsOfOrganizations,
  organizationEventIndex,
  organizationPolicy,
  scimTokens,
  scim,
  scimRequests,
  connectionTests,
  portals,
  connectionMetadata,
  portalCreators,
  scimDeletions,
  connectionTrust,
  sessionConnections,
  removedMembers,
  accountTexts,
  mailPriority,
  freedSlugs,
  connectionVouchers,
  boundMembers,
  pictures,
  hiddenHints,
  assignedCredentials,
  lostVouchers,
  lastingWords,
  widenedTrust,
  keyVouchers,
  tokenTrust,
  vouchedSessions,
  vouchedSince,
  makers,
  removedEmails,
  stillRequired,
  providerChangers,
  voidedBy,
  leftMembers,
  formerMailboxes,
  listedApplications,
  doubtBeforeChange,
  mailDomains,
  deletionConnection,
  provenAt,
  mailboxAt,
];
