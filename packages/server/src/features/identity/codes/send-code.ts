import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Email } from '../../../lib/email.ts';
import { askerAt, knownAskerAt } from '../../../lib/fair-queue.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { KnownDevices } from '../../limits/known-devices.ts';
import type { MailBudget } from '../../limits/mail-budget.ts';
import { greetedName } from '../../delivery/mail/mail.ts';
import type { MailContent } from '../../delivery/mail/mail.ts';
import type { Mailer } from '../../delivery/mail/mailer.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { anonymous } from '../../audit/events/origin.ts';
import { newEvent } from '../../audit/events/event.ts';
import { CODE_LIFETIME_MS, type Codes } from './codes.ts';
import type { Purpose } from '../../../store/tables/codes.ts';
import type { MagicLinks } from './magic-link.ts';

export interface CodeRequest {
  email: Email;
  purpose: Purpose;
  /** `code`: the code first, and the link as an extra if a frontend is known. `link`: the link first. */
  form: 'code' | 'link';
  /** The resolved frontend. */
  frontend: string | null;
  /** The frontend's challenge, for the code that a login link hands it. */
  challenge?: string | undefined;
  client: Client;
  /** The cookie that a browser without one gets with the answer. */
  newBrowser?: string | undefined;
  /** Nobody has asked for it: an undo has removed the password. */
  unasked?: boolean;
  /** The change of an account's email that the code finishes. `keep` runs in the transaction that stores the code. */
  change?: { accountId: number; keep: (tables: Transaction) => Promise<void> };
}

/**
 * @returns when the code expires, in milliseconds. Neither the answer nor its time reveals whether a mail is sent.
 * @throws KeywardError for `signup` the errors of the {@link SignUpPolicy}; `EmailNotConfiguredError`,
 * `RateLimitedError`, `ServiceUnavailableError`
 */
export type SendCode = (request: CodeRequest) => Promise<number>;

export function createSendCode(deps: {
  store: Pick<Store, 'accounts' | 'emailChanges'>;
  policy: SignUpPolicy;
  codes: Codes;
  magicLinks: MagicLinks;
  mailer: Mailer;
  mailBudget: MailBudget;
  devices: Pick<KnownDevices, 'of'>;
  clock: Clock;
}): SendCode {
  const { store, policy, codes, magicLinks, mailer, mailBudget, devices, clock } = deps;

  /** The account that waits for a proof of this mailbox. A code for it can be asked for again. */
  async function changeTo({ key }: Email): Promise<number | null> {
    return (await store.emailChanges.pendingFor(key, clock.now()))?.account_id ?? null;
  }

  return async ({
    email,
    purpose,
    form,
    frontend,
    challenge,
    client,
    newBrowser,
    unasked = false,
    change,
  }) => {
    // The check is the same with and without an account.
    if (purpose === 'signup') policy.assertMayOpen({ email, proof: 'mailbox', invited: false });
    const account = await store.accounts.find('email_key', email.key);
    // Anybody may have opened an account with this email, and signed in to it in any number of browsers.
    const known = await devices.of(account?.email_verified === 1 ? account : null, client);
    const { ipAddress } = client;
    const asker =
      account === null || known === null ? askerAt(ipAddress) : knownAskerAt(ipAddress, account.id);
    await mailer.assertRoom(asker);
    await mailBudget.take({ purpose, emailKey: email.key, client, known });
    // Mailed to the stored address, because the typed one may only look similar.
    const to = account?.email ?? email.address;
    const changing = change?.accountId ?? (purpose === 'verify' ? await changeTo(email) : null);
    const isChange = account === null && changing !== null;
    const isSent = isChange || mayReceive(account, purpose);
    const about = { account: account && presentEventAccount(account), email: to, purpose };
    const sent = newEvent('code.sent', about, { by: anonymous(client), at: clock.now() });
    // Every request makes a code, so that unknown addresses take the same time. Codes for them are not mailed.
    const { code, key, expiresAt } = await codes.issue(
      email,
      purpose,
      { ...client, newBrowser },
      {
        change: isChange ? changing : null,
        // The change was requested in a session of the account.
        byKnownDevice: known !== null || change !== undefined,
        within: async (tables) => {
          await tables.events.addOrPretend(sent, isSent);
          await change?.keep(tables);
        },
      },
    );

    const content = contentFor(account);
    if (content !== null) mailer.send({ to, languages: client.languages, expiresAt, ...content }, asker);
    return expiresAt;

    function contentFor(owner: AccountRow | null): MailContent | null {
      const name = owner === null ? null : greetedName(owner);
      if (purpose === 'signup' && owner !== null) return { kind: 'signup_notice', name, link: frontend };
      if (!isSent) return null;
      const link = magicLinks.url({
        purpose,
        email: owner?.email ?? email.address,
        code,
        key,
        frontend,
        challenge,
        // The reader of this mail may not have requested it: a scanner that opens links would confirm the mailbox for
        // the person who did.
        asks: isChange,
      });
      const facts = { purpose, code, minutes: CODE_LIFETIME_MS / 60_000, name };
      if (form === 'link') return { kind: 'link', link, unasked, ...facts };
      return { kind: 'code', link: frontend === null ? null : link, ...facts };
    }
  };
}

/**
 * Whether a code is mailed. An account that could not use the code gets none. A pending account waits for the proof
 * of its mailbox.
 */
function mayReceive(account: AccountRow | null, purpose: Purpose): boolean {
  if (account === null || purpose === 'signup') return account === null && purpose === 'signup';
  return account.status === 'active' || (account.status === 'pending' && purpose === 'verify');
}
