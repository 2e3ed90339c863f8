import { invalidFields, KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { assertSuperadminLeft, SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import {
  acting,
  type Actor,
  assertMayTouch,
  assertRecent,
  assertStillActs,
  factsOf,
} from '../../audit/actors/actor.ts';
import { differenceOf, shown } from '../accounts/account-events.ts';
import { type AccountData, dataColumns } from '../accounts/account-data.ts';
import { insertAccount } from '../accounts/insert-account.ts';
import { changedMeanwhile } from '../accounts/changed-meanwhile.ts';
import { type AccountAct, type ActedOn, actOnAccount, statusActs } from '../accounts/credential-lifecycle.ts';
import { asTaken, identityColumns, type IdentityFields } from '../accounts/identity.ts';
import type { NewAccountFields, SignUp } from '../accounts/sign-up.ts';
import type { EmailChanges } from '../email-changes/email-changes.ts';
import type { EventName, Events } from '../../audit/events/events.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import { factorsOf } from '../../audit/serializers/factor-kinds.ts';
import type { Recent } from '../../audit/actors/recent.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { Settings } from '../../settings/settings.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../passwords/password-policy.ts';
import type { Client } from '../../../lib/client.ts';
import { newEvent } from '../../audit/events/event.ts';
import { existing } from './existing.ts';
import { createRemovals, type Removals } from './removals.ts';

/** The fields of an account that a superadmin may change. */
export interface AccountEdit extends IdentityFields, AccountData {
  role?: string;
  status?: string;
  email_verified?: boolean;
  password?: string;
}

/**
 * Acts of superadmins, keys and the host on accounts. Each act emits an event that names the actor.
 * @throws KeywardError `RoleMismatchError` from every method, for an actor who is no longer an active superadmin;
 * `ScopeMissingError` for a key that acts on a superadmin; `ReauthenticationRequiredError` for a superadmin without a
 * recent session who creates, deletes or unlocks a superadmin, changes the role, status or credentials of one, sets a
 * password or an email, or marks an email as verified
 */
export interface Administration extends Removals {
  /** @throws KeywardError `WeakPasswordError`, `ValidationError`, the `…AlreadyExistsError`s */
  createAccount(actor: Actor, fields: NewAccountFields): Promise<AccountRow>;
  /**
   * Drops the credentials that `LIFECYCLE` names. A new email counts as not verified unless the edit says otherwise; for
   * a proven account with second factors it then waits until its owner confirms it. A mail tells the owner of a new
   * password or email.
   * @throws KeywardError `ValidationError` for a role or reactivation beside an email that waits; the errors of {@link EmailChanges} for an email that waits; KeywardError as above, `UserNotFoundError`,
   * `LastSuperadminError`, `RoleMismatchError`, `ServiceUnavailableError`
   */
  changeAccount(actor: Actor, id: number, edit: AccountEdit): Promise<AccountRow>;
  /** Deletes an account with its sessions, provider links and codes. @throws as {@link changeAccount} */
  deleteAccount(actor: Actor, id: number): Promise<void>;
  /**
   * Resets the failed guesses for an account, and for codes to its mailbox, from every address.
   * @throws KeywardError `UserNotFoundError`
   */
  unlockAccount(actor: Actor, id: number): Promise<void>;
  /**
   * Removes all second factors and recovery codes of an account, if it has any, and ends its sessions. A mail tells
   * the owner.
   * @throws KeywardError `UserNotFoundError`
   */
  resetFactors(actor: Actor, id: number): Promise<void>;
}

export function createAdministration(deps: {
  store: Store;
  signUp: SignUp;
  passwords: PasswordHasher;
  notices: Notices;
  /** Resets the counters of an account and of its mailbox. */
  forgetCounters: (account: AccountRow) => Promise<void>;
  events: Events;
  recent: Pick<Recent, 'assert'>;
  settings: Settings;
  emailChanges: Pick<EmailChanges, 'request'>;
  profile: PasswordContext['profile'];
  clock: Clock;
}): Administration {
  const { store, signUp, passwords, notices, forgetCounters, events, recent, settings, emailChanges } = deps;
  const { profile, clock } = deps;

  function tell(name: EventName, actor: Actor, metadata: Record<string, unknown>): void {
    events.emit(name, { ...factsOf(actor), metadata });
  }

  const attribution = ({ by }: Actor) => ({ by, at: clock.now() });

  /**
   * @property needsStepUp whether the act needs recent authentication
   * @property notify mails the owner, in the same transaction
   */
  type Change = Pick<AccountAct, 'acts' | 'changes'> & {
    needsStepUp?: (done: ActedOn) => boolean;
    notify?: (tables: Transaction, done: ActedOn) => Promise<void>;
  };

  const onAccount = (actor: Actor, id: number, act: Change) =>
    store.transaction((tables) => onAccountIn(tables, actor, id, act));

  /** Acts on an account. If the act is refused, nothing changes. */
  async function onAccountIn(
    tables: Transaction,
    actor: Actor,
    id: number,
    { needsStepUp = () => false, notify, ...act }: Change,
  ): Promise<ActedOn> {
    await tables.accounts.lockSuperadmins();
    // Asked before the act, which may end the superadmin's own session.
    const { caller } = actor;
    if (caller?.row.account_id === id) await tables.accounts.lock(id);
    const lives = caller === null || (await tables.sessions.lockLive(caller.row.id)) !== null;
    const result = await actOnAccount(tables, await existing(tables, id), {
      ...act,
      proven: true,
      leavesOwnerless: !settings.current.organizations.enabled,
      by: actor.by,
      now: clock.now(),
    });
    const { before, after } = result;
    assertMayTouch(actor, before);
    assertMayTouch(actor, after);
    if (needsStepUp(result)) await assertRecent(actor, recent, tables);
    await assertSuperadminLeft(tables, before);
    await assertStillActs(tables, actor, before);
    if (!lives) throw new KeywardError('SessionDestroyedError');
    await notify?.(tables, result);
    return result;
  }

  /** Whether the owner must confirm a new email. Otherwise the factors would depend on an unproven mailbox. */
  const mustConfirm = (account: AccountRow, { email_verified: verified }: AccountEdit) =>
    account.second_factors !== 0 && account.email_verified === 1 && verified !== true;

  async function passwordHash(known: AccountRow, edit: AccountEdit, signal: AbortSignal | undefined) {
    const { password, email = known.email, name = known.name, handle = known.handle } = edit;
    if (password === undefined) return undefined;
    assertPasswordAllowed(password, { profile, email, name, handle });
    return passwords.hash(password, { signal });
  }

  return {
    async createAccount(actor, fields) {
      const { role = '' } = fields;
      assertMayTouch(actor, { role });
      if (role === SUPERADMIN || fields.emailVerified === true || fields.password !== null)
        await assertRecent(actor, recent);
      const account = await signUp(fields, { signal: actor.signal }, (row) =>
        acting(store, actor, (tables) => insertAccount(tables, row, { method: 'superadmin', by: actor.by })),
      );
      tell('admin.account_created', actor, { account_id: account.id, after: shown(account) });
      return account;
    },

    async changeAccount(actor, id, edit) {
      const { role, status, email_verified: verified } = edit;
      const columns = identityColumns(edit);
      const known = await existing(store, id);
      const password_hash = await passwordHash(known, edit, actor.signal);
      const newPassword = password_hash !== undefined;
      const { email: address = '', email_key: key = known.email_key, ...others } = columns;
      const waits = key !== known.email_key && mustConfirm(known, edit);
      if (waits) assertGivesNothing(known, edit);
      const now: typeof columns = waits ? others : columns;
      const newEmail = (before: AccountRow) => (now.email_key ?? before.email_key) !== before.email_key;
      const client = inNoLanguage(actor.client);
      const change: Change = {
        acts: (account) => [
          ...(newPassword || newEmail(account) ? (['assigned'] as const) : []),
          ...(verified === true ? (['soleProof'] as const) : []),
          ...(role === SUPERADMIN && account.role !== SUPERADMIN ? (['promotion'] as const) : []),
          ...statusActs(account, status),
        ],
        changes: (account) => {
          if (newEmail(account) && mustConfirm(account, edit)) throw changedMeanwhile();
          return {
            ...now,
            ...dataColumns(edit, account),
            ...(role !== undefined && { role }),
            ...(status !== undefined && { status, awaits_proof: null }),
            ...(newEmail(account) && { email_verified: 0 }),
            // Beside an email that waits, it is about that one.
            ...(verified !== undefined && !waits && { email_verified: verified ? 1 : 0 }),
            ...(newPassword && { password_hash }),
            updated_at: clock.now(),
          };
        },
        needsStepUp: (done) => newPassword || waits || isSensitive(done),
        async notify(tables, { before, after }) {
          if (before.second_factors !== 0 && after.second_factors === 0)
            await notices.factorsReset(tables, before, client);
          if (newPassword) await notices.passwordChanged(tables, before, client);
          if (newEmail(before)) await notices.emailChanged(tables, before, after.email, client);
        },
      };
      const { before, after } = await (
        waits
          ? emailChanges
              .request(known, { address, key, proven: true }, client, (tables) =>
                onAccountIn(tables, actor, id, change),
              )
              .then(({ done }) => done)
          : onAccount(actor, id, change)
      ).catch((error: unknown) => {
        throw asTaken(error);
      });

      const difference = differenceOf(before, after);
      if (newPassword) Object.assign(difference.after, { password: 'changed' });
      tell('admin.account_changed', actor, { account_id: id, ...difference });
      return after;
    },

    async deleteAccount(actor, id) {
      const { before } = await onAccount(actor, id, {
        acts: () => ['deletion'],
        changes: () => ({}),
        needsStepUp: ({ before: account }) => account.role === SUPERADMIN,
      });
      await forgetCounters(before);
      tell('admin.account_deleted', actor, { account_id: id, before: shown(before) });
    },

    async unlockAccount(actor, id) {
      const account = await acting(store, actor, async (tables) => {
        const found = await existing(tables, id);
        assertMayTouch(actor, found);
        // Otherwise the lock would not stop a thief with an old session from guessing the proof of a recent one.
        if (found.role === SUPERADMIN) await assertRecent(actor, recent, tables);
        await tables.events.add([
          newEvent('account.unlocked', { account: presentEventAccount(found) }, attribution(actor)),
        ]);
        return found;
      });
      await forgetCounters(account);
      tell('admin.account_unlocked', actor, { account_id: id });
    },

    async resetFactors(actor, id) {
      const { before } = await onAccount(actor, id, {
        acts: () => ['factorsReset'],
        changes: () => ({}),
        async notify(tables, { before: account }) {
          if (account.second_factors !== 0)
            await notices.factorsReset(tables, account, inNoLanguage(actor.client));
        },
      });
      tell('admin.factors_reset', actor, { account_id: id, before: factorsOf(before.second_factors) });
    },

    ...createRemovals(deps),
  };
}

/**
 * Access that comes with an email which waits is meant for the reader of that email, but the reader of the present one
 * would get it.
 */
function assertGivesNothing(known: AccountRow, { role, status }: AccountEdit): void {
  const refuse = (path: keyof AccountEdit) =>
    invalidFields({
      path,
      message:
        'cannot change together with the email, which waits until its owner confirms it: send it after that, or send email_verified: true too',
    });
  if (role !== undefined && role !== known.role && known.role !== SUPERADMIN) throw refuse('role');
  if (status === 'active' && known.status !== 'active') throw refuse('status');
}

/**
 * Whether a change makes or disables a superadmin, or changes or verifies the mailbox of an account: a code to that
 * mailbox signs in. A thief who has disabled all others could not be stopped.
 */
function isSensitive({ before, after }: ActedOn): boolean {
  if (after.email_key !== before.email_key || after.email_verified !== before.email_verified) return true;
  if (before.role !== SUPERADMIN && after.role !== SUPERADMIN) return false;
  return after.role !== before.role || after.status !== before.status;
}

/** Mails to the owner use the default language, which may differ from the superadmin's. */
function inNoLanguage(client: Client): Client {
  return { ...client, languages: '' };
}
