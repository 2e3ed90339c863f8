import { setImmediate } from 'node:timers/promises';
import { KeywardError } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Transaction } from '../../store/database.ts';
import type { ConnectionRow, MembershipRow, OrganizationRow } from '../../store/engine/schema.ts';
import type { EventData } from '../audit/events/event-types.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventConnection } from '../audit/serializers/connection.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { linkKey } from '../connections/connection.ts';
import { formerWith, NOBODY } from '../connections/trust.ts';
import { changeRoles, endMembership, endVouched, restoreMembership } from '../organizations/memberships.ts';
import { ADMIN, OWNER, readNames } from '../organizations/roles.ts';
import { isMoreThan, type UndoActs, type UndoneAct } from './undo.ts';

type About = Pick<EventData<'organization.created'>, 'organization'>;

/** The acts of members and superadmins in organizations. */
export const ORGANIZATION_ACTS: UndoActs<
  | 'organization.invitation_created'
  | 'organization.domain_verified'
  | 'member.added'
  | 'member.updated'
  | 'member.removed'
  | 'role.updated'
  | 'connection.created'
  | 'connection.updated'
  | 'connection.token_created'
  | 'portal.created'
> = {
  async 'organization.invitation_created'(tables, { invitation, ...about }, undo) {
    const organization = await locked(tables, about);
    if (organization === null) return;
    const row = await tables.organizationInvitations.find('uid', invitation.id);
    if (row === null)
      return undo.together(
        `invited to ${organization.uid}`,
        invitation.email.toLowerCase(),
        (emails, since) => removeInvited(tables, organization, emails, { ...undo, since }),
      );
    await tables.organizationInvitations.delete(row.id);
    const data = { organization: presentEventOrganization(organization), invitation };
    await tables.events.add([newEvent('organization.invitation_revoked', data, undo.told)]);
  },

  /** Everybody with a mailbox there could join. */
  async 'organization.domain_verified'(tables, { domain, ...about }, { told }) {
    const organization = await locked(tables, about);
    const row = organization && (await tables.organizationDomains.find(organization.id, domain));
    if (organization === null || row?.status !== 'verified') return;
    await tables.organizationDomains.delete(row.id);
    const data = { organization: presentEventOrganization(organization), domain, joining: row.joining };
    await tables.events.add([newEvent('organization.domain_lost', data, told)]);
  },

  async 'member.added'(tables, { account, source, ...about }, undo) {
    if (!LETS_IN.has(source) || account.id === undo.accountId) return;
    const organization = await locked(tables, about);
    if (organization !== null) await removeMembers(tables, organization, [account.id], source, undo);
  },

  'member.updated': giveBackRoles,

  async 'member.removed'(tables, { account: { id }, roles, reason, ...about }, undo) {
    const { accountId, at, changedAt, told } = undo;
    if (id !== accountId || reason === 'deleted' || at < changedAt) return;
    const organization = await locked(tables, about);
    const account = await tables.accounts.find('id', id);
    if (organization === null || account === null) return;
    if ((await tables.memberships.find(organization.id, id)) !== null) return;
    await restoreMembership(tables, organization, account, roles, told);
  },

  /** Takes away what the role gave more since; its members may have had it before. */
  async 'role.updated'(tables, { role: { name }, changed, previous, ...about }, { told }) {
    const organization = await locked(tables, about);
    const roles = organization && (await tables.organizationRoles.of(organization.id));
    const role = roles?.find((one) => one.name === name);
    if (!organization || role === undefined) return;
    const earlier = new Set(readNames(JSON.stringify(Object(previous)['permissions'] ?? [])));
    const added = readNames(JSON.stringify(Object(changed)['permissions'] ?? [])).filter(
      (one) => !earlier.has(one),
    );
    const permissions = readNames(role.permissions).filter((one) => !added.includes(one));
    if (added.length === 0 || permissions.length === readNames(role.permissions).length) return;
    await tables.organizationRoles.update(organization.id, name, {
      permissions: JSON.stringify(permissions),
      updated_at: told.at,
    });
    const version = organization.version + 1;
    const after = await tables.organizations.update(organization.id, { version, roles_version: version });
    const data = {
      organization: presentEventOrganization(after),
      role: { name, description: role.description, permissions },
      changed: { permissions },
      previous: { permissions: readNames(role.permissions) },
    };
    await tables.events.add([newEvent('role.updated', data, told)]);
  },

  'connection.created': shutOut,

  async 'connection.updated'(tables, { changed, ...about }, undo) {
    if (isMoreThan(['name'], changed)) await shutOut(tables, about, undo);
  },

  async 'connection.token_created'(tables, { connection: { id }, token, ...about }, { told, follow }) {
    follow(`connection:${id}`, about.organization.id);
    const organization = await locked(tables, about);
    const connection = organization && (await tables.connections.find(id));
    if (!organization || !connection) return;
    if ((await tables.scimTokens.delete(connection.id, token.id)) === null) return;
    // It may have put an accomplice into a group.
    await tables.connections.update(connection.id, formerWith(connection, NOBODY));
    const data = { ...shown(organization, connection), token };
    await tables.events.add([newEvent('connection.token_revoked', data, told)]);
  },

  async 'portal.created'(tables, { portal: { id }, ...about }, { told, follow }) {
    follow(`portal:${id}`);
    const organization = await locked(tables, about);
    const row = organization && (await tables.portals.find('uid', id));
    if (!organization || !row || row.expires_at <= told.at) return;
    await tables.portals.delete(row.id);
    const portal = { id, sections: readNames(row.sections), expires_at: timestamp(row.expires_at) };
    const data = { organization: presentEventOrganization(organization), portal };
    await tables.events.add([newEvent('portal.ended', data, told)]);
  },
};

/** The ways to become a member by an act of somebody else. */
const LETS_IN: ReadonlySet<MembershipRow['source']> = new Set(['superadmin', 'connection', 'provisioning']);

async function locked(
  { organizations }: Transaction,
  { organization }: About,
): Promise<OrganizationRow | null> {
  const found = await organizations.findBy('uid', organization.id);
  return found === null ? null : organizations.lock(found.id);
}

/** The newest acts come first, so that several changes lead back to the first roles. */
async function giveBackRoles(
  tables: Transaction,
  {
    account,
    changed,
    previous,
    ...about
  }: Pick<EventData<'member.updated'>, 'account' | 'changed' | 'previous'> & About,
  { accountId, at, changedAt, told, follow, atEnd }: UndoneAct,
): Promise<void> {
  const earlier = new Set(readNames(JSON.stringify(previous['roles'] ?? [])));
  const now = readNames(JSON.stringify(changed['roles'] ?? []));
  // An admin of long standing answers for their own acts.
  const gains = now.includes(OWNER) ? !earlier.has(OWNER) : !earlier.has(OWNER) && !earlier.has(ADMIN);
  if (account.id !== accountId && gains) follow(`account:${account.id}`, about.organization.id);
  if (at < changedAt && !gains) return;
  const giveBack = async () => {
    const organization = await locked(tables, about);
    const member = organization && (await tables.memberships.find(organization.id, account.id));
    if (!organization || !member || member.roles !== JSON.stringify(changed['roles'])) return;
    const roles = readNames(JSON.stringify(previous['roles'] ?? []));
    if (roles.length > 0) await unlessLastOwner(changeRoles(tables, organization, member, roles, told));
  };
  await giveBack();
  atEnd(giveBack);
}

/** A connection, and whom it has let in since. It is only disabled, because it may be an earlier one. */
async function shutOut(
  tables: Transaction,
  { connection: { id }, ...about }: About & Pick<EventData<'connection.created'>, 'connection'>,
  undo: UndoneAct,
): Promise<void> {
  const { told, follow, together } = undo;
  follow(`connection:${id}`, about.organization.id);
  together(`connection ${id}`, id, async (_, since) => {
    const organization = await locked(tables, about);
    if (organization === null) return;
    const before = await tables.connections.find(id);
    if (before?.status === 'active') {
      const after = await tables.connections.update(before.id, { status: 'disabled', updated_at: told.at });
      const change = { changed: { status: 'disabled' }, previous: { status: 'active' } };
      await tables.events.add([
        newEvent('connection.updated', { ...shown(organization, after), ...change }, told),
      ]);
      await endVouched(tables, { organizationId: organization.id, connection: id }, told);
    }
    // Its sign-ins are acts of those who signed in.
    const { joined, changed } = await memberActs(tables, organization, since);
    const ids = new Set([...joined, ...changed].map(({ account }) => account.id));
    const links = await tables.providerLinks.ofAccounts([...ids]);
    const others = (await tables.connections.of(organization.id)).filter(({ uid }) => uid !== id);
    const linkedTo = (uids: readonly string[]) =>
      new Set(
        links
          .filter(({ provider }) => uids.some((uid) => provider.startsWith(linkKey(uid, ''))))
          .map(({ account_id }) => account_id),
      );
    const [known, elsewhere] = [linkedTo([id]), linkedTo(others.map(({ uid }) => uid))];
    // Whoever has no identity left may have come by this connection, and removed it.
    const people = new Set([...ids].filter((one) => known.has(one) || !elsewhere.has(one)));
    for (const act of changed.filter(({ account }) => people.has(account.id)))
      await giveBackRoles(tables, act, undo);
    const members = joined.map(({ account }) => account.id).filter((one) => people.has(one));
    await removeMembers(tables, organization, members, 'connection', { ...undo, since });
  });
}

/** Who became a member, and whose roles changed, in an organization since a time, the newest first. */
async function memberActs({ events }: Transaction, { uid }: OrganizationRow, since: number) {
  const joined: EventData<'member.added'>[] = [];
  const changed: EventData<'member.updated'>[] = [];
  const own = { organization: uid };
  for (const { type, data } of await events.actsSince(own, ['member.added', 'member.updated'], since)) {
    if (type === 'member.added') joined.push(JSON.parse(data));
    else changed.push(JSON.parse(data));
  }
  return { joined, changed };
}

function shown(organization: OrganizationRow, connection: ConnectionRow) {
  return {
    organization: presentEventOrganization(organization),
    connection: presentEventConnection(connection),
  };
}

/** Removes the members who have accepted invitations to mailboxes, whatever the emails of the members are now. */
async function removeInvited(
  tables: Transaction,
  organization: OrganizationRow,
  emails: ReadonlySet<string>,
  undo: UndoneAct,
): Promise<void> {
  const { joined } = await memberActs(tables, organization, undo.since);
  const invited = joined.filter(
    ({ account, source }) => source === 'invitation' && emails.has(account.email.toLowerCase()),
  );
  const ids = invited.map(({ account }) => account.id);
  await removeMembers(tables, organization, ids, 'invitation', undo);
}

/** @param source how the accounts became members; those who have joined in another way since stay */
async function removeMembers(
  tables: Transaction,
  { id, uid }: OrganizationRow,
  accountIds: readonly number[],
  source: MembershipRow['source'],
  { since, told, follow, atEnd }: UndoneAct,
): Promise<void> {
  for (const one of accountIds) follow(`account:${one}`, uid);
  for (const { account_id } of await tables.memberships.ofAccountsIn(id, accountIds)) {
    await setImmediate();
    const remove = async () => {
      const organization = await tables.organizations.lock(id);
      const member = await tables.memberships.find(id, account_id);
      if (organization === null || member?.source !== source || member.created_at < since) return true;
      return unlessLastOwner(endMembership(tables, organization, member, 'removed', told));
    };
    if (!(await remove())) atEnd(remove);
  }
}

/** @returns whether the act was done */
async function unlessLastOwner(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (!(error instanceof KeywardError) || error.kind !== 'LastOwnerError') throw error;
    return false;
  }
}
