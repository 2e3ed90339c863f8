import { type Clock, timestamp } from '../../lib/clock.ts';
import type { Store, Tables, Transaction } from '../../store/database.ts';
import type { AccountRow, ScimUserRow } from '../../store/engine/schema.ts';
import { type Attribution, newEvent } from '../audit/events/event.ts';
import { presentEventAccount } from '../audit/serializers/account.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import { asTaken } from '../identity/accounts/identity.ts';
import { changedMeanwhile } from '../identity/accounts/changed-meanwhile.ts';
import { actOnAccount } from '../identity/accounts/credential-lifecycle.ts';
import { insertAccount } from '../identity/accounts/insert-account.ts';
import type { EmailChanges } from '../identity/email-changes/email-changes.ts';
import type { SignUpPolicy } from '../identity/sign-up-policy/sign-up-policy.ts';
import type { SignUps } from '../identity/accounts/sign-up.ts';
import type { Admission as Consent, Admitted } from '../organizations/admission.ts';
import { rolesOfPerson } from '../connections/mapped-roles.ts';
import { addMembership, endMembership, type Leaving } from '../organizations/memberships.ts';
import type { Settings } from '../settings/settings.ts';
import type { Resource } from './attributes.ts';
import { createProvisionedAccounts } from './accounts.ts';
import { columnsOf, type Person, personOf } from './person.ts';
import { again, type Asking, lockProvider, toldBy } from './provider.ts';
import { assertVersion, notFound } from './resources.ts';
import { assertFree, assertOurs, assertRoom, assertUnchanged, reachOf } from './user-rules.ts';
import { ScimError } from './scim-error.ts';

const DAY_MS = 86_400_000;

/**
 * The people whom a provider provisions: accounts with an email in the verified domains of the organization, and their
 * memberships. Nobody else, and no superadmin.
 * @throws ScimError `forbidden`, `notFound`, `preconditionFailed`, `uniqueness`; KeywardError `LastOwnerError`,
 * `OrganizationLimitError`, `MembershipRefusedError`, `ServiceUnavailableError`
 */
export interface ScimUsers {
  create(asking: Asking, resource: Resource): Promise<ScimUserRow>;
  /** @param change gives the resource after the change */
  change(asking: Asking, uid: string, change: ChangeOf<Resource>): Promise<ScimUserRow>;
  /** The account is kept, or deleted after the grace period in the settings if the provider has created it. */
  delete(asking: Asking, uid: string, ifMatch: string | undefined): Promise<void>;
}

export interface ChangeOf<T> {
  ifMatch: string | undefined;
  change: (before: T) => T;
}

export function createScimUsers(deps: {
  store: Store;
  settings: Settings;
  consent: Pick<Consent, 'ask'>;
  policy: Pick<SignUpPolicy, 'assertDomain'>;
  signUps: Pick<SignUps, 'draft' | 'withHandle'>;
  notices: Pick<Notices, 'accessDropped' | 'emailChanged'>;
  emailChanges: Pick<EmailChanges, 'request'>;
  clock: Clock;
}): ScimUsers {
  const { store, settings, consent, signUps, emailChanges, clock } = deps;

  /** The host's consent to a membership, if the account has none yet. */
  async function consentTo(
    asking: Asking,
    known: AccountRow | null,
    { name, email }: Person,
  ): Promise<Admitted | null> {
    const { connection, organization } = asking;
    if (known !== null && (await store.memberships.find(organization.id, known.id)) !== null) return null;
    const account = known ?? { id: null, uid: null, name, email: email.address, email_verified: 1 };
    const rules = settings.current.organizations;
    const roles = await rolesOfPerson(store, connection, { accountId: known?.id ?? null }, rules);
    return consent.ask({ account, organization, roles, source: 'provisioning' });
  }

  const accounts = createProvisionedAccounts(deps);

  const reach = (tables: Tables, asking: Asking, account: AccountRow) =>
    reachOf(tables, asking, account, settings.current.organizations);

  async function enter(
    tables: Transaction,
    { organization }: Asking,
    account: AccountRow,
    { admitted, told }: { admitted: Admitted | null; told: Attribution },
  ): Promise<void> {
    // The account was a member when the host was to be asked, and no longer is.
    if (admitted === null) throw changedMeanwhile();
    const { organizations: rules } = settings.current;
    await addMembership(tables, organization, { account, admitted }, { settings: rules, told });
  }

  async function leave(
    tables: Transaction,
    { organization }: Asking,
    { account, membership }: Leaving,
    told: Attribution,
  ): Promise<void> {
    if (membership !== null)
      await endMembership(tables, organization, { account, membership }, 'removed', told);
  }

  async function create(asking: Asking, resource: Resource): Promise<ScimUserRow> {
    const person = personOf(resource);
    const { email, name, active } = person;
    await assertOurs(store, asking, email.key);
    const known = await store.accounts.find('email_key', email.key);
    if (known === null) accounts.assertDomain(email);
    const found = known === null ? null : await reach(store, asking, known);
    const ends = !active && found !== null && found.membership !== null && found.belongs;
    await assertFree(store, asking, person);
    const admitted = active ? await consentTo(asking, known, person) : null;
    const inserting = (take: (tables: Transaction) => Promise<{ account: AccountRow; opened: boolean }>) =>
      store.transaction(async (tables) => {
        const told = toldBy(asking, clock);
        const { account: made, opened } = await take(tables);
        const now = { ...asking, ...(await lockProvider(tables, asking, settings.current.organizations)) };
        await assertOurs(tables, now, email.key);
        await assertFree(tables, now, person);
        await assertRoom(tables, now, settings.current.organizations);
        const reached = await reach(tables, now, made);
        if ((await tables.scimUsers.find(now.connection.id, 'account_id', made.id)) !== null)
          throw new ScimError('uniqueness', 'The person of this email is provisioned already.');
        if (!active && reached.membership !== null && reached.belongs !== ends) throw changedMeanwhile();
        if (!active) await leave(tables, now, { ...reached, account: made }, told);
        else if (reached.membership === null) await enter(tables, now, made, { admitted, told });
        return tables.scimUsers.insert({
          uid: made.uid,
          connection_id: now.connection.id,
          account_id: made.id,
          ...columnsOf(person, resource),
          opened: opened ? 1 : 0,
          version: 1,
          created_at: told.at,
          updated_at: told.at,
        });
      });
    if (known !== null) return inserting((tables) => accounts.adopt(tables, known, asking, { ends }));
    const draft = await signUps.draft({ name, email: email.address, password: null, emailVerified: true });
    const { by } = toldBy(asking, clock);
    return signUps.withHandle(draft, (handle) =>
      inserting(async (tables) => ({
        account: await insertAccount(
          tables,
          { ...draft.columns, ...handle, password_hash: null },
          { method: 'connection', by },
        ),
        opened: true,
      })),
    );
  }

  async function change(
    asking: Asking,
    uid: string,
    { ifMatch, change: changed }: ChangeOf<Resource>,
  ): Promise<ScimUserRow> {
    const { found, account: known, belongs } = await existing(asking, uid);
    assertVersion(found, ifMatch);
    const resource = changed(JSON.parse(found.resource));
    const [before, after] = [personOf(JSON.parse(found.resource)), personOf(resource)];
    const columns = columnsOf(after, resource);
    if (columns.resource === found.resource) return found;
    const isBack = after.active && !before.active;
    const leaves = !after.active && before.active;
    const ends = leaves && belongs;
    const admitted = isBack ? await consentTo(asking, known, after) : null;
    const email = await accounts.movesTo(store, known, asking, { before, after });
    // An account that somebody else has opened is not the provider's alone, nor is one with factors, in other organizations
    // or with an email of its own: with a new one, an admin could read its codes. Its new mailbox confirms, the old one can
    // refuse.
    const isOurs = found.opened === 1 && belongs && known.email_key === before.email.key;
    const isAsked = email !== null && !(isOurs && known.second_factors === 0);
    const apply = async (tables: Transaction) => {
      const told = toldBy(asking, clock);
      const changes = { before, after, ends, email: isAsked ? null : email };
      const account = await accounts.change(tables, known, asking, changes);
      const now = { ...asking, ...(await lockProvider(tables, asking, settings.current.organizations)) };
      await assertUnchanged(tables, now, found);
      // The organization may have lost a domain before it was locked.
      if (email !== null) await accounts.movesTo(tables, known, now, { before, after });
      const reached = await reach(tables, now, account);
      if (found.user_name_key !== columns.user_name_key) await assertFree(tables, now, after);
      if (isBack) {
        await assertOurs(tables, now, account.email_key);
        if (reached.membership === null) await enter(tables, now, account, { admitted, told });
      }
      if (leaves) {
        if (reached.belongs !== ends) throw changedMeanwhile();
        await leave(tables, now, { ...reached, account }, told);
      }
      if (email !== null && !isAsked && reached.belongs !== belongs) throw changedMeanwhile();
      return tables.scimUsers.update(found.id, {
        ...columns,
        version: found.version + 1,
        updated_at: told.at,
      });
    };
    // A change that waits may be the owner's, and is not replaced.
    const asks = isAsked && (await store.emailChanges.pendingOf(known.id, clock.now())) === null;
    if (email === null || !asks) return store.transaction(apply);
    const asked = { ...email, proven: false, byProvider: true } as const;
    return (await emailChanges.request(known, asked, asking.client, apply)).done;
  }

  async function remove(asking: Asking, uid: string, ifMatch: string | undefined): Promise<void> {
    const { found, account: known, membership, belongs } = await existing(asking, uid);
    assertVersion(found, ifMatch);
    await store.transaction(async (tables) => {
      const told = toldBy(asking, clock);
      const days = settings.current.signup.deletion_grace_days;
      const goes = belongs && found.opened === 1;
      const deletionAt = told.at + days * DAY_MS;
      const { before, after } = await actOnAccount(tables, known, {
        acts: () => (belongs && (membership !== null || goes) ? ['deprovisioning'] : []),
        // The owner may have requested it already, for another time.
        changes: ({ deletion_at: at }) =>
          goes && at === null
            ? { deletion_at: deletionAt, deletion_connection: asking.connection.uid, updated_at: told.at }
            : {},
        proven: true,
        organizations: [asking.organization.id],
        by: told.by,
        now: told.at,
      });
      const now = { ...asking, ...(await lockProvider(tables, asking, settings.current.organizations)) };
      await assertUnchanged(tables, now, found);
      const reached = await reach(tables, now, after);
      if (reached.belongs !== belongs) throw changedMeanwhile();
      await leave(tables, now, { ...reached, account: after }, told);
      if (goes && before.deletion_at === null) {
        const data = { account: presentEventAccount(after), deletion_at: timestamp(deletionAt) };
        await tables.events.add([newEvent('account.deletion_requested', data, told)]);
      }
      await tables.scimUsers.delete(found, told.at);
    });
  }

  /** Somebody whom the connection has provisioned, with what it may do. @throws ScimError as {@link reachOf} */
  async function existing(asking: Asking, uid: string) {
    const found = await store.scimUsers.find(asking.connection.id, 'uid', uid);
    const account = found === null ? null : await store.accounts.find('id', found.account_id);
    if (found === null || account === null) throw notFound();
    return { found, account, ...(await reach(store, asking, account)) };
  }

  const settled = <T>(attempt: () => Promise<T>) =>
    again(attempt).catch((error: unknown) => {
      throw asTaken(error);
    });

  return {
    create: (asking, resource) => settled(() => create(asking, resource)),
    change: (asking, uid, how) => settled(() => change(asking, uid, how)),
    delete: (asking, uid, ifMatch) => settled(() => remove(asking, uid, ifMatch)),
  };
}
