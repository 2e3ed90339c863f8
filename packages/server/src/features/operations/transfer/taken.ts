import type { Tables } from '../../../store/database.ts';
import type { AccountRow, NewAccount } from '../../../store/engine/schema.ts';
import type { ImportedFactors } from './read-factors.ts';
import type { FieldProblem, Identity, UserDraft } from './read-user.ts';

/** Columns that are unique to an account. */
type Unique = 'uid' | 'handle_key' | 'phone' | 'external_id';

/** The account with a draft's email: its row, or `planned` for one that is not written yet. */
export type Known = AccountRow | 'planned' | undefined;

/** The accounts of a batch, and the owners (by email) of every unique value that it may use. */
export interface Taken {
  /** Looks up all values that could conflict with these drafts and their derived handles. */
  look(tables: Tables, drafts: readonly UserDraft[], handles: Iterable<string>): Promise<void>;
  account(emailKey: string): Known;
  isFree(column: Unique, value: string, emailKey: string): boolean;
  /** The draft's values that belong to others. `factors` are those that the account will import. */
  problems(draft: UserDraft, factors: ImportedFactors): FieldProblem[];
  /** Whether the draft's account has the identity already. */
  isLinked(identity: Identity, emailKey: string): boolean;
  /** Records the values that a draft will have. */
  add(
    account: Partial<NewAccount> & { email_key: string },
    identities: readonly Identity[],
    factors: ImportedFactors,
  ): void;
}

const LEAVE_OUT = '--without passkeys leaves them out, and the person enrols another';
const UNIQUE = ['uid', 'handle_key', 'phone', 'external_id'] as const satisfies Unique[];

export function createTaken(): Taken {
  const accounts = new Map<string, Exclude<Known, undefined>>();
  const owners: Record<Unique, Map<string, string>> = {
    uid: new Map(),
    handle_key: new Map(),
    phone: new Map(),
    external_id: new Map(),
  };
  const linked = new Map<string, string>();
  /** The issuers at which an account has an identity. */
  const issuers = new Map<string, Set<string>>();

  function link({ provider, subject }: Identity, emailKey: string): void {
    linked.set(keyOf(provider, subject), emailKey);
    issuers.set(emailKey, (issuers.get(emailKey) ?? new Set()).add(provider));
  }

  /** The owners of passkeys by credential, and of user handles. */
  const credentials = new Map<string, string>();
  const handleOwners = new Map<string, string>();
  /** The user handles that accounts have in the database. */
  const userHandles = new Map<string, string>();

  async function lookAtPasskeys(tables: Tables, drafts: readonly UserDraft[]): Promise<void> {
    const those = drafts.filter(({ factors }) => factors.passkeys.length > 0);
    const ids = those.flatMap(({ factors }) => factors.passkeys.map((one) => one.credential_id));
    for (const row of await tables.passkeys.ownersOf([...new Set(ids)]))
      credentials.set(row.credential_id, row.email_key);
    const emails = those.map((draft) => draft.email_key);
    for (const row of await tables.passkeys.findHandles('email_key', emails))
      userHandles.set(row.email_key, row.handle);
    const given = those.flatMap(({ factors }) => factors.userHandle ?? []);
    for (const row of await tables.passkeys.findHandles('handle', [...new Set(given)]))
      handleOwners.set(row.handle, row.email_key);
  }

  function passkeyProblems(emailKey: string, { passkeys, userHandle }: ImportedFactors): FieldProblem[] {
    if (userHandle === null) return [];
    const isTaken = (owner: string | undefined) => owner !== undefined && owner !== emailKey;
    const problems: FieldProblem[] = [];
    if (passkeys.some((one) => isTaken(credentials.get(one.credential_id))))
      problems.push({
        field: 'passkeys',
        message: `one of these is enrolled already, in another account; ${LEAVE_OUT}`,
      });
    if (isTaken(handleOwners.get(userHandle)))
      problems.push({ field: 'passkey_user_handle', message: `belongs to another account; ${LEAVE_OUT}` });
    if ((userHandles.get(emailKey) ?? userHandle) !== userHandle)
      problems.push({
        field: 'passkey_user_handle',
        message: `is not the one that the account has here, so the passkeys could never sign in; ${LEAVE_OUT}`,
      });
    return problems;
  }

  const isFree = (column: Unique, value: string, emailKey: string): boolean => {
    const owner = owners[column].get(value);
    return owner === undefined || owner === emailKey;
  };

  return {
    isFree,
    account: (emailKey) => accounts.get(emailKey),

    async look(tables, drafts, handles) {
      for (const row of await tables.accounts.findMany(
        'email_key',
        drafts.map((draft) => draft.email_key),
      ))
        accounts.set(row.email_key, row);
      for (const column of UNIQUE) {
        const values = drafts.flatMap(({ columns }) => columns[column] ?? []);
        const rows = await tables.accounts.findMany(
          column,
          column === 'handle_key' ? [...new Set([...values, ...handles])] : values,
        );
        for (const row of rows) owners[column].set(row[column] ?? '', row.email_key);
      }
      await lookAtPasskeys(tables, drafts);
      const identities = drafts.flatMap((draft) => draft.identities);
      if (identities.length === 0) return;
      const ids = drafts.flatMap(({ email_key }) => {
        const known = accounts.get(email_key);
        return known === undefined || known === 'planned' ? [] : known.id;
      });
      const links = [
        ...(await tables.providerLinks.findMany(identities)),
        ...(await tables.providerLinks.ofAccounts(ids)),
      ];
      for (const row of links) link(row, row.email_key);
    },

    problems({ email_key, columns, identities }, factors) {
      const taken = UNIQUE.filter((column) => {
        const value = columns[column];
        return typeof value === 'string' && !isFree(column, value, email_key);
      });
      return [
        ...taken.map((column) => ({
          field: column === 'handle_key' ? 'handle' : column,
          message: 'belongs to another account; change it, or leave it out',
        })),
        ...identities.flatMap(({ provider, subject }) => {
          const owner = linked.get(keyOf(provider, subject));
          if (owner !== undefined && owner !== email_key)
            return linkProblem(`the identity at ${provider} belongs to another account; leave it out`);
          const another = owner === undefined && issuers.get(email_key)?.has(provider) === true;
          return another
            ? linkProblem(`the account has another identity at ${provider}; unlink that one first`)
            : [];
        }),
        ...passkeyProblems(email_key, factors),
      ];
    },

    isLinked: ({ provider, subject }, emailKey) => linked.get(keyOf(provider, subject)) === emailKey,

    add(account, identities, { passkeys, userHandle }) {
      const { email_key } = account;
      if (!accounts.has(email_key)) accounts.set(email_key, 'planned');
      for (const column of UNIQUE) {
        const value = account[column];
        if (typeof value === 'string') owners[column].set(value, email_key);
      }
      for (const identity of identities) link(identity, email_key);
      for (const { credential_id } of passkeys) credentials.set(credential_id, email_key);
      if (userHandle !== null) handleOwners.set(userHandle, email_key);
    },
  };
}

function linkProblem(message: string): FieldProblem {
  return { field: 'provider_links', message };
}

function keyOf(provider: string, subject: string): string {
  return `${provider}\n${subject}`;
}
