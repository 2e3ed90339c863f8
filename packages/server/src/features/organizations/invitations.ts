import { randomBytes } from 'node:crypto';
import { type ErrorKind, invalidFields, KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Email, parseEmail } from '../../lib/email.ts';
import type { Store, Transaction } from '../../store/database.ts';
import type { OrganizationInvitationRow } from '../../store/engine/schema.ts';
import type { Page, PageRequest } from '../../store/lists/lists.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { FIELD_RULES } from '../identity/accounts/identity.ts';
import type { InvitationLinks } from '../identity/invitations/invitation-links.ts';
import { countedAs } from '../identity/sessions/recent-authentication.ts';
import type { ActLimits } from '../limits/act-limits.ts';
import type { Frontends } from '../settings/frontends.ts';
import type { Settings } from '../settings/settings.ts';
import { type Access, type Asker, assertHolds, creatorOf, type Opened } from './access.ts';
import { limitReached } from './memberships.ts';
import { TOKEN_PREFIX } from './invitation-token.ts';
import type { Proofs } from './proofs.ts';
import { assertRoles, permissionsOf, readNames } from './roles.ts';

export interface InvitationFields {
  emails: readonly string[];
  /** Default: the default role. */
  roles?: readonly string[] | undefined;
  /** Default: as the settings say. */
  expiresInDays?: number | undefined;
  /** The resolved frontend that the mailed links lead to; null for the service's own page. */
  frontend: string | null;
}

/** The result for one email, in the form in which it was given. */
export interface InvitationResult {
  email: string;
  outcome: OrganizationInvitationRow | KeywardError;
}

/**
 * Invitations to join an organization. Only the mails contain the tokens. Each email has at most one.
 * @throws KeywardError the errors of {@link Access}
 */
export interface Invitations {
  /** The invitations that were not accepted. */
  list(asker: Asker, name: string, request: PageRequest): Promise<Page<OrganizationInvitationRow>>;
  /**
   * Mails invitations; each replaces an earlier one for the same email. An email that cannot be invited does not affect
   * the others.
   * @returns a result for each email, in their order: `ValidationError`, `RateLimitedError`, `AlreadyMemberError`,
   * `OrganizationLimitError`, and `PermissionMissingError` for roles beyond the asker's
   * @throws KeywardError `ReauthenticationRequiredError`, `ValidationError` for an unknown role,
   * `EmailProofRequiredError` for a member whose email is not proven, `EmailNotConfiguredError`
   */
  invite(asker: Asker, name: string, fields: InvitationFields): Promise<InvitationResult[]>;
  /**
   * Mails a new link; the earlier one stops working.
   * @throws KeywardError `InvitationNotFoundError`, `PermissionMissingError`, `RateLimitedError`,
   * `FrontendUrlNotAllowedError`, `OrganizationLimitError`, and as {@link invite}
   */
  resend(
    asker: Asker,
    name: string,
    uid: string,
    again: { frontend?: string | undefined; expiresInDays?: number | undefined },
  ): Promise<OrganizationInvitationRow>;
  /** @throws KeywardError `InvitationNotFoundError` */
  revoke(asker: Asker, name: string, uid: string): Promise<void>;
}

/** The maximum number of open invitations of an organization. */
export const MAX_PENDING = 100;

const ID_BYTES = 17;
const ID_LENGTH = 22;

export function createInvitations(deps: {
  store: Store;
  settings: Settings;
  access: Access;
  proofs: Proofs;
  links: InvitationLinks;
  actLimits: Pick<ActLimits, 'byAccount'>;
  frontends: Frontends;
  clock: Clock;
}): Invitations {
  const { store, settings, access, proofs, links, actLimits, frontends, clock } = deps;

  const newToken = (days = settings.current.organizations.invitation_days) =>
    links.newToken(days, TOKEN_PREFIX);

  /** The roles, each once. @throws KeywardError if the asker may not give them */
  async function assertMayGive(
    tables: Transaction,
    asker: Asker,
    opened: Opened,
    names: readonly string[],
  ): Promise<string[]> {
    const roles = assertRoles(names, opened.roles);
    const given = permissionsOf(roles, opened.roles);
    assertHolds(opened, given);
    await proofs.assertMayGive(asker, tables, given);
    return roles;
  }

  /** A mail that a member causes also counts as an act. */
  async function assertMayMail({ actor, caller }: Asker, emailKey: string): Promise<void> {
    if (actor === null && caller !== null) await actLimits.byAccount(countedAs(caller.row));
    await links.assertMayMail(emailKey);
  }

  async function tell(
    tables: Transaction,
    type: 'organization.invitation_created' | 'organization.invitation_revoked',
    { by }: Asker,
    { row }: Opened,
    { uid: id, email, roles }: OrganizationInvitationRow,
  ): Promise<void> {
    const invitation = { id, email, roles: readNames(roles) };
    const data = { organization: presentEventOrganization(row), invitation };
    await tables.events.add([newEvent(type, data, { by, at: clock.now() })]);
  }

  async function existing(tables: Transaction, { row }: Opened, uid: string) {
    const invitation = await tables.organizationInvitations.find('uid', uid);
    if (invitation?.organization_id !== row.id) throw new KeywardError('InvitationNotFoundError');
    return invitation;
  }

  /** Invites an email, and ends an earlier invitation for it. */
  async function inviteOne(
    tables: Transaction,
    asker: Asker,
    opened: Opened,
    { address, key }: Email,
    { roles, expiresInDays, frontend }: Omit<InvitationFields, 'emails'> & { roles: readonly string[] },
  ): Promise<OrganizationInvitationRow | KeywardError> {
    const { row } = opened;
    const { accounts, memberships, organizationInvitations: invitations } = tables;
    const account = await accounts.find('email_key', key);
    // Anybody can open an account with another person's email.
    if (account?.email_verified === 1 && (await memberships.find(row.id, account.id)) !== null)
      return new KeywardError('AlreadyMemberError');
    const now = clock.now();
    await invitations.deleteOf(row.id, key);
    if (!(await hasRoom(tables, row.id, now))) return tooManyOpen();
    const { token, columns } = newToken(expiresInDays);
    const invitation = await invitations.insert({
      uid: `inv_${randomBytes(ID_BYTES).toString('base64url').slice(0, ID_LENGTH)}`,
      organization_id: row.id,
      email: address,
      email_key: key,
      roles: JSON.stringify(roles),
      frontend,
      ...invitedBy(asker),
      created_at: now,
      ...columns,
    });
    await tell(tables, 'organization.invitation_created', asker, opened, invitation);
    await links.mail(tables, asker.client, token, invitation, row.name);
    return invitation;
  }

  return {
    async list(asker, name, request) {
      const { row } = await access.read(asker, name);
      return store.organizationInvitations.list(row.id, request);
    },

    async invite(asker, name, { emails, roles: given, ...how }) {
      const names = given ?? [settings.current.organizations.default_role];
      // Checked first without mails, so that nobody without the right uses up the limit of a mailbox.
      const refused = await access.act(asker, name, (tables, opened) =>
        refusal('PermissionMissingError', assertMayGive(tables, asker, opened, names)),
      );
      if (refused !== null) return emails.map((email) => ({ email, outcome: refused }));
      links.assertConfigured();
      const read: { email: string; found: Email | KeywardError }[] = [];
      const keys = new Set<string>();
      for (const [index, email] of emails.entries()) {
        const parsed = parseEmail(email);
        let found: Email | KeywardError;
        if (parsed === null) found = invalidEmail(index, FIELD_RULES.email);
        else if (keys.has(parsed.key)) found = invalidEmail(index, 'must not be named twice');
        else found = (await refusal('RateLimitedError', assertMayMail(asker, parsed.key))) ?? parsed;
        if (parsed !== null) keys.add(parsed.key);
        read.push({ email, found });
      }
      return access.act(asker, name, async (tables, opened) => {
        const roles = await assertMayGive(tables, asker, opened, names);
        const results: InvitationResult[] = [];
        for (const { email, found } of read) {
          const outcome =
            found instanceof KeywardError
              ? found
              : await inviteOne(tables, asker, opened, found, { ...how, roles });
          results.push({ email, outcome });
        }
        return results;
      });
    },

    async resend(asker, name, uid, { frontend, expiresInDays }) {
      const known = await access.act(asker, name, async (tables, opened) => {
        const invitation = await existing(tables, opened, uid);
        await assertMayGive(tables, asker, opened, readNames(invitation.roles));
        return invitation;
      });
      // The frontend may no longer be allowed.
      const named = frontend ?? (known.frontend === null ? null : frontends.resolve(known.frontend));
      await assertMayMail(asker, known.email_key);
      return access.act(asker, name, async (tables, opened) => {
        const { id, roles, expires_at: endsAt } = await existing(tables, opened, uid);
        await assertMayGive(tables, asker, opened, readNames(roles));
        const now = clock.now();
        // One that has ended does not count yet.
        if (endsAt <= now && !(await hasRoom(tables, opened.row.id, now))) throw tooManyOpen();
        const { token, columns } = newToken(expiresInDays);
        const changes = { ...columns, frontend: named, ...invitedBy(asker) };
        const invitation = await tables.organizationInvitations.renew(id, changes);
        await tell(tables, 'organization.invitation_created', asker, opened, invitation);
        await links.mail(tables, asker.client, token, invitation, opened.row.name);
        return invitation;
      });
    },

    revoke: (asker, name, uid) =>
      access.act(
        asker,
        name,
        async (tables, opened) => {
          const invitation = await existing(tables, opened, uid);
          await tables.organizationInvitations.delete(invitation.id);
          await tell(tables, 'organization.invitation_revoked', asker, opened, invitation);
        },
        { ends: true },
      ),
  };
}

function invitedBy(asker: Asker) {
  const { account: created_by, key: created_key } = creatorOf(asker);
  return { created_by, created_key };
}

async function hasRoom(
  { organizationInvitations }: Pick<Transaction, 'organizationInvitations'>,
  organizationId: number,
  now: number,
): Promise<boolean> {
  return (await organizationInvitations.countLive(organizationId, now)) < MAX_PENDING;
}

function tooManyOpen(): KeywardError {
  return limitReached(`The organization has ${MAX_PENDING} open invitations, its limit.`, MAX_PENDING);
}

function invalidEmail(index: number, message: string): KeywardError {
  return invalidFields({ path: `emails.${index}`, message });
}

/** The refusal of this kind; null if there is none. */
async function refusal(kind: ErrorKind, asked: Promise<unknown>): Promise<KeywardError | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (error instanceof KeywardError && error.kind === kind) return error;
    throw error;
  }
}
