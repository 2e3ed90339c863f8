import { randomBytes } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables, Transaction } from '../../store/database.ts';
import type { ApplicationRow, ApplicationSecretRow } from '../../store/engine/schema.ts';
import {
  acting,
  type Actor,
  assertRecent,
  assertStillActs,
  factsOf,
  isProgram,
} from '../audit/actors/actor.ts';
import type { Recent } from '../audit/actors/recent.ts';
import { newEvent } from '../audit/events/event.ts';
import type { Events } from '../audit/events/events.ts';
import type { AddressRule } from '../delivery/webhooks/networks.ts';
import {
  type Application,
  type ApplicationType,
  type EventApplication,
  isPublic,
  originsOf,
  readApplication,
  presentEventApplication,
} from './application.ts';
import {
  type ApplicationFields,
  assertFields,
  assertVersion,
  closedToPrograms,
  columnsOf,
  completed,
  differences,
  fieldsOf,
  givesAccess,
  isTrusted,
} from './application-fields.ts';
import { insertSecret, type NewSecret, usesSecret } from './application-secrets.ts';

const MAX_SECRETS = 2;

/** 22 characters of base64url are 128 bits and more. */
export function newClientId(): string {
  return `app_${randomBytes(17).toString('base64url').slice(0, 22)}`;
}

/** An application with its secrets, as superadmins see it. */
export interface ShownApplication {
  application: Application;
  secrets: readonly ApplicationSecretRow[];
}

/**
 * Acts of superadmins on applications. Each stores an event.
 * @throws KeywardError `RoleMismatchError` from every method, for an actor who is no longer an active superadmin;
 * `ScopeMissingError` from every method, for a key or an application without the right to it;
 * `ApplicationNotFoundError` from every method that names an application
 */
export interface Applications {
  /**
   * The first one turns the authorization server on.
   * @param minutes after which it expires; null: never
   * @throws KeywardError `ValidationError`
   */
  create(
    actor: Actor,
    type: ApplicationType,
    fields: Partial<ApplicationFields> & { name: string },
    minutes?: number | null,
  ): Promise<ShownApplication & { secret: string | null }>;
  /**
   * An application that is turned off loses its tokens.
   * @param version what was read; see {@link assertVersion}
   * @throws KeywardError `ValidationError`, `VersionMismatchError`
   */
  change(
    actor: Actor,
    clientId: string,
    fields: Partial<ApplicationFields>,
    version?: string,
  ): Promise<ShownApplication>;
  delete(actor: Actor, clientId: string): Promise<void>;
  /** @throws KeywardError `SecretLimitError` */
  addSecret(actor: Actor, clientId: string, expiresInDays: number | null): Promise<NewSecret>;
  /** @throws KeywardError `SecretNotFoundError` */
  removeSecret(actor: Actor, clientId: string, id: number): Promise<void>;
  /** @throws KeywardError `ApplicationNotFoundError` */
  get(clientId: string): Promise<ShownApplication>;
  /** Rows of a list with their secrets. */
  shown(rows: readonly ApplicationRow[]): Promise<ShownApplication[]>;
}

export function createApplications(deps: {
  store: Store;
  clock: Clock;
  events: Events;
  recent: Recent;
  rule: AddressRule;
  /** Turns the authorization server on, in one transaction with `along`, which may run again. */
  enable: (along: (tables: Transaction) => Promise<void>) => Promise<unknown>;
}): Applications {
  const { store, clock, events, recent, rule, enable } = deps;

  const attribution = ({ by }: Actor) => ({ by, at: clock.now() });

  function announce(actor: Actor, action: string, row: EventApplication): void {
    events.emit('admin.application_changed', {
      ...factsOf(actor),
      metadata: { ...presentEventApplication(row), action },
    });
  }

  async function secretsOf(ids: readonly number[], tables: Pick<Tables, 'applications'> = store) {
    const now = clock.now();
    const live = (await tables.applications.secrets(ids)).filter(
      ({ expires_at: end }) => end === null || end > now,
    );
    return new Map(ids.map((id) => [id, live.filter(({ application_id }) => application_id === id)]));
  }

  async function shown(row: ApplicationRow, tables: Pick<Tables, 'applications'> = store) {
    const secrets = await secretsOf([row.id], tables);
    return { application: readApplication(row), secrets: secrets.get(row.id) ?? [] };
  }

  return {
    async create(actor, type, given, minutes = null) {
      const fields = completed(type, given);
      if (isTrusted(fields)) await assertRecent(actor, recent);
      assertOpen(actor, completed(type, { name: given.name }), fields);
      assertFields(type, fields, rule);
      const now = clock.now();
      const client_id = newClientId();
      const insert = async (tables: Transaction) => {
        const row = await tables.applications.insert({
          client_id,
          type,
          source: 'created',
          created_at: now,
          last_used_at: null,
          tokens_since: 0,
          registration_hash: null,
          fresh_until: null,
          expires_at: minutes === null ? null : now + minutes * 60_000,
          ...columnsOf(fields, now),
        });
        await tables.applications.setOrigins(row.id, originsOf(readApplication(row)));
        const secret = usesSecret(row) ? (await insertSecret(tables, row, now)).secret : null;
        const data = { application: presentEventApplication(row) };
        await tables.events.add([newEvent('application.created', data, attribution(actor))]);
        return { ...(await shown(row, tables)), secret, row };
      };
      let made: Awaited<ReturnType<typeof insert>> | undefined;
      if ((await store.applications.count()) === 0)
        await enable(async (tables) => {
          await assertStillActs(tables, actor);
          made = await insert(tables);
        });
      made ??= await acting(store, actor, insert);
      announce(actor, 'created', made.row);
      return made;
    },

    async change(actor, clientId, changes, version) {
      if (givesAccess(changes)) await assertRecent(actor, recent);
      const now = clock.now();
      const after = await acting(store, actor, async (tables) => {
        const before = await existing(tables, clientId);
        const application = readApplication(before);
        if (version !== undefined) assertVersion(application, version);
        const current = fieldsOf(application);
        const fields: ApplicationFields = { ...current, ...changes };
        if (isPublic(before)) fields.require_pkce = true;
        assertOpen(actor, current, fields);
        assertFields(before.type, fields, rule);
        const turnsOff = current.enabled && !fields.enabled;
        const updated = await tables.applications.update(before.id, {
          ...columnsOf(fields, now),
          ...(turnsOff && { tokens_since: now }),
        });
        if (updated === null) throw new KeywardError('ApplicationNotFoundError');
        await tables.applications.setOrigins(updated.id, originsOf(readApplication(updated)));
        if (turnsOff) await tables.grants.end({ application_id: updated.id });
        else if (current.first_party && !fields.first_party)
          await tables.grants.endWithoutConsent(updated.id);
        const [previous, changed] = differences(current, fields);
        if (Object.keys(changed).length > 0)
          await tables.events.add([
            newEvent(
              'application.updated',
              { application: presentEventApplication(updated), changed, previous },
              attribution(actor),
            ),
          ]);
        return { row: updated, shown: await shown(updated, tables) };
      });
      announce(actor, 'updated', after.row);
      return after.shown;
    },

    async delete(actor, clientId) {
      const row = await acting(store, actor, async (tables) => {
        const { id } = await touchable(tables, actor, clientId);
        const deleted = await tables.applications.delete(id);
        if (deleted === null) throw new KeywardError('ApplicationNotFoundError');
        const data = { application: presentEventApplication(deleted) };
        await tables.events.add([newEvent('application.deleted', data, attribution(actor))]);
        return deleted;
      });
      announce(actor, 'deleted', row);
    },

    async addSecret(actor, clientId, expiresInDays) {
      const { application, added } = await acting(store, actor, async (tables) => {
        const row = await touchable(tables, actor, clientId);
        if (!usesSecret(row))
          throw new KeywardError('AuthError', {
            message: 'This application authenticates without a secret.',
          });
        const now = clock.now();
        await tables.applications.dropExpiredSecrets(row.id, now);
        if ((await tables.applications.secrets([row.id])).length >= MAX_SECRETS)
          throw new KeywardError('SecretLimitError');
        const one = await insertSecret(tables, row, now, expiresInDays);
        await tables.events.add([secretEvent('application.secret_added', row, one.row, attribution(actor))]);
        return { application: row, added: one };
      });
      announce(actor, 'secret_added', application);
      return added;
    },

    async removeSecret(actor, clientId, id) {
      const row = await acting(store, actor, async (tables) => {
        const application = await touchable(tables, actor, clientId);
        const removed = await tables.applications.deleteSecret(application.id, id);
        if (removed === null) throw new KeywardError('SecretNotFoundError');
        await tables.events.add([
          secretEvent('application.secret_removed', application, removed, attribution(actor)),
        ]);
        return application;
      });
      announce(actor, 'secret_removed', row);
    },

    get: async (clientId) => shown(await existing(store, clientId)),

    async shown(rows) {
      const secrets = await secretsOf(rows.map(({ id }) => id));
      return rows.map((row) => ({ application: readApplication(row), secrets: secrets.get(row.id) ?? [] }));
    },
  };
}

async function existing(
  { applications }: Pick<Tables, 'applications'>,
  clientId: string,
): Promise<ApplicationRow> {
  const row = await applications.find(clientId);
  if (row === null) throw new KeywardError('ApplicationNotFoundError');
  return row;
}

/** The application, if the actor may delete it and change its secrets. */
async function touchable(
  tables: Pick<Tables, 'applications'>,
  actor: Actor,
  clientId: string,
): Promise<ApplicationRow> {
  const row = await existing(tables, clientId);
  if (isProgram(actor) && isTrusted(fieldsOf(readApplication(row))))
    throw closed(
      'delete, or change the secrets of, an application that is first_party or has machine_scopes',
    );
  return row;
}

/**
 * Keeps programs from fields that only administrators may set: a leaked key must not gain more than its scopes allow.
 */
function assertOpen(actor: Actor, before: ApplicationFields, after: ApplicationFields): void {
  const names = isProgram(actor) ? closedToPrograms(before, after) : [];
  if (names.length === 0) return;
  const which = isTrusted(before)
    ? 'an application that is first_party or has machine_scopes'
    : 'an application';
  throw closed(`change ${names.join(', ')} of ${which}`);
}

function closed(act: string): KeywardError {
  return new KeywardError('ScopeMissingError', {
    message: `API keys and applications may not ${act}; sign in instead.`,
    details: { scope: null },
  });
}

function secretEvent(
  type: 'application.secret_added' | 'application.secret_removed',
  row: ApplicationRow,
  { id, hint }: ApplicationSecretRow,
  attribution: Parameters<typeof newEvent>[2],
) {
  return newEvent(type, { application: presentEventApplication(row), secret: { id, hint } }, attribution);
}
