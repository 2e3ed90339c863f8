import type { EventRow } from '../../store/engine/schema.ts';
import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import type { EventData } from '../audit/events/event-types.ts';
import type { UndoneType } from '../audit/events/undone-types.ts';
import { givesAccess } from '../oauth/application-fields.ts';
import {
  deactivate,
  demote,
  disableWebhook,
  removeSecret,
  revokeInvitation,
  revokeKey,
  type Take,
  takeBack,
  turnOff,
} from './administration-acts.ts';
import { createBreaks, isMoreThan, isWithin, type Makers } from './undo.ts';

/** By what somebody can act as an account. */
const POWERS = ['role', 'status', 'email', 'credentials'] as const;
type Power = (typeof POWERS)[number];

/** What the acts so far have given. */
interface Gains {
  has(thing: string): boolean;
  /** The first act counts, because it tells what was before. */
  give(thing: string, take: Take): void;
  /** Also takes back what the account does from now on. */
  empower(id: number, power: Power, take: Take): void;
  /** The account has lost what nobody of them had given, so it may get it back. */
  lose(id: number, power: Power): void;
  /** Also takes back what the key does from now on. */
  followKey(id: number): void;
  /** Somebody else answers for it from now on. */
  drop(thing: string): void;
  /** The same for powers of an account. */
  entrust(id: number, powers: readonly Power[]): void;
}

const NOTHING: Take = () => Promise.resolve();

/** @param isTheirs whether the actor is one of those whose acts are taken back */
type Reads<Type extends UndoneType> = (
  data: EventData<Type>,
  gains: Gains,
  isTheirs: boolean,
  at: number,
) => void;

const READS: { readonly [Type in UndoneType]: Reads<Type> } = {
  'account.created'({ account: { id, role } }, gains, isTheirs) {
    if (isTheirs && role === SUPERADMIN) gains.empower(id, 'role', demote(id));
  },
  'account.role_changed'({ account: { id }, changed, previous }, gains, isTheirs) {
    if (!isTheirs) gains.entrust(id, ['role', 'status']);
    else if (previous['role'] === SUPERADMIN) gains.lose(id, 'role');
    else if (changed['role'] === SUPERADMIN) gains.empower(id, 'role', demote(id));
  },
  'account.status_changed'({ account: { id }, changed, previous }, gains, isTheirs) {
    if (!isTheirs) gains.entrust(id, ['status']);
    else if (previous['status'] === 'active') gains.lose(id, 'status');
    else if (changed['status'] === 'active')
      gains.empower(id, 'status', deactivate(id, String(previous['status'])));
  },
  'account.email_changed'({ account: { id }, previous }, gains, isTheirs, at) {
    if (!isTheirs) return gains.entrust(id, ['email']);
    gains.empower(id, 'email', takeBack(id, at, String(previous['email'])));
    // Also when somebody else has set the email again: a password may have come by the mailbox.
    gains.empower(id, 'credentials', takeBack(id, at));
  },
  'account.password_changed'({ account: { id }, reason }, gains, isTheirs, at) {
    if (isTheirs && reason === 'assigned') gains.empower(id, 'credentials', takeBack(id, at));
  },
  'superadmin.reset': ({ account: { id } }, gains) => gains.entrust(id, POWERS),
  'key.created'({ key: { id } }, gains, isTheirs) {
    if (!isTheirs) return;
    gains.give(`key:${id}`, revokeKey(id));
    gains.followKey(id);
  },
  'invitation.created'({ invitation: { id } }, gains, isTheirs) {
    if (!isTheirs) {
      gains.drop(`invitation:${id}`);
      gains.give(`others:${id}`, NOTHING);
    }
    // To send somebody else's again invites nobody else.
    else if (!gains.has(`others:${id}`)) gains.give(`invitation:${id}`, revokeInvitation(id));
  },
  'invitation.accepted'({ account: { id }, invitation }, gains) {
    if (invitation.role === SUPERADMIN && gains.has(`invitation:${invitation.id}`))
      gains.empower(id, 'role', demote(id));
  },
  'webhook.changed'({ webhook: { id }, action, changed }, gains, isTheirs) {
    const isGiven = action === 'created' || action === 'secret';
    if (isTheirs && (isGiven || (action === 'updated' && isMoreThan(['description'], changed))))
      gains.give(`webhook:${id}`, disableWebhook(id));
  },
  'application.created'({ application: { client_id: id } }, gains, isTheirs) {
    if (isTheirs) gains.give(`application:${id}`, turnOff(id));
  },
  'application.updated'({ application: { client_id: id }, changed }, gains, isTheirs) {
    if (isTheirs && givesAccess(changed)) gains.give(`application:${id}`, turnOff(id));
  },
  'application.secret_added'({ application, secret }, gains, isTheirs) {
    if (isTheirs) gains.give(`secret:${secret.id}`, removeSecret(application.client_id, secret));
  },
};

const isRead = (type: string): type is UndoneType => Object.hasOwn(READS, type);

/** The types of the acts to read. Nobody but a superadmin could take them back by hand. */
export const ADMINISTRATION_ACTS: readonly string[] = Object.keys(READS);

/** What a superadmin has given, and those to whom it gave access. */
export interface AdministrationGains extends Makers {
  takes: readonly Take[];
}

/**
 * Reads what an account has given as a superadmin, and those to whom it gave access, in the order in which it happened.
 * What somebody else has given since then is not theirs.
 * @param acts the newest first
 */
export async function administrationGains(
  acts: readonly Pick<EventRow, 'type' | 'actor' | 'at' | 'data'>[],
  { accountId, since }: { accountId: number; since: number },
): Promise<AdministrationGains> {
  /** Whose acts are taken back, as `account:7`, and when: until somebody else answers for the access of its actor. */
  const followed = new Map([[`account:${accountId}`, { from: since, to: Infinity }]]);
  const things = new Map<string, Take>();
  const pause = createBreaks();

  function gainsAt(at: number): Gains {
    const follow = (actor: string) =>
      followed.set(actor, { from: followed.get(actor)?.from ?? at, to: Infinity });
    const give = (thing: string, take: Take) => {
      if (!things.has(thing)) things.set(thing, take);
    };
    return {
      has: (thing) => things.has(thing),
      give,
      empower(id, power, take) {
        if (id === accountId || things.has(`lost ${power}:${id}`)) return;
        give(`${power}:${id}`, take);
        follow(`account:${id}`);
      },
      lose(id, power) {
        if (!things.has(`${power}:${id}`)) give(`lost ${power}:${id}`, NOTHING);
      },
      followKey: (id) => follow(`key:${id}`),
      drop: (thing) => things.delete(thing),
      entrust(id, powers) {
        for (const power of powers) {
          things.delete(`${power}:${id}`);
          things.delete(`lost ${power}:${id}`);
        }
        const times = followed.get(`account:${id}`);
        if (times === undefined || id === accountId) return;
        if (!POWERS.some((power) => things.has(`${power}:${id}`))) times.to = Math.min(times.to, at);
      },
    };
  }

  function isTheirs(actor: string | null, at: number): boolean {
    return isWithin(followed.get(actor ?? ''), at);
  }

  for (const { type, actor, at, data } of acts.toReversed()) {
    if (!isRead(type)) continue;
    READS[type](JSON.parse(data), gainsAt(at), isTheirs(actor, at), at);
    await pause();
  }
  const actors = (kind: string) =>
    new Map(
      [...followed]
        .filter(([actor]) => actor.startsWith(kind))
        .map(([actor, times]) => [Number(actor.slice(kind.length)), times]),
    );
  return { takes: [...things.values()], accounts: actors('account:'), keys: actors('key:') };
}
