import { randomBytes } from 'node:crypto';
import type { OrganizationsSettings } from '../../../../config/sections/organizations.ts';
import { KeywardError } from '../../../../errors.ts';
import type { Store, Transaction } from '../../../../store/database.ts';
import type { AccountRow, OrganizationChanges, OrganizationRow } from '../../../../store/engine/schema.ts';
import { newEvent } from '../../../audit/events/event.ts';
import { BY_OPERATOR } from '../../../audit/events/origin.ts';
import { readMetadata } from '../../../audit/serializers/account.ts';
import { presentEventOrganization } from '../../../audit/serializers/organization.ts';
import { mergeMetadata } from '../../../identity/accounts/account-data.ts';
import { isFromBefore } from '../../../identity/accounts/lifecycle.ts';
import { endVouched } from '../../../identity/accounts/owned-organizations.ts';
import type { Admission, Admitted } from '../../../organizations/admission.ts';
import { LOOK_AGAIN_MS } from '../../../organizations/domain-proof.ts';
import { addMembership, changeRoles } from '../../../organizations/memberships.ts';
import { differences } from '../../../organizations/organization-data.ts';
import { newOrganizationId } from '../../../organizations/organizations.ts';
import { editPolicy } from '../../../organizations/policy.ts';
import { OWNER, readNames, rolesOf } from '../../../organizations/roles.ts';
import { takeSlug } from '../../../organizations/slugs.ts';
import type { Refusal } from '../write-batch.ts';
import type { MemberDraft, OrganizationDraft } from './records.ts';

export interface WriteOptions {
  /** `update` adds what an existing organization lacks, and roles to existing members. */
  onConflict: 'skip' | 'update';
  dryRun: boolean;
  settings: OrganizationsSettings;
  admission: Admission;
  now: number;
}

/** Organizations and members together. */
export interface Outcome {
  created: number;
  updated: number;
  skipped: number;
}

/** Rolls back a dry run. */
class Undone extends Error {}

/**
 * Writes an organization, and some of its members, in one transaction.
 * @param isWritten whether an earlier batch has written it
 * @throws KeywardError if it cannot be made: nothing is written
 */
export async function writeOrganization(
  store: Store,
  draft: OrganizationDraft,
  members: readonly MemberDraft[],
  { isWritten, ...options }: WriteOptions & { isWritten: boolean },
): Promise<Outcome & { refused: Refusal[] }> {
  const { settings, admission, onConflict, dryRun, now } = options;
  const told = { by: BY_OPERATOR, at: now };
  const outcome = { created: 0, updated: 0, skipped: 0, refused: new Array<Refusal>() };
  const refuse = (line: number, field: string, message: string) =>
    void outcome.refused.push({ line, problems: [{ field, message }] });

  const existing = await find(store, draft);
  if (existing?.status === 'deleted')
    throw new KeywardError('OrganizationNotFoundError', {
      message: `${existing.uid} is deleted here; restore it first, or leave it out`,
    });
  const own = existing === null ? [] : await store.organizationRoles.of(existing.id);
  const missing = draft.roles.filter(({ name }) => own.every((role) => role.name !== name));
  const known = rolesOf(settings, [
    ...own,
    ...(existing === null || onConflict === 'update' ? missing : []).map((role) => ({
      ...role,
      permissions: JSON.stringify(role.permissions),
    })),
  ]);
  const uid = existing?.uid ?? draft.uid ?? newOrganizationId();
  const organization = { ...draft, id: existing?.id ?? null, uid, slug: draft.slug ?? null };
  const joining: { account: AccountRow; member: MemberDraft; admitted: Admitted }[] = [];
  for (const member of members) {
    const unknown = member.roles.find((role) => !known.has(role));
    const account = await accountOf(store, member);
    if (unknown !== undefined)
      refuse(member.line, 'roles', `has ${unknown}, which must be one of ${[...known.keys()].join(', ')}`);
    else if (account === null)
      refuse(
        member.line,
        'email',
        'must be the email of an account whose owner has proven it; import it first, or name its id as account',
      );
    else {
      const { roles } = member;
      const admitted = await admission.ask({ account, organization, roles, source: 'import' });
      joining.push({ account, member, admitted });
    }
  }
  // The transaction of its first batch was rolled back.
  if (dryRun && isWritten && existing === null) return { ...outcome, created: joining.length };

  const work = async (tables: Transaction): Promise<void> => {
    for (const { account } of joining.toSorted((a, b) => a.account.id - b.account.id))
      await tables.accounts.lock(account.id);
    let row = existing === null ? null : await tables.organizations.lock(existing.id);
    if (row === null) {
      if (!joining.some(({ member }) => member.roles.includes(OWNER)))
        throw new KeywardError('LastOwnerError', { message: NO_OWNER });
      row = await create(tables, draft, uid, now);
      await tables.events.add([
        newEvent('organization.created', { organization: presentEventOrganization(row) }, told),
      ]);
      await addParts(tables, row, draft, { roles: missing, now });
      outcome.created += 1;
    } else if (!isWritten) {
      const after = onConflict === 'skip' ? row : await fill(tables, row, draft, { roles: missing, now });
      if (after === row) outcome.skipped += 1;
      else outcome.updated += 1;
      row = after;
    }
    let isOwned = existing !== null;
    for (const { account, member, admitted } of joining) {
      const membership = await tables.memberships.find(row.id, account.id);
      if (membership !== null) {
        const had = readNames(membership.roles);
        const roles = [...new Set([...had, ...member.roles])];
        if (onConflict === 'skip' || roles.length === had.length) outcome.skipped += 1;
        else {
          row = await changeRoles(tables, row, membership, roles, told);
          outcome.updated += 1;
        }
        continue;
      }
      try {
        row = await addMembership(tables, row, { account, admitted }, { settings, told });
        outcome.created += 1;
        isOwned ||= member.roles.includes(OWNER);
      } catch (error) {
        // Limits are checked before anything is written.
        if (!(error instanceof KeywardError)) throw error;
        refuse(member.line, 'organization', `cannot take this member: ${error.message}`);
      }
    }
    if (!isOwned) throw new KeywardError('LastOwnerError', { message: NOT_OWNED });
    if (dryRun) throw new Undone();
  };
  await store.transaction(work).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return outcome;
}

const NO_OWNER =
  'none of its first 500 members owns it; put owners first, or make one of a role with --role, such as --role admin=owner';

const NOT_OWNED =
  'none of its owners can become a member; check max_members of the record, and max_per_account of the settings';

async function find(store: Store, { uid, external_id }: OrganizationDraft): Promise<OrganizationRow | null> {
  const found = uid === null ? null : await store.organizations.findBy('uid', uid);
  if (found !== null || external_id === null) return found;
  return store.organizations.findBy('external_id', external_id);
}

/**
 * Anybody may have opened an account with another person's email, so only a proven one counts, and not one whose mailbox
 * was proven by a link alone.
 */
async function accountOf({ accounts }: Store, { account, email }: MemberDraft): Promise<AccountRow | null> {
  const named =
    account === null
      ? null
      : ((await accounts.find('uid', account)) ?? (await accounts.find('external_id', account)));
  if (named !== null || email === null) return named;
  const found = await accounts.find('email_key', email.toLowerCase());
  return found?.email_verified === 1 && !isFromBefore(found.password_after_proof) ? found : null;
}

async function create(
  tables: Transaction,
  draft: OrganizationDraft,
  uid: string,
  now: number,
): Promise<OrganizationRow> {
  const { name, logo_url, external_id, max_members, status, policy } = draft;
  const added = await tables.organizations.insert({
    uid,
    name,
    slug: '',
    logo_url,
    metadata: mergeMetadata('metadata', null, draft.metadata),
    app_metadata: mergeMetadata('app_metadata', null, draft.app_metadata),
    external_id,
    max_members,
    status,
    policy: policy === null ? null : editPolicy({ policy: null }, policy),
    members_count: 0,
    version: 0,
    purge_at: null,
    created_at: draft.created_at ?? now,
    updated_at: now,
  });
  return tables.organizations.update(added.id, { slug: await freeSlug(tables, added, draft.slug, now) });
}

/** The slug of the record, unless another organization has it. */
async function freeSlug(
  tables: Transaction,
  added: OrganizationRow,
  slug: string | undefined,
  now: number,
): Promise<string> {
  if (slug !== undefined && (await tables.organizations.takeSlug(slug, added.id, now))) return slug;
  return takeSlug(tables, added, undefined, now);
}

/** Adds what an existing organization lacks. @returns the same row if it lacks nothing */
async function fill(
  tables: Transaction,
  row: OrganizationRow,
  draft: OrganizationDraft,
  parts: { roles: OrganizationDraft['roles']; now: number },
): Promise<OrganizationRow> {
  const metadata = mergeMetadata('metadata', null, { ...draft.metadata, ...readMetadata(row.metadata) });
  const app_metadata = mergeMetadata('app_metadata', null, {
    ...draft.app_metadata,
    ...readMetadata(row.app_metadata),
  });
  const changes: OrganizationChanges = {
    ...(row.logo_url === null && draft.logo_url !== null && { logo_url: draft.logo_url }),
    ...(row.max_members === null && draft.max_members !== null && { max_members: draft.max_members }),
    ...(row.external_id === null && draft.external_id !== null && { external_id: draft.external_id }),
    ...(row.policy === null && draft.policy !== null && { policy: editPolicy(row, draft.policy) }),
    ...(metadata !== row.metadata && { metadata }),
    ...(app_metadata !== row.app_metadata && { app_metadata }),
  };
  const added = await addParts(tables, row, draft, parts);
  if (Object.keys({ ...changes, ...added }).length === 0) return row;
  const after = await tables.organizations.update(row.id, { ...changes, updated_at: parts.now });
  const [previous, changed] = differences(row, changes);
  const data = {
    organization: presentEventOrganization(after),
    changed: { ...changed, ...added },
    previous,
  };
  await tables.events.add([newEvent('organization.updated', data, { by: BY_OPERATOR, at: parts.now })]);
  return after;
}

const TOKEN_BYTES = 24;

/** Adds roles, and the domains that the organization does not have. @returns their names */
async function addParts(
  tables: Transaction,
  { id }: OrganizationRow,
  { domains }: OrganizationDraft,
  { roles, now }: { roles: OrganizationDraft['roles']; now: number },
): Promise<{ roles?: string[]; domains?: string[] }> {
  for (const role of roles)
    await tables.organizationRoles.insert({
      ...role,
      organization_id: id,
      permissions: JSON.stringify(role.permissions),
      created_at: now,
      updated_at: now,
    });
  const had = new Set((await tables.organizationDomains.of(id)).map(({ domain }) => domain));
  const added = domains.filter(({ domain }) => !had.has(domain));
  for (const { domain, joining, token, verified, vouched } of added) {
    const isVerified = verified && (await tables.organizationDomains.verified(domain)) === null;
    await tables.organizationDomains.insert({
      organization_id: id,
      domain,
      status: isVerified ? 'verified' : 'pending',
      joining,
      token: token ?? randomBytes(TOKEN_BYTES).toString('base64url'),
      failures: 0,
      created_at: now,
      verified_at: isVerified ? now : null,
      checked_at: null,
      due_at: isVerified && !vouched ? now + LOOK_AGAIN_MS : null,
    });
    if (isVerified) await endVouched(tables, { domain, owner: id }, { by: BY_OPERATOR, at: now });
  }
  return {
    ...(roles.length > 0 && { roles: roles.map(({ name }) => name) }),
    ...(added.length > 0 && { domains: added.map(({ domain }) => domain) }),
  };
}
