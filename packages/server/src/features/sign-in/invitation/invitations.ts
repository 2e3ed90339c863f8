import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { parseEmail } from '../../../lib/email.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { InvitationRow, NewEvent } from '../../../store/engine/schema.ts';
import { mergeMetadata } from '../../identity/accounts/account-data.ts';
import { identityColumns, invalidEmail } from '../../identity/accounts/identity.ts';
import type { InvitationLinks } from '../../identity/invitations/invitation-links.ts';
import { SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import {
  accountIdOf,
  acting,
  type Actor,
  assertMayTouch,
  assertRecent,
  factsOf,
} from '../../audit/actors/actor.ts';
import type { Metadata } from '../../audit/serializers/account.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Recent } from '../../audit/actors/recent.ts';
import type { Frontends } from '../../settings/frontends.ts';
import { newEvent } from '../../audit/events/event.ts';

/** The account that somebody is invited to open. */
export interface InvitationFields {
  email: string;
  /** Default: the person who accepts chooses it. */
  name?: string | undefined;
  /** Default: `user`. */
  role?: string | undefined;
  /** At most 8 KiB of JSON. */
  metadata?: Metadata | undefined;
  /** At most 8 KiB of JSON, which the owner of the account cannot change. */
  appMetadata?: Metadata | undefined;
  /** Default: {@link DEFAULT_DAYS}. */
  expiresInDays?: number | undefined;
  /** The resolved frontend that the mailed link leads to; null for the service's own page. */
  frontend: string | null;
}

/**
 * Invitations to open an account, for administrators. Only the mail contains the token. Each act stores an event.
 * @throws KeywardError `RoleMismatchError` from every method, for an actor who is no longer an active superadmin;
 * `ScopeMissingError` for a key that acts on an invitation to become a superadmin, `ReauthenticationRequiredError`
 * for a superadmin without a recent session who mails one
 */
export interface Invitations {
  /**
   * Mails an invitation, in the language that the request prefers. It replaces an earlier one for the same email.
   * @throws KeywardError `ValidationError`, `EmailAlreadyExistsError`, `RateLimitedError`, `EmailNotConfiguredError`,
   * `ServiceUnavailableError`
   */
  create(actor: Actor, fields: InvitationFields): Promise<InvitationRow>;
  /**
   * Mails a new link; the earlier one stops working. From then on, the actor is the inviter.
   * @param again.frontend default: the one of the invitation
   * @throws KeywardError as {@link create}, `InvitationNotFoundError` (accepted ones too),
   * `FrontendUrlNotAllowedError`
   */
  resend(
    actor: Actor,
    id: number,
    again?: { frontend?: string | undefined; expiresInDays?: number | undefined },
  ): Promise<InvitationRow>;
  /**
   * Revokes and removes an invitation. An account that it opened stays.
   * @throws KeywardError `InvitationNotFoundError`
   */
  revoke(actor: Actor, id: number): Promise<void>;
}

export const DEFAULT_DAYS = 7;

export function createInvitations(deps: {
  store: Store;
  clock: Clock;
  links: InvitationLinks;
  frontends: Frontends;
  events: Events;
  recent: Pick<Recent, 'assert'>;
}): Invitations {
  const { store, clock, links, frontends, events, recent } = deps;

  const attribution = ({ by }: Actor) => ({ by, at: clock.now() });

  /** @throws KeywardError `ScopeMissingError`, `ReauthenticationRequiredError` */
  async function assertMayInvite(actor: Actor, invited: Pick<InvitationRow, 'role'>): Promise<void> {
    assertMayTouch(actor, invited);
    if (invited.role === SUPERADMIN) await assertRecent(actor, recent);
  }

  function announce(
    actor: Actor,
    action: 'created' | 'resent' | 'revoked',
    { id, email, role }: InvitationRow,
  ): void {
    const metadata = { action, invitation_id: id, email, role };
    events.emit('admin.invitation_changed', { ...factsOf(actor), metadata });
  }

  return {
    async create(
      actor,
      { email, name, role = 'user', metadata = {}, appMetadata = {}, expiresInDays, frontend },
    ) {
      await assertMayInvite(actor, { role });
      const { address, key } = parseEmail(email) ?? invalidEmail();
      const columns = name === undefined ? {} : identityColumns({ name });
      const stored = {
        metadata: mergeMetadata('metadata', null, metadata),
        app_metadata: mergeMetadata('app_metadata', null, appMetadata),
      };
      await assertNotProven(store, key);
      await links.assertMayMail(key);
      const { token, columns: ofToken } = links.newToken(expiresInDays ?? DEFAULT_DAYS);
      const invitation = await acting(store, actor, async (tables) => {
        await assertNotProven(tables, key);
        for (const replaced of await tables.invitations.deleteOpen(key)) assertMayTouch(actor, replaced);
        const row = await tables.invitations.insert({
          email: address,
          email_key: key,
          name: columns.name ?? null,
          role,
          ...stored,
          frontend,
          created_by: accountIdOf(actor),
          created_at: clock.now(),
          ...ofToken,
        });
        await tables.events.add([invitationEvent('invitation.created', row, attribution(actor))]);
        await links.mail(tables, actor.client, token, row);
        return row;
      });
      announce(actor, 'created', invitation);
      return invitation;
    },

    async resend(actor, id, { frontend, expiresInDays } = {}) {
      const known = await existing(store, id);
      await assertMayInvite(actor, known);
      // The frontend may no longer be allowed.
      const named = frontend ?? (known.frontend === null ? null : frontends.resolve(known.frontend));
      await assertNotProven(store, known.email_key);
      await links.assertMayMail(known.email_key);
      const { token, columns } = links.newToken(expiresInDays ?? DEFAULT_DAYS);
      const invitation = await acting(store, actor, async (tables) => {
        await assertNotProven(tables, known.email_key);
        const row = await tables.invitations.renew(id, {
          ...columns,
          frontend: named,
          created_by: accountIdOf(actor),
        });
        if (row === null) throw new KeywardError('InvitationNotFoundError');
        await tables.events.add([invitationEvent('invitation.created', row, attribution(actor))]);
        await links.mail(tables, actor.client, token, row);
        return row;
      });
      announce(actor, 'resent', invitation);
      return invitation;
    },

    async revoke(actor, id) {
      assertMayTouch(actor, await existing(store, id));
      const invitation = await acting(store, actor, async (tables) => {
        const row = await tables.invitations.delete(id);
        if (row === null) throw new KeywardError('InvitationNotFoundError');
        if (row.accepted_at === null)
          await tables.events.add([invitationEvent('invitation.revoked', row, attribution(actor))]);
        return row;
      });
      announce(actor, 'revoked', invitation);
    },
  };
}

function invitationEvent(
  type: 'invitation.created' | 'invitation.revoked',
  { id, email, role }: InvitationRow,
  attribution: Parameters<typeof newEvent>[2],
): NewEvent {
  return newEvent(type, { invitation: { id, email, role } }, attribution);
}

/**
 * Unproven accounts do not count, because anybody can sign up with another person's email.
 * @throws KeywardError `EmailAlreadyExistsError`
 */
async function assertNotProven({ accounts }: Pick<Transaction, 'accounts'>, emailKey: string): Promise<void> {
  if ((await accounts.find('email_key', emailKey))?.email_verified === 1)
    throw new KeywardError('EmailAlreadyExistsError', {
      message:
        'This email has an account already, so there is nothing to accept: change the account, or let its owner sign in.',
    });
}

async function existing(
  { invitations }: Pick<Transaction, 'invitations'>,
  id: number,
): Promise<InvitationRow> {
  const invitation = await invitations.find('id', id);
  if (invitation === null || invitation.accepted_at !== null)
    throw new KeywardError('InvitationNotFoundError');
  return invitation;
}
