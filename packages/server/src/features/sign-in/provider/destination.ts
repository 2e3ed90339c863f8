import { KeywardError } from '../../../errors.ts';
import type { Email } from '../../../lib/email.ts';
import type { Tables } from '../../../store/database.ts';
import type { AccountRow, ProviderLinkRow } from '../../../store/engine/schema.ts';
import { SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import type { SignUpPolicy } from '../../identity/sign-up-policy/sign-up-policy.ts';
import type { Identity } from '../complete.ts';
import { type Identified, identityOf, type Relinks } from './identified.ts';
import { isOld, otherIdentityError } from './linking.ts';

/**
 * Where a sign-in with an identity leads. `linked`: to the account of the identity; `adopted`: to the account with
 * the email, which is then linked; `new`: to a new account.
 */
export type Destination = (
  | { how: 'linked'; account: AccountRow; link: ProviderLinkRow }
  | { how: 'adopted'; account: AccountRow; link: null }
  | { how: 'new'; account: null; link: null }
) & {
  /**
   * Why nobody may open an account with this email. Answer it before anything that depends on whether there is such an
   * account: otherwise the operator of a provider could test each email.
   */
  closed: KeywardError | null;
  /** Why the sign-in is refused; null: it is not. */
  refusal: KeywardError | null;
};

type DestinationTables = Pick<Tables, 'accounts' | 'providerLinks'>;

/** All rules about the account that an identity reaches. A sign-in asks them before and under the lock of the account. */
export type DestinationOf = (
  tables: DestinationTables,
  identified: Pick<Identified, 'issuer' | 'profile' | 'admission'>,
) => Promise<Destination>;

export function createDestinations(
  policy: Pick<SignUpPolicy, 'assertMayOpen' | 'assertDomain'>,
): DestinationOf {
  function closedTo(
    { profile, admission }: Parameters<DestinationOf>[1],
    known: boolean,
  ): KeywardError | null {
    const { email, emailVerified } = profile;
    if (email === null) return null;
    try {
      // A connection may open accounts in any mode, but only in the domains of the deployment.
      if (admission !== undefined) {
        if (!known) policy.assertDomain(email);
      } else if (!known || !emailVerified) {
        // An email that is not verified never gives access to its account, and must not reveal that an account exists.
        policy.assertMayOpen({ email, proof: emailVerified ? 'mailbox' : 'none', invited: false });
      }
      return null;
    } catch (thrown) {
      if (thrown instanceof KeywardError) return thrown;
      throw thrown;
    }
  }

  return async (tables, identified) => {
    const { issuer, profile } = identified;
    const { account, link } = await ownerOf(
      tables,
      identityOf(identified),
      profile.email,
      identified.admission?.relinks,
    );
    if (account === null) {
      const closed = closedTo(identified, false);
      const refusal = profile.email === null ? new KeywardError('ProviderEmailMissingError') : closed;
      return { how: 'new', account, link: null, closed, refusal };
    }
    const inactive = account.status === 'active' ? null : new KeywardError('AccountInactiveError');
    if (link !== null) return { how: 'linked', account, link, closed: null, refusal: inactive };
    const closed = closedTo(identified, true);
    // The answer does not reveal whose account it is.
    const taken = () =>
      new KeywardError('EmailAlreadyExistsError', {
        message:
          'An account with this email exists already; sign in to it in another way, then link the provider.',
      });
    const adoption = async () => {
      if (!profile.emailVerified) return taken();
      // A provider cannot sign in to a superadmin's account by its email.
      if (inactive !== null || account.role === SUPERADMIN) return inactive ?? taken();
      // The first proof of the mailbox drops the links of an earlier person.
      if (account.email_verified === 0) return null;
      // Mailboxes change owners: if this provider knew the owner by another identity, this is another person.
      return otherIdentityError(tables, account.id, issuer, identified.admission?.relinks);
    };
    return { how: 'adopted', account, link, closed, refusal: closed ?? (await adoption()) };
  };
}

/** The account that an identity is linked to, or else the one with its email. @param relinks those of a connection */
export async function ownerOf(
  tables: DestinationTables,
  identity: Identity,
  email: Pick<Email, 'key'> | null,
  relinks?: Relinks,
): Promise<{ account: AccountRow; link: ProviderLinkRow } | { account: AccountRow | null; link: null }> {
  // In this order, because a simultaneous first sign-in of the same person stores the account together with its link.
  const known = email === null ? null : await tables.accounts.find('email_key', email.key);
  const link = await tables.providerLinks.find(identity);
  if (link === null) return { account: known, link };
  const account = link.account_id === known?.id ? known : await tables.accounts.find('id', link.account_id);
  const counts = account !== null && (!isOld(link, relinks) || account.email_key === relinks?.email);
  return counts ? { account, link } : { account: known, link: null };
}
