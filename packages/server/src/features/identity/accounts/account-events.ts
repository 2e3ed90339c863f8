import type { ApplicationBrief } from '../../../store/tables/application-lists.ts';
import type { RemovedFactor } from '../../../store/tables/factors.ts';
import type {
  AccountRow,
  GrantRow,
  NewEvent,
  ProviderLinkRow,
  SessionRow,
} from '../../../store/engine/schema.ts';
import { presentAccount, presentEventAccount } from '../../audit/serializers/account.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { GrantEnd, SessionEnd } from '../../audit/events/event-types.ts';
import { sessionEnds } from '../../audit/events/session-ends.ts';
import { type Attribution, newEvent } from '../../audit/events/event.ts';
import { METADATA_FIELDS, metadataDifference } from './account-data.ts';
import type { Act } from './lifecycle.ts';

/** The access of an application to an account. */
export interface EndedGrant {
  grant: GrantRow;
  application: ApplicationBrief;
}

/** What an act did to an account. */
export interface Outcome {
  acts: readonly Act[];
  before: AccountRow;
  after: AccountRow;
  /** The sessions that it ended before they expired. */
  ended: readonly SessionRow[];
  /** The applications whose access it ended. */
  grants: readonly EndedGrant[];
  /** The provider links that it removed. */
  unlinked: readonly ProviderLinkRow[];
  /** The factors that it removed because they were new. */
  newFactors: readonly RemovedFactor[];
}

/** Why an act ends sessions. If a request is several acts, the first of these counts. */
const ENDS: readonly (readonly [Act, SessionEnd])[] = [
  ['deletion', 'deleted'],
  ['departure', 'deleted'],
  ['deactivation', 'suspended'],
  ['reset', 'password_reset'],
  ['rescue', 'password_reset'],
  ['ownPassword', 'password_changed'],
  ['assigned', 'password_changed'],
  ['factorsReset', 'factors_reset'],
];

/** Fields with an event of their own, which replaces `account.updated`. */
const SPECIFIC = {
  email: 'account.email_changed',
  email_verified: 'account.email_verified',
  role: 'account.role_changed',
  status: 'account.status_changed',
} as const;

/** The events of an act; ended sessions and removed links come first. */
export function accountEvents(outcome: Outcome, attribution: Attribution): NewEvent[] {
  const { acts, before, after, ended, grants, unlinked, newFactors } = outcome;
  const account = presentEventAccount(after);
  const reason = ENDS.find(([act]) => acts.includes(act))?.[1] ?? 'revoked';
  return [
    ...sessionEnds(ended, reason, attribution),
    ...grants.map((grant) => grantEnd(acts, after, grant, attribution)),
    ...unlinked.map((link) => linkEvent('provider.unlinked', after, link, attribution)),
    ...(acts.includes('deletion') ? [newEvent('account.deleted', { account }, attribution)] : []),
    ...(before.deletion_at !== null && after.deletion_at === null
      ? [newEvent('account.deletion_cancelled', { account }, attribution)]
      : []),
    ...changes(before, after, attribution),
    ...passwordChange(acts, before, after, attribution),
    ...newFactors.map((factor) => newEvent('factor.removed', { account, factor }, attribution)),
    ...(newFactors.length > 0 ? [] : factorsReset(acts, before, after, attribution)),
  ];
}

/** Why an act ends the access of applications. If a request is several acts, the first of these counts. */
const GRANT_ENDS: readonly (readonly [Act, GrantEnd])[] = [
  ['deletion', 'deleted'],
  ['departure', 'deleted'],
  ['deactivation', 'suspended'],
  ['reset', 'password_reset'],
  ['rescue', 'password_reset'],
  ['assigned', 'password_changed'],
  ['proof', 'proof'],
  ['soleProof', 'proof'],
  ['adoption', 'proof'],
];

function grantEnd(
  acts: readonly Act[],
  account: AccountRow,
  { grant, application }: EndedGrant,
  attribution: Attribution,
): NewEvent {
  const { client_id, name, type, source } = application;
  const data = {
    account: presentEventAccount(account),
    application: { client_id, name, type, source },
    grant: {
      id: grant.uid,
      scopes: grant.scopes.split(' '),
      resources: grant.resources === '' ? [] : grant.resources.split(' '),
      offline: grant.offline === 1,
    },
  };
  const reason = GRANT_ENDS.find(([act]) => acts.includes(act))?.[1] ?? 'revoked';
  return newEvent('grant.revoked', { ...data, reason }, attribution);
}

/** The link stores the issuer of its provider; readers of the event see the configured name. */
export function linkEvent(
  type: 'provider.linked' | 'provider.unlinked',
  account: AccountRow,
  { id, provider, created_at }: ProviderLinkRow,
  attribution: Attribution,
): NewEvent {
  const link = { id, provider, created_at: timestamp(created_at) };
  return newEvent(type, { account: presentEventAccount(account), link }, attribution);
}

type Shown = Record<string, unknown>;

/** The account as events show it: every field that a superadmin can change, except the password and metadata. */
export function shown(account: AccountRow): Shown {
  const {
    id: _id,
    uid: _uid,
    created_at: _created,
    updated_at: _updated,
    metadata: _metadata,
    app_metadata: _app,
    ...fields
  } = presentAccount(account);
  return fields;
}

/** Events omit values beyond this total, so that an account that changes them repeatedly cannot fill the disk. */
const MAX_VALUES_BYTES = 1_024;
const OMITTED = '…';

/** The changed fields. For metadata, only the changed members. */
export function differenceOf(before: AccountRow, after: AccountRow): { before: Shown; after: Shown } {
  const [old, now] = [shown(before), shown(after)];
  const changed = Object.keys(old).filter((field) => old[field] !== now[field]);
  const difference = { before: only(old, changed), after: only(now, changed) };
  for (const field of METADATA_FIELDS) {
    if (before[field] === after[field]) continue;
    const members = metadataDifference(before[field], after[field]);
    if (Object.keys(members.changed).length === 0) continue;
    difference.before[field] = members.previous;
    difference.after[field] = members.changed;
  }
  return { before: short(difference.before), after: short(difference.after) };
}

function short(values: Shown): Shown {
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  let total = 0;
  // The shortest first, so that a long profile does not hide a new role.
  const kept = new Set(
    Object.entries(values)
      .toSorted(([, a], [, b]) => bytesOf(a) - bytesOf(b))
      .filter(([, value]) => (total += bytesOf(value)) <= MAX_VALUES_BYTES)
      .map(([field]) => field),
  );
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, kept.has(field) ? value : OMITTED]),
  );
}

function only(values: Shown, fields: readonly string[]): Shown {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function changes(before: AccountRow, after: AccountRow, attribution: Attribution): NewEvent[] {
  const difference = differenceOf(before, after);
  // The event of a new email implies that it is not verified.
  const fields = Object.keys(difference.after).filter(
    (field) => field !== 'email_verified' || !('email' in difference.after) || after.email_verified === 1,
  );
  const account = presentEventAccount(after);
  const typeOf = (field: string) =>
    field === 'email_verified' && after.email_verified === 0
      ? 'account.updated'
      : (Object.entries(SPECIFIC).find(([name]) => name === field)?.[1] ?? 'account.updated');
  const types = [...new Set(fields.map(typeOf))];
  return types.map((type) => {
    const concerned = fields.filter((field) => typeOf(field) === type);
    const data = {
      account,
      changed: only(difference.after, concerned),
      previous: only(difference.before, concerned),
    };
    return newEvent(type, data, attribution);
  });
}

function factorsReset(
  acts: readonly Act[],
  before: AccountRow,
  after: AccountRow,
  attribution: Attribution,
): NewEvent[] {
  // The event of a deletion implies that the factors are gone.
  if (before.second_factors === 0 || after.second_factors !== 0 || acts.includes('deletion')) return [];
  return [newEvent('factor.reset', { account: presentEventAccount(after) }, attribution)];
}

function passwordChange(
  acts: readonly Act[],
  before: AccountRow,
  after: AccountRow,
  attribution: Attribution,
): NewEvent[] {
  // The event of a deletion implies that the password is gone.
  if (before.password_hash === after.password_hash || acts.includes('deletion')) return [];
  const account = presentEventAccount(after);
  const reason =
    after.password_hash === null
      ? 'dropped'
      : acts.includes('reset')
        ? 'reset'
        : acts.includes('ownPassword')
          ? 'changed'
          : 'assigned';
  return [newEvent('account.password_changed', { account, reason }, attribution)];
}
