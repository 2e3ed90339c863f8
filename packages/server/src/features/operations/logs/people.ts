import { parseEmail } from '../../../lib/email.ts';
import type { Store } from '../../../store/database.ts';
import type { Person } from './filter.ts';

/**
 * The person behind an email in the logs: the account with that email, if there is one, and the email itself, for
 * records from before the account.
 */
export async function personOf(store: Pick<Store, 'accounts'>, email: string): Promise<Person> {
  const account = await store.accounts.find('email_key', parseEmail(email)?.key ?? email);
  const emails = new Set([email, ...(account === null ? [] : [account.email])]);
  return { accountId: account?.id, emails: [...emails].map((one) => one.toLowerCase()) };
}
