import type { Store, Tables, Transaction } from '../../store/database.ts';
import type { AccountRow, ProviderLinkRow, SessionRow } from '../../store/engine/schema.ts';
import type { EventName } from '../audit/events/events.ts';
import { presentAccount } from '../audit/serializers/account.ts';
import type { FactorMethod } from '../audit/serializers/factor-kinds.ts';
import type { Arrival, SignInHooks } from '../hooks/sign-in-hooks.ts';
import { changedMeanwhile, isAsSeen } from '../identity/accounts/changed-meanwhile.ts';
import { isFromBefore } from '../identity/accounts/lifecycle.ts';
import type { Challenges, OpenChallenge } from '../identity/mfa/challenges.ts';
import type { AvailableMethods } from '../identity/mfa/methods.ts';
import type { IssuedTokens, TokenIssuer } from '../identity/sessions/issue-tokens.ts';
import type { JwtSettings, Settings } from '../settings/settings.ts';
import {
  type Beginning,
  createNewSessions,
  type Impersonation,
  type NewSessionParts,
  type SignInWay,
} from './new-sessions.ts';

/**
 * An account and its session, which is new or handed over. Only this file can make one, so no route can skip
 * the checks here.
 */
class SignIn {
  readonly account: AccountRow;
  readonly session: SessionRow;
  /** Whether the session has just begun; otherwise it is handed over to a frontend. */
  readonly isNew: boolean;
  /** One version of the settings is used for a session and its first tokens, even if the settings change in between. */
  readonly #jwt: JwtSettings;

  constructor(account: AccountRow, session: SessionRow, jwt: JwtSettings, isNew = true) {
    this.account = account;
    this.session = session;
    this.isNew = isNew;
    this.#jwt = jwt;
  }

  get jwt(): JwtSettings {
    return this.#jwt;
  }
}

export type { SignIn };

/** A correct first factor, and the challenge for the second. There is no session yet. */
export interface Challenged {
  account: AccountRow;
  challenge: OpenChallenge & { methods: FactorMethod[] };
}

/** The outcome of a first factor. */
export type Entry = SignIn | Challenged;

export function isChallenged(entry: Entry): entry is Challenged {
  return 'challenge' in entry;
}

/** A person at a provider. */
export type Identity = Pick<ProviderLinkRow, 'provider' | 'subject'>;

/** The event of a sign-in. */
export interface SignInEvent {
  name: EventName &
    ('login.succeeded' | 'account.signed_up' | 'account.password_reset' | 'provider.signed_in');
  metadata: Readonly<Record<string, unknown>>;
}

/** A proof that a person owns an account. It was checked and spent. */
export interface Proven extends Beginning {
  /** The identity whose provider says that they read the account's mailbox, as whoever enters a mailed code does. */
  provenBy?: Identity | undefined;
  reason: Arrival['reason'];
  event: SignInEvent;
}

/** A first factor. A passkey that signs in is not a first factor: it counts as two factors. */
export interface FirstFactor extends Omit<Proven, 'proof' | 'method'> {
  method: Exclude<Beginning['method'], 'passkey'>;
  /** An identity to link together with the session; a challenge keeps it until the session begins. */
  link?: Identity | undefined;
}

/**
 * Completes every sign-in. Callers spend their proof first, in a separate transaction, because the host may take two
 * seconds to answer. An act that ends the sessions of the account in that time also ends the sign-in.
 */
export interface SignIns {
  /**
   * Asserts that a session may begin for an account. Also called in the transaction that spends a proof, so
   * that a refusal spends nothing.
   * @throws KeywardError `EmailProofRequiredError`, `AccountInactiveError` after the grace period of a deletion,
   * `ConnectionRequiredError` if the organization requires another method
   */
  assertMayBegin(account: AccountRow, way: SignInWay, tables: Tables): Promise<void>;
  /**
   * Begins a session. An account with factors gets a challenge instead; no session or token exists until it is
   * answered. Factors that are turned off count too, so that a change of settings does not weaken an account.
   * @param account as it was when its owner was recognised
   * @throws KeywardError as {@link complete}
   */
  begin(account: AccountRow, first: FirstFactor): Promise<Entry>;
  /**
   * Begins a session after the last factor: asks the host, stores the session, and emits the event, each once.
   * @throws KeywardError `LoginRefusedError`, `ServiceUnavailableError` if the account has changed since, and the
   * errors of {@link assertMayBegin}
   */
  complete(account: AccountRow, last: Proven): Promise<SignIn>;
  /**
   * Begins a session in which a superadmin acts for the owner of an account. This is not a sign-in: neither the host
   * nor the account's second factors are asked.
   * @throws KeywardError `ServiceUnavailableError`, and the errors of {@link assertMayBegin}
   */
  impersonate(tables: Transaction, account: AccountRow, how: Impersonation): Promise<SignIn>;
  /** The tokens of a session; an impersonation has no refresh token. @throws KeywardError `EmailProofRequiredError` */
  tokens(signIn: SignIn): Promise<IssuedTokens>;
}

/**
 * Lets the organization of a domain take in an account that somebody could have opened before the owner of the mailbox
 * proved it, and ends the other ways in, also those of a member, now that a reader of the mailbox has signed in.
 * @returns the account as it is now
 */
export type TakeInReader = (
  account: AccountRow,
  last: Pick<Proven, 'client' | 'proof' | 'provenBy'>,
) => Promise<AccountRow>;

/** Makes the sign-in of an existing session that is handed over to a frontend. */
export type Resume = (account: AccountRow, session: SessionRow) => SignIn;

export function createSignIns(
  parts: NewSessionParts & {
    store: Store;
    signInHooks: SignInHooks;
    challenges: Challenges;
    methods: AvailableMethods;
    settings: Settings;
    issue: TokenIssuer;
    takeInReader: TakeInReader;
  },
): { signIns: SignIns; resume: Resume } {
  const { store, policy, signInHooks, challenges, methods, settings, issue, events, takeInReader } = parts;
  const newSessions = createNewSessions(parts);

  /**
   * Under the account's lock, as when a session begins: the owner may have set a new password because of this person.
   */
  const challenge = (account: AccountRow, first: FirstFactor) =>
    store.transaction(async (tables): Promise<Challenged> => {
      const now = await tables.accounts.lock(account.id);
      if (!isAsSeen(now, account)) throw changedMeanwhile();
      if (first.method === 'connection') await newSessions.assertMayBegin(now, first, tables);
      const { method, via = null, word = null, reason, link } = first;
      const open = await challenges.open(tables, {
        purpose: 'login',
        account_id: account.id,
        method,
        via,
        word,
        reason,
        link_provider: link?.provider ?? null,
        link_subject: link?.subject ?? null,
      });
      return { account, challenge: { ...open, methods: await methods.of(account, tables) } };
    });

  async function complete(account: AccountRow, last: Proven): Promise<SignIn> {
    const { client, method, reason, event } = last;
    const arrival = { account, client, method, reason };
    if (reason === 'sign-up') await signInHooks.signedUp(arrival);
    const without = await newSessions.assertMayBegin(account, last);
    await signInHooks.admit(arrival);
    // A mailed code that sets a password leaves nothing to settle, or factors and links that may be a stranger's.
    const isReader = (method === 'code' && reason !== 'password-reset') || last.provenBy !== undefined;
    const owned =
      isReader && isFromBefore(account.password_after_proof) ? await takeInReader(account, last) : account;
    const { jwt } = settings.current;
    const session = await newSessions.begin(owned, last, jwt, without);
    events.emit(event.name, {
      client,
      accountId: account.id,
      sessionId: session.id,
      metadata: event.metadata,
    });
    return new SignIn(owned, session, jwt);
  }

  const signIns: SignIns = {
    async assertMayBegin(account, way, tables) {
      await newSessions.assertMayBegin(account, way, tables);
    },
    async begin(account, first) {
      if (account.second_factors === 0) return complete(account, first);
      await newSessions.assertMayBegin(account, first);
      return challenge(account, first);
    },
    complete,

    async impersonate(tables, account, how) {
      await newSessions.assertMayBegin(account, null, tables);
      const session = await newSessions.impersonate(tables, account, how);
      return new SignIn(account, session, settings.current.jwt);
    },

    async tokens({ session, account: row, jwt }) {
      // Checked again, because a one-time code is exchanged later.
      policy.assertProven(row);
      const account = presentAccount(row);
      return jwt.dual_token_mode && session.impersonator === null
        ? issue.both(session, account, jwt)
        : { accessToken: await issue.access(session, account, jwt) };
    },
  };
  return { signIns, resume: (account, session) => new SignIn(account, session, settings.current.jwt, false) };
}
