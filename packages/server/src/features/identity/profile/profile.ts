import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { AccountChanges, AccountRow, PictureRow } from '../../../store/engine/schema.ts';
import type { SendVerification } from '../codes/send-verification.ts';
import type { EmailChanges } from '../email-changes/email-changes.ts';
import { counter, type Limit } from '../../limits/counter-key.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { KnownDevices } from '../../limits/known-devices.ts';
import { addressKey, type LoginLimits } from '../../limits/login-limits.ts';
import type { Addressee } from '../../delivery/mail/mail.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../passwords/password-policy.ts';
import type { Client } from '../../../lib/client.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { assertOwner } from '../../audit/events/impersonator.ts';
import { byCaller } from '../../audit/events/origin.ts';
import type { UndoLinks } from '../undo/undo-links.ts';
import { type AccountData, dataColumns } from '../accounts/account-data.ts';
import { changedMeanwhile } from '../accounts/changed-meanwhile.ts';
import { type ActedOn, actOnAccount } from '../accounts/credential-lifecycle.ts';
import type { Act } from '../accounts/lifecycle.ts';
import { asTaken, identityColumns, isTaken, type IdentityFields } from '../accounts/identity.ts';
import { countedAs, isVouched } from '../sessions/recent-authentication.ts';
import type { Reauthenticate, Reauthentication } from './reauthenticate.ts';

export type ProfileChanges = IdentityFields &
  Pick<AccountData, 'metadata'> & {
    /** Whether a new email must be confirmed even if nothing else requires it. */
    confirmEmail?: boolean | undefined;
  };

export interface Profiles {
  /**
   * If a new mailbox must be proven first, everything but the email changes now; see {@link EmailChanges}.
   * @throws KeywardError `ValidationError`, `EmailDomainNotAllowedError` for a new email, the three
   * `…AlreadyExistsError`s, `RateLimitedError`, the errors of {@link EmailChanges}, and in the strict profile the
   * errors of {@link Reauthenticate}
   */
  update(caller: Caller, changes: ProfileChanges, proof: Reauthentication): Promise<AccountRow>;
  /** Stores an uploaded picture, and makes `avatar_url` lead to it: both or neither. */
  setPicture(caller: Caller, picture: PictureRow, url: string, client: Client): Promise<AccountRow>;
  /**
   * Sets a new password and ends the account's other sessions: both or neither.
   * @throws KeywardError `WeakPasswordError`, `SessionDestroyedError`, `ServiceUnavailableError`, and the errors of
   * {@link Reauthenticate}
   */
  changePassword(caller: Caller, password: string, proof: Reauthentication): Promise<AccountRow>;
}

/** Attempts to find out which emails, handles and phones exist are limited like guesses. */
const TAKEN_LIMIT: Limit = { limit: 20, windowMs: 3_600_000 };

interface Write {
  acts: readonly Act[];
  /** Whether the caller has authenticated recently; see `AccountAct`. */
  proven: boolean;
  changes: (before: AccountRow) => AccountChanges;
  /** Mails the owner, or writes more, in the same transaction. */
  notify?: (tables: Transaction, done: ActedOn) => Promise<void>;
}

export function createProfiles(deps: {
  store: Pick<Store, 'transaction' | 'memberships'>;
  reauthenticate: Reauthenticate;
  passwords: PasswordHasher;
  limiter: FailureLimiter;
  limits: LoginLimits;
  profile: PasswordContext['profile'];
  notices: Notices;
  sendVerification: SendVerification;
  policy: SignUpPolicy;
  emailChanges: Pick<EmailChanges, 'assertMayLeave' | 'mustConfirm' | 'request'>;
  undoLinks: UndoLinks;
  devices: Pick<KnownDevices, 'note'>;
  clock: Clock;
}): Profiles {
  const { store, reauthenticate, passwords, limiter, limits, profile } = deps;
  const { notices, sendVerification, policy, emailChanges, undoLinks, devices, clock } = deps;

  /**
   * Writes only if the account still has the email that the decision was based on. Otherwise a proof of the old
   * mailbox would count for the new one.
   */
  async function writeIn(
    tables: Transaction,
    caller: Caller,
    client: Client,
    { acts, changes, proven, notify }: Write,
  ): Promise<AccountRow> {
    const { row } = caller;
    const now = clock.now();
    const found = await tables.accounts.find('id', row.account_id);
    if (found === null) throw new KeywardError('SessionDestroyedError');
    if (found.email_key !== row.account__email_key) throw changedMeanwhile();
    const done = await actOnAccount(tables, found, {
      acts: () => acts,
      changes: (before) => ({ ...changes(before), updated_at: now }),
      presented: row.id,
      proven,
      by: byCaller(caller, client),
      now,
    });
    // If two sessions end each other, only the first one counts.
    if (!done.live) throw new KeywardError('SessionDestroyedError');
    await notify?.(tables, done);
    return done.after;
  }

  const write = (caller: Caller, client: Client, what: Write) =>
    store.transaction((tables) => writeIn(tables, caller, client, what));

  return {
    async update(caller, { metadata, confirmEmail = false, ...changes }, proof) {
      const accountId = caller.row.account_id;
      const columns = identityColumns(changes);
      const isNew = (name: 'email_key' | 'handle' | 'phone') =>
        columns[name] !== undefined && columns[name] !== caller.row[`account__${name}`];
      // The owner signs in with these.
      const newName = isNew('handle') || isNew('phone');
      const newEmail = isNew('email_key');
      if (newEmail || newName) assertOwner(caller);
      if (newEmail && caller.row.account__role !== 'superadmin')
        policy.assertDomain({ key: columns.email_key ?? '' });
      const guarded = newEmail || (newName && isVouched(caller.row));
      const proven = !guarded || (await reauthenticate(caller, 'email', proof));
      const { email: address = '', email_key: email = '', handle_key: handle, phone } = columns;
      const waits =
        newEmail &&
        (confirmEmail ||
          (await emailChanges.mustConfirm(store, {
            id: accountId,
            second_factors: caller.row.account__second_factors,
          })));
      const { email: _address, email_key: _key, ...others } = columns;
      const changeOf = (values: AccountChanges) => (before: AccountRow) => ({
        ...values,
        ...dataColumns({ ...(metadata !== undefined && { metadata }) }, before),
      });
      // Only these identifiers can be taken; other changes are not limited.
      const guessed = [columns.email_key, handle, phone].some((value) => typeof value === 'string');
      const moved = changeOf({ ...columns, email_verified: 0 });
      const now: Write = newEmail
        ? {
            acts: ['ownEmail'],
            changes: moved,
            proven,
            async notify(tables, { before, after, returned }) {
              // Since then, it may have got a factor, which the move would drop, or an organization.
              if (await emailChanges.mustConfirm(tables, before)) throw changedMeanwhile();
              const undo = returned ? null : await undoLinks.moved(tables, before, after);
              await notices.emailChanged(tables, addresseeOf(caller), after.email, proof.client, undo);
            },
          }
        : { acts: [], changes: changeOf(columns), proven };
      const later: Write = { acts: [], changes: changeOf(others), proven };
      const change = () =>
        (waits
          ? // In one transaction: a refused email must not leave the other fields changed.
            emailChanges
              .request(
                { id: accountId, email_key: caller.row.account__email_key },
                { address, key: email, proven },
                proof.client,
                async (tables) => {
                  const written = await writeIn(tables, caller, proof.client, later);
                  await emailChanges.assertMayLeave(tables, written, caller.row);
                  return written;
                },
              )
              .then(({ account }) => account)
          : write(caller, proof.client, now)
        ).catch((error: unknown) => {
          throw asTaken(error);
        });
      const account = await (guessed
        ? limiter.attempt(
            // Counted for the address too: otherwise a person with many accounts could test identifiers with each.
            [
              counter({ kind: 'taken', ...countedAs(caller.row) }, TAKEN_LIMIT),
              addressKey(limits, proof.client.ipAddress),
            ],
            change,
            isTaken,
            proof.signal,
          )
        : change());
      if (newEmail && !waits) await sendVerification(account, proof.client);
      return account;
    },

    setPicture: (caller, picture, avatar_url, client) =>
      write(caller, client, {
        acts: [],
        proven: false,
        changes: () => ({ avatar_url }),
        notify: (tables) => tables.pictures.insert(picture),
      }),

    async changePassword(caller, password, proof) {
      const { account__email: email, account__name: name, account__handle: handle } = caller.row;
      assertPasswordAllowed(password, { profile, email, name, handle });
      const proven = await reauthenticate(caller, 'password', proof);
      const by = { ipAddress: proof.client.ipAddress, signal: proof.signal };
      const password_hash = await passwords.hash(password, by);
      return write(caller, proof.client, {
        acts: ['ownPassword'],
        changes: () => ({ password_hash }),
        proven,
        async notify(tables, { after }) {
          const undo = await undoLinks.keep(tables, after, 'password');
          const applications = await tables.grants.offlineNames(after.id, clock.now());
          await notices.passwordChanged(tables, addresseeOf(caller), proof.client, { undo, applications });
          // All others are forgotten. Without this one, a stranger's guesses could keep the owner out.
          await devices.note(tables, after, proof.client);
        },
      });
    },
  };
}

function addresseeOf({ row }: Caller): Addressee {
  return {
    name: row.account__name,
    email: row.account__email,
    email_verified: row.account__email_verified,
  };
}
