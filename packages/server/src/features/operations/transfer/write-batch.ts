import type { Store, Tables } from '../../../store/database.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';
import type { AccountRow, NewAccount } from '../../../store/engine/schema.ts';
import { actOnAccount, statusActs } from '../../identity/accounts/credential-lifecycle.ts';
import { type Act, droppedBy, isFromBefore, isOfFirstPassword } from '../../identity/accounts/lifecycle.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { StoredSecrets } from '../../identity/mfa/stored-secrets.ts';
import { BY_OPERATOR } from '../../audit/events/origin.ts';
import { newEvent } from '../../audit/events/event.ts';
import { mergedWhenLocked, mergeProblems } from './account-data.ts';
import { isNewPassword, marksOfPassword } from './account-marks.ts';
import type { UserField } from './formats/fields.ts';
import type { FieldProblem, Identity, UserDraft } from './read-user.ts';
import { type ImportedFactors, NO_FACTORS } from './read-factors.ts';
import { writeFactors } from './write-factors.ts';
import { derivedHandle, newAccount } from './new-account.ts';
import { createTaken, type Known, type Taken } from './taken.ts';
import { TransferError } from './transfer-error.ts';

/** What happens to a record whose email has an account. */
export const ON_CONFLICT = ['skip', 'update', 'fail'] as const;
export type OnConflict = (typeof ON_CONFLICT)[number];

export interface WriteOptions {
  onConflict: OnConflict;
  /** Whether records may make superadmins. */
  superadmins: boolean;
  /** Fields to leave out if their value is taken. */
  droppable: ReadonlySet<UserField>;
  now: number;
  /** Encrypts the factors of records. Called at the first use, because it may generate the master key. */
  secrets: () => StoredSecrets;
  /** The accounts that a dry run has planned so far. Null: the batch is written. */
  planned: Taken | null;
}

/** A refused record and the reasons. */
export interface Refusal {
  line: number;
  problems: readonly FieldProblem[];
}

export interface BatchOutcome {
  created: number;
  updated: number;
  skipped: number;
  /** The part of the created or updated accounts. */
  superadmins: number;
  refused: Refusal[];
  /** The accounts of the records that have one now, skipped ones included. A dry run makes none. */
  accounts: FoundAccount[];
}

/** The account of a record, and the id that the record had in the other system. */
export interface FoundAccount extends Pick<AccountRow, 'id' | 'uid'>, Pick<UserDraft, 'oldId'> {}

/** Another process can take an email between the query and the write; then the batch queries again. */
const TRIES = 5;
const SUPERADMIN = 'superadmin';

/**
 * Writes the accounts of drafts with different emails: all that are not refused, or none.
 * @throws TransferError for a conflict with `onConflict: 'fail'`
 */
export async function writeBatch(
  store: Store,
  drafts: readonly UserDraft[],
  options: WriteOptions,
): Promise<BatchOutcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store.transaction((tables) => write(tables, drafts, options));
    } catch (error) {
      if (!(error instanceof DuplicateError) || tries === TRIES) throw error;
    }
  }
}

async function write(
  tables: Tables,
  drafts: readonly UserDraft[],
  { onConflict, superadmins, droppable, now, secrets, planned }: WriteOptions,
): Promise<BatchOutcome> {
  const found: FoundAccount[] = [];
  const outcome: BatchOutcome = {
    created: 0,
    updated: 0,
    skipped: 0,
    superadmins: 0,
    refused: [],
    accounts: found,
  };
  const taken = planned ?? createTaken();
  await taken.look(tables, drafts, drafts.map(derivedHandle));
  const accounts: NewAccount[] = [];
  const created: { draft: UserDraft; uid: string }[] = [];
  const links: { emailKey: string; identity: Identity }[] = [];

  for (const given of drafts) {
    const known = taken.account(given.email_key);
    if (known !== undefined && onConflict === 'fail') throw conflict(given);
    const find = ({ id, uid }: Pick<AccountRow, 'id' | 'uid'>) => found.push({ id, uid, oldId: given.oldId });
    if (known !== undefined && onConflict === 'skip') {
      outcome.skipped += 1;
      if (known !== 'planned') find(known);
      continue;
    }
    const draft = withoutTaken(given, taken, droppable);
    const factors = factorsFor(known, draft);
    const problems = [
      ...superadminProblems(draft, known, superadmins),
      ...proofProblems(draft, factors),
      ...doubtProblems(draft, known, taken),
      ...taken.problems(draft, factors),
      ...(known === undefined || known === 'planned' ? [] : mergeProblems(draft.data, known)),
    ];
    if (problems.length > 0) {
      outcome.refused.push({ line: draft.line, problems });
      continue;
    }
    if (draft.columns.role === SUPERADMIN) outcome.superadmins += 1;
    const { email_key: emailKey, identities } = draft;
    let unlinked: readonly Identity[] = identities.filter((identity) => !taken.isLinked(identity, emailKey));
    if (known === undefined) {
      const account = newAccount(draft, taken, now);
      accounts.push(account);
      created.push({ draft, uid: account.uid });
      taken.add(account, identities, factors);
      outcome.created += 1;
    } else {
      if (known !== 'planned' && planned === null) {
        const { after, dropped } = await update(tables, known, draft, now);
        find(after);
        if (dropped) unlinked = identities;
        const added = await writeFactors(tables, after, draft.factors, { secrets, now });
        const account = presentEventAccount(after);
        const attribution = { by: BY_OPERATOR, at: now };
        await tables.events.add(
          added.map((factor) => newEvent('factor.added', { account, factor }, attribution)),
        );
      }
      taken.add({ ...draft.columns, email_key: emailKey }, identities, factors);
      outcome.updated += 1;
    }
    links.push(...unlinked.map((identity) => ({ emailKey, identity })));
  }
  if (planned !== null) return outcome;

  const ids = await tables.accounts.insertMany(accounts);
  const accountId = (emailKey: string): number => {
    const known = taken.account(emailKey);
    return ids.get(emailKey) ?? (known === undefined || known === 'planned' ? 0 : known.id);
  };
  for (const { draft, uid } of created) {
    const account = { id: accountId(draft.email_key), uid, second_factors: 0 };
    await writeFactors(tables, account, draft.factors, { secrets, now });
    found.push({ ...account, oldId: draft.oldId });
  }
  await tables.providerLinks.insertMany(
    links.map(({ emailKey, identity }) => ({
      ...identity,
      account_id: accountId(emailKey),
      created_at: now,
    })),
  );
  return outcome;
}

/** @returns the account, and whether its provider links were dropped */
async function update(
  tables: Tables,
  known: AccountRow,
  { email, columns, marks, data }: UserDraft,
  now: number,
): Promise<{ after: AccountRow; dropped: boolean }> {
  // The uid and the creation time of the account stay.
  const { uid: _uid, created_at: _createdAt, ...rest } = columns;
  const { after, removed } = await actOnAccount(tables, known, {
    acts: (before) => actsOf(before, columns),
    changes: (before) => ({
      ...rest,
      ...(isNewPassword(before, columns) && marksOfPassword(marks)),
      ...mergedWhenLocked(data, before),
      // A mailbox that is proven here stays so, although the other product has no proof.
      ...(before.email_verified === 1 && { email_verified: 1 }),
      email,
      updated_at: now,
    }),
    proven: true,
    by: BY_OPERATOR,
    now,
  });
  return { after, dropped: removed.includes('links') };
}

function actsOf(before: AccountRow, columns: UserDraft['columns']): Act[] {
  const { role, status, email_verified: verified } = columns;
  return [
    ...(isNewPassword(before, columns) ? (['assigned'] as const) : []),
    ...(role === SUPERADMIN && before.role !== SUPERADMIN ? (['promotion'] as const) : []),
    ...statusActs(before, status),
    // The other product vouches for its user's mailbox, as a provider does. Anybody may have opened the account here.
    ...(verified === 1 ? (['soleProof'] as const) : []),
  ];
}

/** The factors that a draft's account imports: none if it has its own and keeps them. */
function factorsFor(known: Known, { columns, factors }: UserDraft): ImportedFactors {
  if (known === undefined || known === 'planned' || known.second_factors === 0) return factors;
  const dropped = droppedBy(actsOf(known, columns), known);
  return dropped.has('factors') ? factors : NO_FACTORS;
}

/**
 * The problems of a draft that concerns a superadmin. Without this check, somebody who could choose an email in the other
 * product could take over the superadmin who has it here.
 */
function superadminProblems(draft: UserDraft, known: Known, allowed: boolean): FieldProblem[] {
  if (known !== undefined && known !== 'planned' && known.role === SUPERADMIN) {
    return [
      {
        field: 'email',
        message: 'belongs to a superadmin, which an import never changes; leave the record out',
      },
    ];
  }
  if (draft.columns.role !== SUPERADMIN || allowed) return [];
  return [
    {
      field: 'role',
      message: 'would make a superadmin; add --superadmins if you intend that, or leave the role out',
    },
  ];
}

/** An account with factors needs a proven email: otherwise the first proof of the mailbox would remove them. */
function proofProblems({ columns, factors: given }: UserDraft, factors: ImportedFactors): FieldProblem[] {
  if (columns.email_verified === 1 || (factors.totpSecret === null && factors.passkeys.length === 0))
    return [];
  const field = given.totpSecret === null ? 'passkeys' : 'totp_secret';
  const message = `needs a verified email; set email_verified to true if you know that the mailbox is theirs, or leave it out: --without ${field}`;
  return [{ field, message }];
}

/**
 * An account whose mailbox is proven takes no ways to sign in from a record whose mailbox is not, or where another Keyward
 * doubts whose they are: anybody could have registered this email there.
 */
function doubtProblems(
  { columns, marks, email_key: key, identities, factors }: UserDraft,
  known: Known,
  taken: Taken,
): FieldProblem[] {
  const isVerified = columns.email_verified === 1;
  if (known === undefined || known === 'planned' || known.email_verified !== 1) return [];
  const isDoubtful = isFromBefore(marks.password_after_proof ?? null);
  // An account that is as doubtful here, with the first password, has no owner to protect.
  if (isVerified && (!isDoubtful || isOfFirstPassword(known.password_after_proof))) return [];
  const { password_hash: hash = known.password_hash, phone = known.phone } = columns;
  const ways: [UserField, boolean][] = [
    ['password_hash', hash !== known.password_hash],
    ['phone', phone !== null && phone !== known.phone],
    ['provider_links', identities.some((identity) => !taken.isLinked(identity, key))],
    // Without a proof, they are refused for every account.
    ['totp_secret', isVerified && factors.totpSecret !== null],
    ['passkeys', isVerified && factors.passkeys.length > 0],
  ];
  const why = isVerified
    ? 'in the record somebody else may have set; let its owner set a new password there and export it again'
    : 'in the record is not; set email_verified to true if you know that the mailbox is theirs';
  return ways
    .filter(([, isNew]) => isNew)
    .map(([field]) => ({
      field,
      message: `would be a way into an account whose email is verified here, and ${why}, or leave it out: --without ${field}`,
    }));
}

/** The draft without the droppable fields that belong to others. */
function withoutTaken(draft: UserDraft, taken: Taken, droppable: ReadonlySet<UserField>): UserDraft {
  const { email_key, columns } = draft;
  const { uid, handle, handle_key, ...rest } = columns;
  const keeps = (field: 'uid' | 'handle', column: 'uid' | 'handle_key', value: string | undefined) =>
    value !== undefined && (!droppable.has(field) || taken.isFree(column, value, email_key));
  return {
    ...draft,
    columns: {
      ...rest,
      ...(uid !== undefined && keeps('uid', 'uid', uid) && { uid }),
      ...(handle !== undefined &&
        handle_key !== undefined &&
        keeps('handle', 'handle_key', handle_key) && { handle, handle_key }),
    },
  };
}

function conflict({ line, email }: UserDraft): TransferError {
  return new TransferError(
    `line ${line}: ${email} has an account, so this batch was not written; to continue, use --on-conflict skip or update`,
  );
}
