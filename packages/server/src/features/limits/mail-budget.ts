import { KeywardError } from '../../errors.ts';
import { addressBucket, networkOf } from '../../lib/address.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Purpose, PURPOSES } from '../../store/tables/codes.ts';
import { counter, type CounterKey, type Limit, type LimitedKey } from './counter-key.ts';
import type { DeviceCookies } from './device-cookies.ts';
import type { Failures } from './failures.ts';
import type { Knowledge } from './known-devices.ts';
import type { Consume } from './quota.ts';

/** One mail per minute for an email and purpose. */
const PER_EMAIL: Limit = { limit: 1, windowMs: 60_000 };
/** How long a client that has received a mail ranks below those that have not. */
const PER_ASKER: Limit = { limit: 1, windowMs: 3_600_000 };
/** How long a turn is reserved for a client that was refused: a minute passes until the next mail. */
const TURN: Limit = { limit: Number.MAX_SAFE_INTEGER, windowMs: 120_000 };
/** The limit of mails that all devices that an account knows can cause, in those of the mailbox. */
const MAILBOXES_OF_KNOWN = 3;
const COUNTED: Limit = { limit: Number.MAX_SAFE_INTEGER, windowMs: 3_600_000 };
/** The rank of a client whose network, address and browser have all received a mail. */
const LAST_RANK = 3;

/** A mail with a code. */
export interface AskedMail {
  purpose: Purpose;
  emailKey: string;
  client: Pick<Client, 'ipAddress' | 'browser'>;
  /** How the account knows the device; see `KnownDevices`. */
  known: Knowledge;
}

export interface MailLimits {
  /** Mails that one address can cause. */
  mails: Limit;
  /** Mails to one mailbox. */
  mailbox: Limit;
}

/**
 * The budget for mails with codes. Browsers and addresses from which an account signed in have a separate budget, up to
 * a limit for all of them, so that strangers cannot use up the owner's mails. Resets have a separate budget too, because people with a new device
 * need them most.
 *
 * Among all others, clients that have had no mail for the email and purpose in the last hour come first: by network,
 * then by address, then by browsers that keep their cookie. While one of them waits, clients of a lower rank are
 * refused, and a part of the mailbox's budget is reserved for it. So a stranger who constantly asks cannot keep the
 * next mail from others for long.
 */
export interface MailBudget {
  /** Counts a mail. @throws KeywardError `RateLimitedError` */
  take(mail: AskedMail): Promise<void>;
}

export function createMailBudget(deps: {
  limits: MailLimits;
  consume: Consume;
  failures: Pick<Failures, 'counting'>;
  deviceCookies: Pick<DeviceCookies, 'idOf'>;
  clock: Clock;
}): MailBudget {
  const { limits, consume, failures, deviceCookies, clock } = deps;

  /** The network, the address and the browser of a stranger, in the order of their ranks. */
  function askersOf({ purpose, emailKey, client: { ipAddress, browser } }: AskedMail): (LimitedKey | null)[] {
    const subject = { kind: 'mail-asker', subject: about(purpose, emailKey) } as const;
    const id = deviceCookies.idOf(browser);
    return [
      counter({ ...subject, scope: { kind: 'network', value: networkOf(ipAddress) } }, PER_ASKER),
      counter({ ...subject, scope: { kind: 'address', value: addressBucket(ipAddress) } }, PER_ASKER),
      id === null ? null : counter({ ...subject, scope: { kind: 'browser', value: id } }, PER_ASKER),
    ];
  }

  async function takeTurn(mail: AskedMail): Promise<void> {
    const subject = { kind: 'mail-turn', subject: about(mail.purpose, mail.emailKey) } as const;
    const turns = Array.from({ length: LAST_RANK }, (_, rank) =>
      counter({ ...subject, scope: { kind: 'rank', value: String(rank) } }, TURN),
    );
    const askers = askersOf(mail);
    const names = [...turns, ...askers].flatMap((one) => one?.key ?? []);
    const counting = new Set(await failures.counting(names, clock.now()));
    const isNew = (asker: LimitedKey | null) => asker !== null && !counting.has(asker.key);
    const first = askers.findIndex(isNew);
    const rank = first === -1 ? LAST_RANK : first;
    const keys = mailKeys(limits, mail);
    const [, hourly] = keys;
    try {
      if (turns.slice(0, rank).some(({ key }) => counting.has(key)))
        throw new KeywardError('RateLimitedError', { retryAfter: PER_EMAIL.windowMs / 1000 });
      await consume(
        [...keys, ...askers.filter((asker) => asker !== null).filter(isNew)],
        // Half of the budget for the last rank, all of it for the first.
        ({ key, count, limit }) =>
          key === hourly.key && count > Math.ceil(limit * (1 - rank / (2 * LAST_RANK))),
      );
    } catch (error) {
      const turn = turns[rank];
      if (turn !== undefined && error instanceof KeywardError && error.kind === 'RateLimitedError')
        await consume([turn]);
      throw error;
    }
  }

  /**
   * @returns whether the devices that the account knows have not had all mails of theirs: whoever has the password makes
   * any number known
   */
  async function takeAsKnown(mail: AskedMail): Promise<boolean> {
    const ofAll = counter({ kind: 'mailbox-known', subject: mail.emailKey }, COUNTED);
    let isOver = false;
    try {
      await consume([...mailKeys(limits, mail), ofAll], ({ key, count }) => {
        if (key === ofAll.key && count > MAILBOXES_OF_KNOWN * limits.mailbox.limit) isOver = true;
        return isOver;
      });
    } catch (error) {
      if (!isOver) throw error;
    }
    return !isOver;
  }

  return {
    async take(mail) {
      if (mail.known === null || !(await takeAsKnown(mail))) await takeTurn({ ...mail, known: null });
    },
  };
}

function mailKeys(
  limits: MailLimits,
  { purpose, emailKey, client, known }: AskedMail,
): [minutely: LimitedKey, hourly: LimitedKey, byAddress: LimitedKey] {
  const scope = known === null ? undefined : scopeOf(known, addressBucket(client.ipAddress));
  return [
    counter({ ...ofPurpose(purpose, emailKey), scope }, PER_EMAIL),
    counter({ ...ofMailbox(purpose, emailKey), scope }, limits.mailbox),
    mailsBy(client.ipAddress, limits.mails),
  ];
}

/** The counter of the mails that an address causes. */
export function mailsBy(ipAddress: string, limit: Limit): LimitedKey {
  return counter({ kind: 'mails', subject: addressBucket(ipAddress) }, limit);
}

/** The counters for mails to a mailbox. */
export function mailsTo(emailKey: string): CounterKey[] {
  return PURPOSES.flatMap((purpose) => [
    ofPurpose(purpose, emailKey),
    ofMailbox(purpose, emailKey),
    { kind: 'mail-asker', subject: about(purpose, emailKey) },
    { kind: 'mail-turn', subject: about(purpose, emailKey) },
    { kind: 'mailbox-known', subject: emailKey },
  ]);
}

function scopeOf(how: NonNullable<Knowledge>, address: string): CounterKey['scope'] {
  return how === 'address' ? { kind: 'address', value: address } : { kind: 'browser', value: how.browser };
}

function ofPurpose(purpose: Purpose, emailKey: string): CounterKey {
  return { kind: 'mail', subject: about(purpose, emailKey) };
}

function ofMailbox(purpose: Purpose, emailKey: string): CounterKey {
  return { kind: purpose === 'reset' ? 'mailbox-reset' : 'mailbox', subject: emailKey };
}

function about(purpose: Purpose, emailKey: string): string {
  return `${purpose}:${emailKey}`;
}
