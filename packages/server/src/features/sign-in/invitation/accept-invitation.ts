import { KeywardError, invalidFields } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { AccountChanges, AccountRow, InvitationRow } from '../../../store/engine/schema.ts';
import type { Joiner } from '../../organizations/admission.ts';
import type { Joining } from '../../organizations/joining.ts';
import { TOKEN_PREFIX } from '../../organizations/invitation-token.ts';
import { actOnAccount } from '../../identity/accounts/credential-lifecycle.ts';
import { insertAccount } from '../../identity/accounts/insert-account.ts';
import { asTaken, identityColumns, isTaken } from '../../identity/accounts/identity.ts';
import type { OpenSignUps } from '../../identity/accounts/open-sign-ups.ts';
import type { SignUps } from '../../identity/accounts/sign-up.ts';
import { isStillAdministration, SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { PasswordHasher } from '../../identity/passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../../identity/passwords/password-policy.ts';
import type { SignUpPolicy } from '../../identity/sign-up-policy/sign-up-policy.ts';
import type { Origin } from '../../audit/events/event-types.ts';
import { byOwner } from '../../audit/events/origin.ts';
import { newEvent } from '../../audit/events/event.ts';
import type { Entry, SignIns } from '../complete.ts';
import { liveInvitation } from './check-invitation.ts';

/** The fields that an invited person chooses. */
export interface Acceptance {
  /** The token of the mailed link. */
  token: string;
  /** Required if the invitation does not contain a name. */
  name?: string | undefined;
  /** Default: none; the account then signs in by code or provider. */
  password?: string | undefined;
  handle?: string | undefined;
  phone?: string | null | undefined;
}

/**
 * Opens the account of an invitation, with a proven mailbox, and signs in. An unproven account with the same
 * email becomes that account; the acceptance is its first proof. If the invitation is to an organization, the account
 * joins it. A refusal spends nothing.
 * @throws KeywardError `InvitationInvalidError` for a token that is unknown, used, revoked or expired, or that a former
 * superadmin sent to make another one;
 * `EmailAlreadyExistsError` if the email has a proven account by now, which only the holder of the token learns;
 * `AccountInactiveError`, `SignupClosedError`; the errors of a sign-up, and of {@link Joining}
 */
export type AcceptInvitation = (
  acceptance: Acceptance,
  client: Client,
  signal: AbortSignal,
) => Promise<Entry>;

/** The role of an account that no superadmin has changed. */
const FIRST_ROLE = 'user';

/** The content of an invitation of any kind. */
interface Offer extends Pick<
  InvitationRow,
  'email' | 'email_key' | 'name' | 'role' | 'metadata' | 'app_metadata'
> {
  /**
   * Whether a superadmin, a key or the host invites. Invitations by others are subject to the rules for domains and to
   * the limit of new accounts.
   */
  byAdministration: boolean;
  /** The id of the organization that the account joins. */
  organization?: number;
  /**
   * Asks the host if it decides about the account, before any transaction.
   * @throws KeywardError `InvitationInvalidError`, `MembershipRefusedError`
   */
  admit: (account: Joiner) => Promise<Accept>;
}

/** Spends an invitation for its account, which is new or locked. @throws KeywardError `InvitationInvalidError` */
type Accept = (tables: Transaction, account: AccountRow, by: Origin) => Promise<void>;

export function createAcceptInvitation(deps: {
  store: Store;
  clock: Clock;
  policy: SignUpPolicy;
  signUps: SignUps;
  openSignUps: OpenSignUps;
  passwords: PasswordHasher;
  signIns: Pick<SignIns, 'assertMayBegin' | 'begin'>;
  /** Null while organizations are turned off. */
  joining: () => Promise<Pick<Joining, 'find' | 'admit' | 'join' | 'isByAdministration'> | null>;
  profile: PasswordContext['profile'];
}): AcceptInvitation {
  const { store, clock, policy, signUps, openSignUps, passwords, signIns, joining, profile } = deps;

  /** Always one look-up by the hash, so that the response time reveals nothing. */
  async function live(token: string): Promise<Offer> {
    if (token.startsWith(TOKEN_PREFIX)) return toJoin(token);
    const invitation = await liveInvitation(store, token, clock.now());
    return { ...invitation, byAdministration: true, admit: async () => spend(invitation) };
  }

  const spend =
    ({ id, email, role, created_by: inviter }: InvitationRow): Accept =>
    async (tables, account, by) => {
      const now = clock.now();
      // Otherwise a superadmin who lost the role could return with another mailbox.
      if (role === SUPERADMIN && !(await isStillAdministration(tables, inviter)))
        throw new KeywardError('InvitationInvalidError');
      if (!(await tables.invitations.accept(id, account.id, now)))
        throw new KeywardError('InvitationInvalidError');
      const data = { account: presentEventAccount(account), invitation: { id, email, role } };
      await tables.events.add([newEvent('invitation.accepted', data, { by, at: now })]);
    };

  /** The content of an invitation to an organization. */
  async function toJoin(token: string): Promise<Offer> {
    const organizations = await joining();
    const invitation = (await organizations?.find(token)) ?? null;
    if (organizations === null || invitation === null) throw new KeywardError('InvitationInvalidError');
    const { email, email_key } = invitation;
    if ((await store.accounts.find('email_key', email_key))?.email_verified === 1)
      throw new KeywardError('EmailAlreadyExistsError', { message: SIGN_IN });
    return {
      email,
      email_key,
      name: null,
      role: FIRST_ROLE,
      metadata: null,
      app_metadata: null,
      organization: invitation.organization_id,
      byAdministration: await organizations.isByAdministration(invitation),
      async admit(joiner) {
        const admitted = await organizations.admit(joiner, invitation);
        return async (tables, account, by) => {
          await organizations.join(tables, account, invitation, { admitted, by });
        };
      },
    };
  }

  /** Runs the acceptance in a transaction during which the inviter cannot lose the role of a superadmin. */
  const accepting = (
    { role }: Pick<Offer, 'role'>,
    work: (tables: Transaction) => Promise<AccountRow>,
  ): Promise<AccountRow> =>
    store.transaction(async (tables) => {
      if (role === SUPERADMIN) await tables.accounts.lockSuperadmins();
      return work(tables);
    });

  async function open(acceptance: Acceptance, client: Client, signal: AbortSignal): Promise<AccountRow> {
    const { token, password = null, handle, phone } = acceptance;
    const by = { ipAddress: client.ipAddress, signal };
    const invitation = await live(token);
    const { email, email_key: key, role, metadata, app_metadata, byAdministration } = invitation;
    policy.assertMayOpen({ email: { key }, proof: 'mailbox', invited: true });
    if (!byAdministration) policy.assertDomain({ key });
    const name = acceptance.name ?? invitation.name;
    if (name === null)
      throw invalidFields({
        path: 'name',
        message: 'is required, because the invitation does not contain it',
      });
    const unproven = await store.accounts.find('email_key', key);
    const ids = unproven === null ? { id: null, uid: null } : { id: unproven.id, uid: unproven.uid };
    const spendFor = await invitation.admit({ ...ids, name, email, email_verified: 1 });
    if (unproven !== null) {
      if (password !== null) assertPasswordAllowed(password, { profile, email, name, handle });
      const columns = identityColumns({
        ...(acceptance.name !== undefined && { name }),
        ...(handle !== undefined && { handle }),
        ...(phone !== undefined && { phone }),
      });
      const password_hash = password === null ? null : await passwords.hash(password, by);
      const changes = { ...columns, password_hash, email_verified: 1, updated_at: clock.now() };
      const given = {
        ...(acceptance.name === undefined && identityColumns({ name })),
        metadata,
        ...(app_metadata !== null && { app_metadata }),
      };
      return openSignUps.guess(by, () =>
        accepting(invitation, (tables) =>
          claim(tables, unproven, { invitation, spendFor, changes, given, client }),
        ).catch((error: unknown) => {
          throw asTaken(error);
        }),
      );
    }
    const fields = { name, email, password, handle, phone, role, emailVerified: true };
    const create = async () => {
      const draft = await openSignUps.guess(by, () => signUps.draft(fields));
      const password_hash = password === null ? null : await passwords.hash(password, by);
      return signUps.withHandle(draft, (chosen) =>
        accepting(invitation, async (tables) => {
          const account = await insertAccount(
            tables,
            { ...draft.columns, ...chosen, password_hash, metadata, app_metadata },
            { method: 'invitation', by: (created) => byOwner(created, client) },
          );
          return accept(tables, account, spendFor, client);
        }),
      );
    };
    // Superadmins may create any number of accounts.
    return byAdministration ? create() : openSignUps.counted(by, create);
  }

  /**
   * Hands over an account to the owner of its mailbox. A stranger may have opened it with the invited email.
   */
  async function claim(
    tables: Transaction,
    unproven: AccountRow,
    {
      invitation,
      spendFor,
      changes,
      given,
      client,
    }: {
      invitation: Offer;
      spendFor: Accept;
      /** By the person who accepts. */
      changes: AccountChanges;
      /** By the inviter. */
      given: AccountChanges;
      client: Client;
    },
  ): Promise<AccountRow> {
    // Only a superadmin can have changed its role.
    const role = (before: AccountRow) => (invitation.role === FIRST_ROLE ? before.role : invitation.role);
    const { after } = await actOnAccount(tables, unproven, {
      acts: () => ['soleProof'],
      changes: (before) => {
        if (before.email_verified === 1) throw new KeywardError('EmailAlreadyExistsError');
        if (before.status !== 'active') throw new KeywardError('AccountInactiveError');
        // No invitation by a key may change a superadmin, nor take the last one away. The mailbox proves the account to
        // its reader, as a code does.
        if (before.role === SUPERADMIN) return changes;
        return { ...changes, ...given, role: role(before) };
      },
      proven: true,
      ...(invitation.organization !== undefined && { organizations: [invitation.organization] }),
      by: byOwner(unproven, client),
      now: clock.now(),
    });
    return accept(tables, after, spendFor, client);
  }

  async function accept(
    tables: Transaction,
    account: AccountRow,
    spendFor: Accept,
    client: Client,
  ): Promise<AccountRow> {
    await spendFor(tables, account, byOwner(account, client));
    // As a member, because the organization may require its connection.
    await signIns.assertMayBegin(account, { method: 'code' }, tables);
    return account;
  }

  return async (acceptance, client, signal) => {
    const account = await open(acceptance, client, signal).catch(async (error: unknown) => {
      // The invitation may have been accepted already, and the email may be taken by its account.
      if (isTaken(error)) await live(acceptance.token);
      throw error;
    });
    return signIns.begin(account, {
      client,
      method: 'code',
      reason: 'sign-up',
      event: { name: 'account.signed_up', metadata: { method: 'invitation' } },
    });
  };
}

const SIGN_IN = 'This email has an account already: sign in, then accept at /invitation/accept.';
