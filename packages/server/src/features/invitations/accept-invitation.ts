import { KeywardError, invalidFields } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import type { InvitationRow } from '../../store/schema.ts';
import { insertAccount } from '../accounts/insert-account.ts';
import { isTaken } from '../accounts/identity.ts';
import type { OpenSignUps } from '../accounts/open-sign-ups.ts';
import type { SignUps } from '../accounts/sign-up.ts';
import { tellAccount } from '../bodies/account.ts';
import type { Events } from '../events/events.ts';
import { type Entry, isChallenged, type SignIns } from '../factors/sign-ins.ts';
import type { SignInHooks } from '../hooks/sign-in-hooks.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { byOwner } from '../trail/origin.ts';
import { trailEvent } from '../trail/trail-event.ts';
import { digest } from './invitations.ts';

/** What somebody who accepts an invitation says of the account. */
export interface Acceptance {
  /** As the mailed link holds it. */
  token: string;
  /** Required if the invitation names nobody. */
  name?: string | undefined;
  /** Default: none; the account then signs in by code or provider. */
  password?: string | undefined;
  handle?: string | undefined;
  phone?: string | null | undefined;
}

/**
 * Opens the account of an invitation, with its mailbox proven, and signs in. A refusal spends nothing.
 * @throws KeywardError `InvitationInvalidError` for a token that is unknown, used, revoked or over;
 * `EmailAlreadyExistsError` if the email has got an account in another way, which only the holder of the token learns;
 * `SignupClosedError`; the errors of a sign-up
 */
export type AcceptInvitation = (
  acceptance: Acceptance,
  client: Client,
  signal: AbortSignal,
) => Promise<Entry>;

export function createAcceptInvitation(deps: {
  store: Store;
  clock: Clock;
  policy: SignUpPolicy;
  signUps: SignUps;
  openSignUps: OpenSignUps;
  passwords: PasswordHasher;
  signIns: SignIns;
  hooks: SignInHooks;
  events: Events;
}): AcceptInvitation {
  const { store, clock, policy, signUps, openSignUps, passwords, signIns, hooks, events } = deps;

  /** One look-up by the hash, whatever becomes of it, so that the time tells nothing. */
  async function live(token: string): Promise<InvitationRow> {
    const invitation = await store.invitations.find('token_hash', digest(token));
    if (invitation === null || invitation.accepted_at !== null)
      throw new KeywardError('InvitationInvalidError');
    if (invitation.account_id !== null) throw new KeywardError('EmailAlreadyExistsError');
    if (invitation.expires_at <= clock.now()) throw new KeywardError('InvitationInvalidError');
    return invitation;
  }

  async function open(acceptance: Acceptance, client: Client, signal: AbortSignal): Promise<Entry> {
    const { token, password = null, handle, phone } = acceptance;
    const by = { ipAddress: client.ipAddress, signal };
    const invitation = await live(token);
    const { id, email, email_key: key, role, metadata, app_metadata } = invitation;
    policy.assertMayOpen({ email: { key }, proof: 'mailbox', invited: true });
    const name = acceptance.name ?? invitation.name;
    if (name === null)
      throw invalidFields({ path: 'name', message: 'is required: the invitation does not say it' });
    const fields = { name, email, password, handle, phone, role, emailVerified: true };
    // Not counted as a sign-up of the address: whoever invited has chosen how many there are.
    const draft = await openSignUps.guess(by, () => signUps.draft(fields));
    const password_hash = password === null ? null : await passwords.hash(password, by);
    return signUps.withHandle(draft, (chosen) =>
      store.transaction(async (tables) => {
        const account = await insertAccount(
          tables,
          { ...draft.columns, ...chosen, password_hash, metadata, app_metadata },
          { method: 'invitation', by: (created) => byOwner(created, client) },
        );
        const now = clock.now();
        if (!(await tables.invitations.accept(id, account.id, now)))
          throw new KeywardError('InvitationInvalidError');
        const told = { by: byOwner(account, client), at: now };
        const data = { account: tellAccount(account), invitation: { id, email, role } };
        await tables.events.add([trailEvent('invitation.accepted', data, told)]);
        return signIns.begin(account, { client, method: 'code', reason: 'sign-up', within: tables });
      }),
    );
  }

  return async (acceptance, client, signal) => {
    let entry: Entry;
    try {
      entry = await open(acceptance, client, signal);
    } catch (error) {
      // The account that is in the way may be this invitation's own.
      if (isTaken(error)) await live(acceptance.token);
      throw error;
    }
    if (isChallenged(entry)) return entry;
    const { account, session } = entry;
    const arrival = { account, client, method: 'code', reason: 'sign-up' } as const;
    await hooks.signedUp(arrival);
    await hooks.admit(arrival, session);
    const facts = { client, accountId: account.id, sessionId: session.id };
    events.emit('account.signed_up', { ...facts, metadata: { method: 'invitation' } });
    return entry;
  };
}
