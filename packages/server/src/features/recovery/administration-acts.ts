import { parseEmail } from '../../lib/email.ts';
import type { Transaction } from '../../store/database.ts';
import type { AccountChanges } from '../../store/engine/schema.ts';
import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { newEvent } from '../audit/events/event.ts';
import type { EventData } from '../audit/events/event-types.ts';
import { webhookEvent } from '../delivery/webhooks/changes.ts';
import { actOnAccount, statusActs } from '../identity/accounts/credential-lifecycle.ts';
import { shownKey } from '../identity/api-keys/api-key.ts';
import { presentEventApplication } from '../oauth/application.ts';
import type { Undo } from './undo.ts';

/** Takes one thing back, if it is still there, with an event for each change. */
export type Take = (tables: Transaction, undo: Undo) => Promise<void>;

/** Somebody who got the role by a thief may have passed it on. */
export const demote = (id: number): Take => degrade(id, { role: 'user' });

/** @param status the one before the account became active again */
export const deactivate = (id: number, status: string): Take => degrade(id, { status });

/** The last active superadmin stays one. */
function degrade(id: number, change: Pick<AccountChanges, 'role' | 'status'>): Take {
  return async (tables, { told }) => {
    const found = await tables.accounts.find('id', id);
    if (found === null || (change.role !== undefined && found.role !== SUPERADMIN)) return;
    if (change.status !== undefined && found.status !== 'active') return;
    const others = (await tables.accounts.activeWith(SUPERADMIN)).filter((one) => one.id !== id);
    if (found.role === SUPERADMIN && others.length === 0) return;
    await actOnAccount(tables, found, {
      acts: (before) => statusActs(before, change.status),
      changes: () => ({ ...change, updated_at: told.at }),
      proven: true,
      by: told.by,
      now: told.at,
    });
  };
}

/**
 * Drops what a thief has set for somebody who was a superadmin then, and what came of it. The owner sets a new password
 * by mail. If another account has the earlier email now, a superadmin has to decide, and the account is suspended: the
 * mailbox of the thief would keep it otherwise.
 * @param earlier the email from before, if it comes back
 */
export function takeBack(id: number, since: number, earlier?: string): Take {
  return async (tables, { told }) => {
    const found = await tables.accounts.find('id', id);
    if (found === null) return;
    const email = earlier === undefined ? null : parseEmail(earlier);
    const holder = email === null ? null : await tables.accounts.find('email_key', email.key);
    const status = holder === null || holder.id === id ? undefined : 'suspended';
    const returns = email !== null && holder === null;
    await actOnAccount(tables, found, {
      acts: (before) => ['undone', ...statusActs(before, status)],
      changes: () => ({
        ...(returns && { email: email.address, email_key: email.key }),
        ...(status !== undefined && { status }),
        updated_at: told.at,
      }),
      addedSince: since,
      proven: true,
      by: told.by,
      now: told.at,
    });
    // The others are of later mailboxes: the move by a superadmin has ended the earlier ones.
    if (email !== null) await tables.emailChanges.deleteOfAccount(id, { butOf: email.key });
  };
}

export function revokeKey(id: number): Take {
  return async ({ apiKeys, events }, { told }) => {
    const deleted = await apiKeys.delete(id);
    if (deleted !== null) await events.add([newEvent('key.revoked', { key: shownKey(deleted) }, told)]);
  };
}

/** An account that it opened stays. */
export function revokeInvitation(id: number): Take {
  return async ({ invitations, events }, { told }) => {
    const row = await invitations.find('id', id);
    if (row === null || row.accepted_at !== null || row.expires_at <= told.at) return;
    await invitations.delete(id);
    const { email, role } = row;
    await events.add([newEvent('invitation.revoked', { invitation: { id, email, role } }, told)]);
  };
}

/** The webhook is only disabled, because it may be an earlier one with another address. */
export function disableWebhook(id: string): Take {
  return async ({ webhooks, events }, { told }) => {
    const before = await webhooks.lock('uid', id);
    if (before === null || before.enabled === 0) return;
    const after = await webhooks.update(before.id, { enabled: 0 });
    await events.add([webhookEvent('disabled', { before, after }, told)]);
  };
}

/** Turns an application off, with its tokens. */
export function turnOff(clientId: string): Take {
  return async ({ applications, grants, events }, { told }) => {
    const row = await applications.find(clientId);
    if (row === null || row.enabled === 0) return;
    await applications.update(row.id, { enabled: 0, tokens_since: told.at, updated_at: told.at });
    await grants.end({ application_id: row.id });
    const change = { changed: { enabled: false }, previous: { enabled: true } };
    await events.add([
      newEvent('application.updated', { application: presentEventApplication(row), ...change }, told),
    ]);
  };
}

export function removeSecret(
  clientId: string,
  secret: EventData<'application.secret_added'>['secret'],
): Take {
  return async ({ applications, events }, { told }) => {
    const row = await applications.find(clientId);
    if (row === null || (await applications.deleteSecret(row.id, secret.id)) === null) return;
    const data = { application: presentEventApplication(row), secret };
    await events.add([newEvent('application.secret_removed', data, told)]);
  };
}
