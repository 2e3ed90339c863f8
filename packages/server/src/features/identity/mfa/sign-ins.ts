import { changedMeanwhile } from '../accounts/credential-lifecycle.ts';
import type { Arrival } from '../../hooks/sign-in-hooks.ts';
import type { Beginning, Sessions, SignIn } from '../sessions/sessions.ts';
import type { Store, Tables } from '../../../store/database.ts';
import type { Client } from '../../../lib/client.ts';
import type { AccountRow, ProviderLinkRow } from '../../../store/engine/schema.ts';
import type { Challenges, OpenChallenge } from './challenges.ts';
import type { FactorMethod } from '../../audit/serializers/factor-kinds.ts';
import type { AvailableMethods } from './methods.ts';

/** A first factor that was right, and the challenge for the second. There is no session yet. */
export interface Challenged {
  account: AccountRow;
  challenge: OpenChallenge & { methods: FactorMethod[] };
}

/** Where a first factor leads. */
export type Entry = SignIn | Challenged;

export function isChallenged(entry: Entry): entry is Challenged {
  return 'challenge' in entry;
}

/** A first factor. */
export interface FirstFactor extends Omit<Beginning, 'proof' | 'method'> {
  method: Exclude<Beginning['method'], 'passkey'>;
  reason: Arrival['reason'];
  /** An identity that the caller links beside a session; a challenge keeps it until the session begins. */
  link?: Identity | undefined;
}

/** A person at a provider. */
export type Identity = Pick<ProviderLinkRow, 'provider' | 'subject'>;

/**
 * Links the identity of a sign-in, in the transaction that begins its session, under the account's lock.
 * @returns what tells the owner after the commit; null if it was linked already
 * @throws KeywardError `OAuthAlreadyLinkedError`, DuplicateError
 */
export type FinishLink = (
  tables: Tables,
  account: AccountRow,
  identity: Identity,
  client: Client,
) => Promise<(() => Promise<void>) | null>;

/** The only way from a first factor to a session. */
export interface SignIns {
  /**
   * Begins a session. For an account with factors, a challenge instead: no session and no token exists before it is
   * answered. Factors that are turned off count too, so that nobody gets in with less than before.
   * @throws KeywardError as `Sessions.create`
   */
  begin(account: AccountRow, first: FirstFactor): Promise<Entry>;
}

export function createSignIns(deps: {
  store: Store;
  sessions: Sessions;
  challenges: Challenges;
  methods: AvailableMethods;
}): SignIns {
  const { store, sessions, challenges, methods } = deps;

  async function challenge(
    tables: Tables,
    account: AccountRow,
    { method, via = null, reason, link }: FirstFactor,
  ): Promise<Challenged> {
    // As when a session begins: a simultaneous change of the password may be because of this very person.
    const now = await tables.accounts.lock(account.id);
    const same =
      now?.password_hash === account.password_hash &&
      now.status === account.status &&
      now.second_factors === account.second_factors;
    if (!same) throw changedMeanwhile();
    const open = await challenges.open(tables, {
      purpose: 'login',
      account_id: account.id,
      method,
      via,
      reason,
      link_provider: link?.provider ?? null,
      link_subject: link?.subject ?? null,
    });
    return { account, challenge: { ...open, methods: await methods.of(account, tables) } };
  }

  return {
    async begin(account, first) {
      if (account.second_factors === 0) return { account, session: await sessions.create(account, first) };
      return first.within === undefined
        ? store.transaction((tables) => challenge(tables, account, first))
        : challenge(first.within, account, first);
    },
  };
}
