import { parseEmail } from '../../lib/email.ts';
import type { Transaction } from '../../store/database.ts';
import type { AccountChanges } from '../../store/engine/schema.ts';
import { isActiveSuperadmin, SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { newEvent } from '../audit/events/event.ts';
import type { EventData } from '../audit/events/event-types.ts';
import type { UndoneType } from '../audit/events/undone-types.ts';
import { webhookEvent } from '../delivery/webhooks/changes.ts';
import { actOnAccount } from '../identity/accounts/credential-lifecycle.ts';
import { shownKey } from '../identity/api-keys/api-key.ts';
import { presentEventApplication } from '../oauth/application.ts';
import { givesAccess } from '../oauth/application-fields.ts';
import type { Read } from './organization-gains.ts';
import { createBreaks, type Followed, isMoreThan, type Undo } from './undo.ts';

/** The acts whose undo can take the role of a superadmin from somebody. */
export const GIVES_ROLE = ['account.created', 'account.role_changed', 'invitation.created'] as const;

/** An undo, at one of the acts that it takes back. */
interface UndoneAct extends Undo {
  /** When the act happened. */
  at: number;
  /** Also takes back what somebody who got access by this act has done since, as `key:7`. */
  follow: (actor: string) => void;
}

/** All that an undo looks at, besides the acts in organizations, so that no new type is forgotten. */
type ActType = Exclude<UndoneType, Read | 'invitation.accepted'>;

/** How to take back the acts of superadmins, if their effect is still there, with an event for each change. */
const ACTS: {
  readonly [Type in ActType]: (tables: Transaction, data: EventData<Type>, undo: UndoneAct) => Promise<void>;
} = {
  async 'account.created'(tables, { account }, undo) {
    if (account.role === SUPERADMIN) await demote(tables, account.id, undo);
  },

  async 'account.role_changed'(tables, { account, changed }, undo) {
    if (changed['role'] === SUPERADMIN) await demote(tables, account.id, undo);
  },

  async 'account.email_changed'(tables, { account, changed, previous }, undo) {
    // Somebody else has set it again.
    if ((await tables.accounts.find('id', account.id))?.email !== changed['email']) return;
    const email = parseEmail(String(previous['email']));
    const isFree = email !== null && (await tables.accounts.find('email_key', email.key)) === null;
    await takeBack(tables, account, isFree ? { email: email.address, email_key: email.key } : {}, undo);
  },

  'account.password_changed': (tables, { account, reason }, undo) =>
    reason === 'assigned' ? takeBack(tables, account, {}, undo) : Promise.resolve(),

  async 'key.created'(tables, { key }, { told, follow }) {
    follow(`key:${key.id}`);
    const deleted = await tables.apiKeys.delete(key.id);
    if (deleted !== null)
      await tables.events.add([newEvent('key.revoked', { key: shownKey(deleted) }, told)]);
  },

  async 'invitation.created'(tables, { invitation: { id, role: given } }, undo) {
    const row = await tables.invitations.find('id', id);
    if (row === null || row.accepted_at !== null) {
      if (given !== SUPERADMIN) return;
      // Its account may be gone, but not those to whom it has given the role.
      const accepted = await tables.events.actsSince('all', ['invitation.accepted'], undo.at);
      for (const { data } of accepted) {
        const { account, invitation }: EventData<'invitation.accepted'> = JSON.parse(data);
        if (invitation.id === id) await demote(tables, account.id, undo);
      }
      return;
    }
    if (row.expires_at <= undo.told.at) return;
    await tables.invitations.delete(id);
    const { email, role } = row;
    await tables.events.add([newEvent('invitation.revoked', { invitation: { id, email, role } }, undo.told)]);
  },

  /** The webhook is only disabled, because it may be an earlier one with another address. */
  async 'webhook.changed'(tables, { webhook: { id }, action, changed }, { told }) {
    const given = action === 'created' || action === 'secret';
    if (!given && !(action === 'updated' && isMoreThan(['description'], changed))) return;
    const before = await tables.webhooks.lock('uid', id);
    if (before === null || before.enabled === 0) return;
    const after = await tables.webhooks.update(before.id, { enabled: 0 });
    await tables.events.add([webhookEvent('disabled', { before, after }, told)]);
  },

  'application.created': (tables, { application }, undo) => turnOff(tables, application.client_id, undo),

  async 'application.updated'(tables, { application, changed }, undo) {
    if (givesAccess(changed)) await turnOff(tables, application.client_id, undo);
  },

  async 'application.secret_added'(tables, { application, secret }, { told }) {
    const row = await tables.applications.find(application.client_id);
    const deleted = row === null ? null : await tables.applications.deleteSecret(row.id, secret.id);
    if (row === null || deleted === null) return;
    const data = { application: presentEventApplication(row), secret };
    await tables.events.add([newEvent('application.secret_removed', data, told)]);
  },
};

const isAct = (type: string): type is ActType => Object.hasOwn(ACTS, type);

/** The acts that the account could not take back without the role of a superadmin. */
const ALL = Object.keys(ACTS);
/** The keys of an account are its own. */
const OWN = ['key.created'];

/**
 * Takes back what an account has done as a superadmin, and those to whom it gave access. Without the role now, only its
 * keys end.
 * @returns whose acts were taken back
 */
export async function undoAdministration(tables: Transaction, undo: Undo): Promise<Followed> {
  const followed = new Map([[`account:${undo.accountId}`, undo.since]]);
  const account = await tables.accounts.find('id', undo.accountId);
  const types = account !== null && isActiveSuperadmin(account) ? ALL : OWN;
  const pause = createBreaks();
  let next = new Map(followed);
  while (next.size > 0) {
    const actors = next;
    next = new Map();
    const acts = await tables.events.actsSince(
      { actors: [...actors.keys()] },
      types,
      Math.min(...actors.values()),
    );
    for (const { type, actor, at, data } of acts) {
      if (!isAct(type) || at < (actors.get(actor ?? '') ?? Infinity)) continue;
      await pause();
      await ACTS[type](tables, JSON.parse(data), {
        ...undo,
        at,
        follow: (other) => {
          if ((followed.get(other) ?? Infinity) <= at) return;
          followed.set(other, at);
          next.set(other, at);
        },
      });
    }
  }
  return followed;
}

/** Somebody who got the role by a thief may have passed it on. The last active superadmin keeps the role. */
async function demote(
  tables: Transaction,
  id: number,
  { accountId, told, follow }: UndoneAct,
): Promise<void> {
  if (id === accountId) return;
  follow(`account:${id}`);
  const found = await tables.accounts.find('id', id);
  if (found?.role !== SUPERADMIN) return;
  const others = (await tables.accounts.activeWith(SUPERADMIN)).filter((one) => one.id !== id);
  if (others.length === 0) return;
  await actOnAccount(tables, found, {
    acts: () => [],
    changes: () => ({ role: 'user', updated_at: told.at }),
    proven: true,
    by: told.by,
    now: told.at,
  });
}

/** Drops what a thief has set for somebody who was a superadmin then, and what came of it. The owner sets a new password by mail. */
async function takeBack(
  tables: Transaction,
  { id, role }: EventData<'account.password_changed'>['account'],
  email: Pick<AccountChanges, 'email' | 'email_key'>,
  { accountId, at, told, follow }: UndoneAct,
): Promise<void> {
  if (role !== SUPERADMIN || id === accountId) return;
  follow(`account:${id}`);
  const found = await tables.accounts.find('id', id);
  if (found === null) return;
  await actOnAccount(tables, found, {
    acts: () => ['undone'],
    changes: () => ({ ...email, updated_at: told.at }),
    addedSince: at,
    proven: true,
    by: told.by,
    now: told.at,
  });
}

/** Turns an application off, with its tokens. */
async function turnOff({ applications, grants, events }: Transaction, clientId: string, { told }: UndoneAct) {
  const row = await applications.find(clientId);
  if (row === null || row.enabled === 0) return;
  await applications.update(row.id, { enabled: 0, tokens_since: told.at, updated_at: told.at });
  await grants.end({ application_id: row.id });
  const change = { changed: { enabled: false }, previous: { enabled: true } };
  await events.add([
    newEvent('application.updated', { application: presentEventApplication(row), ...change }, told),
  ]);
}
