import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Email } from '../../lib/email.ts';
import type { Tables, Transaction } from '../../store/database.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import { changedMeanwhile } from '../identity/accounts/changed-meanwhile.ts';
import { actOnAccount } from '../identity/accounts/credential-lifecycle.ts';
import { assertNotReserved } from '../identity/accounts/reserved-email.ts';
import type { SignUpPolicy } from '../identity/sign-up-policy/sign-up-policy.ts';
import type { Person } from './person.ts';
import { type Asking, toldBy } from './provider.ts';
import { ScimError } from './scim-error.ts';
import { assertOurs, isOurs } from './user-rules.ts';

/** What provisioning does with the account of a person. */
export type ProvisionedAccounts = ReturnType<typeof createProvisionedAccounts>;

export function createProvisionedAccounts({
  policy,
  notices,
  clock,
}: {
  policy: Pick<SignUpPolicy, 'assertDomain'>;
  notices: Pick<Notices, 'accessDropped' | 'emailChanged'>;
  clock: Clock;
}) {
  /** @throws ScimError for a domain that the rules for sign-up exclude */
  function assertDomain(email: Email): void {
    try {
      policy.assertDomain(email);
    } catch (error) {
      if (!(error instanceof KeywardError)) throw error;
      throw new ScimError('forbidden', error.message);
    }
  }

  return {
    assertDomain,

    /**
     * Takes over an account by its email. The credentials of an account whose owner has not signed in with a proof may
     * belong to anybody, so they end.
     * @param ends whether the person leaves the organization at once, to which the account belongs alone
     * @throws ScimError `uniqueness` while the deletion that its owner has requested is pending
     */
    async adopt(
      tables: Transaction,
      known: AccountRow,
      asking: Asking,
      { ends }: { ends: boolean },
    ): Promise<{ account: AccountRow; opened: boolean }> {
      const told = toldBy(asking, clock);
      // Whoever had the account may have made the connection or the token, which do not tell who reads the mailbox.
      const isOwn = [asking.connection.vouched_by, asking.token.vouched_by].includes(known.id);
      const { before, after, removed } = await actOnAccount(tables, known, {
        acts: ({ email_verified: verified }) => [
          ...(isOwn && verified === 1 ? [] : (['adoption'] as const)),
          ...(ends ? (['deprovisioning'] as const) : []),
        ],
        changes: (account) => {
          const { deletion_at: at, deletion_connection: by } = account;
          // Nobody who has proven the mailbox has asked for the deletion of an unproven account.
          if (at !== null && by === null && account.email_verified === 1)
            throw new ScimError(
              'uniqueness',
              'The owner of the account with this email has requested its deletion.',
            );
          if (account.email_verified === 0) return { email_verified: 1, updated_at: told.at };
          return at === null ? {} : { deletion_at: null, updated_at: told.at };
        },
        proven: true,
        organizations: [asking.organization.id],
        by: told.by,
        now: told.at,
      });
      if (removed.length > 0)
        await notices.accessDropped(tables, before, asking.connection.name, asking.client);
      // A connection deletes only what connections have opened.
      const isPending = before.deletion_at !== null && before.email_verified === 1;
      return { account: after, opened: isPending && before.deletion_connection !== null };
    },

    /**
     * The email that the account gets, null if it stays. The organization vouches only for its own mailboxes.
     * @throws ScimError `forbidden`
     */
    async movesTo(
      tables: Tables,
      known: AccountRow,
      asking: Asking,
      { before, after }: { before: Person; after: Person },
    ): Promise<Email | null> {
      const { email } = after;
      if (email.key === before.email.key || email.key === known.email_key) return null;
      await assertOurs(tables, asking, known.email_key);
      await assertOurs(tables, asking, email.key);
      assertDomain(email);
      await assertNotReserved(tables, email.key, { now: clock.now(), except: known.id });
      return email;
    },

    /** Applies the person's data to the account, and locks it. @param email the new one, null if it stays */
    async change(
      tables: Transaction,
      known: AccountRow,
      asking: Asking,
      { before, after, ends, email }: { before: Person; after: Person; ends: boolean; email: Email | null },
    ): Promise<AccountRow> {
      const told = toldBy(asking, clock);
      const renamed =
        after.name !== before.name &&
        after.name !== known.name &&
        (await isOurs(tables, asking, known.email_key));
      const moved = email === null ? {} : { email: email.address, email_key: email.key, email_verified: 1 };
      const done = await actOnAccount(tables, known, {
        acts: () => [
          ...(email === null ? [] : (['assigned', 'disowned', 'soleProof'] as const)),
          ...(ends ? (['deprovisioning'] as const) : []),
        ],
        changes: ({ second_factors: factors }) => {
          if (email !== null && factors !== 0) throw changedMeanwhile();
          return {
            ...moved,
            ...(renamed && { name: after.name }),
            ...((email !== null || renamed) && { updated_at: told.at }),
          };
        },
        proven: true,
        organizations: [asking.organization.id],
        // The owner of the earlier mailbox may have left credentials in the account of the new one.
        ...(email !== null && { addedSince: 0 }),
        by: told.by,
        now: told.at,
      });
      if (email !== null) await notices.emailChanged(tables, done.before, email.address, asking.client);
      return done.after;
    },
  };
}
