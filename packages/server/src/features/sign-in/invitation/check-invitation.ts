import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { InvitationRow, OrganizationRow } from '../../../store/engine/schema.ts';
import { isStillAdministration, SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import { digest } from '../../identity/invitations/invitation-links.ts';
import { TOKEN_PREFIX } from '../../organizations/invitation-token.ts';
import type { Joining } from '../../organizations/joining.ts';

/**
 * What an invitation offers, for the page that asks whether to accept it. It spends nothing.
 * @throws KeywardError `InvitationInvalidError`, `EmailAlreadyExistsError`, `OrganizationSuspendedError`
 */
export type CheckInvitation = (token: string) => Promise<Offered>;

/** Whoever has the token reads the mails of the invited email, so nothing here is hidden from them. */
export interface Offered {
  email: string;
  /** The name of the account; null: the person chooses it. */
  name: string | null;
  /** Null: it only opens an account. */
  organization: OrganizationRow | null;
  /** The name of the person who invites; null: a key, the host, or an account that is gone. */
  invitedBy: string | null;
  /** Whether an account has proven the email, and so signs in to accept. */
  hasAccount: boolean;
  /** Whether there is an account that has not proven the email: accepting replaces its password. */
  hasUnprovenAccount: boolean;
  /** In milliseconds since the epoch. */
  expiresAt: number;
}

export function createCheckInvitation(deps: {
  store: Store;
  clock: Clock;
  /** Null while organizations are turned off. */
  joining: () => Promise<Pick<Joining, 'find' | 'organizationOf'> | null>;
}): CheckInvitation {
  const { store, clock, joining } = deps;

  const proofOf = async (emailKey: string) =>
    (await store.accounts.find('email_key', emailKey))?.email_verified ?? null;

  const nameOf = async (id: number | null) =>
    (id === null ? null : await store.accounts.find('id', id))?.name ?? null;

  return async (token) => {
    if (!token.startsWith(TOKEN_PREFIX)) {
      const { email, email_key: key, name, ...invitation } = await liveInvitation(store, token, clock.now());
      const invitedBy = await nameOf(invitation.created_by);
      return {
        email,
        name,
        organization: null,
        invitedBy,
        hasAccount: false,
        hasUnprovenAccount: (await proofOf(key)) === 0,
        expiresAt: invitation.expires_at,
      };
    }
    const organizations = await joining();
    const invitation = (await organizations?.find(token)) ?? null;
    if (organizations === null || invitation === null) throw new KeywardError('InvitationInvalidError');
    const { email, email_key: key } = invitation;
    const proof = await proofOf(key);
    return {
      email,
      name: null,
      organization: await organizations.organizationOf(invitation),
      invitedBy: await nameOf(invitation.created_by),
      hasAccount: proof === 1,
      hasUnprovenAccount: proof === 0,
      expiresAt: invitation.expires_at,
    };
  };
}

/**
 * The invitation to open an account that a token belongs to. Always one look-up by the hash, so that the response time
 * reveals nothing.
 * @throws KeywardError `InvitationInvalidError`; `EmailAlreadyExistsError` if its email has an account by now
 */
export async function liveInvitation(
  tables: Pick<Store, 'accounts' | 'invitations'>,
  token: string,
  now: number,
): Promise<InvitationRow> {
  const invitation = await tables.invitations.find('token_hash', digest(token));
  if (invitation === null || invitation.accepted_at !== null)
    throw new KeywardError('InvitationInvalidError');
  if (invitation.account_id !== null) throw new KeywardError('EmailAlreadyExistsError');
  if (invitation.expires_at <= now) throw new KeywardError('InvitationInvalidError');
  // Otherwise somebody who lost the role could return with another mailbox. Asked again when it is accepted.
  if (invitation.role === SUPERADMIN && !(await isStillAdministration(tables, invitation.created_by)))
    throw new KeywardError('InvitationInvalidError');
  return invitation;
}
