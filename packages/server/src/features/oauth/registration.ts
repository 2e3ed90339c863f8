import { randomBytes } from 'node:crypto';
import { checkedSecret, SECRET_BYTES, secretHash } from '../../lib/checked-secret.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { ApplicationRow } from '../../store/engine/schema.ts';
import { anonymous, BY_SERVICE } from '../audit/events/origin.ts';
import { newEvent } from '../audit/events/event.ts';
import type { Origin } from '../audit/events/event-types.ts';
import type { AddressRule } from '../delivery/webhooks/networks.ts';
import {
  type Application,
  MOST_UNUSED,
  originsOf,
  readApplication,
  presentEventApplication,
} from './application.ts';
import { columnsOf, decidedFields, differences, fieldsOf, problemsOf } from './application-fields.ts';
import { insertSecret, usesSecret } from './application-secrets.ts';
import { newClientId } from './applications.ts';
import { type ClientMetadata, fieldsFrom } from './client-metadata.ts';
import { OAuthError } from './oauth-error.ts';
import { replaceMetadata } from './own-metadata.ts';
import { printable } from './parameters.ts';

/** The answer to a registration. */
export interface Registered {
  application: Application;
  /** Null for a public client, and after the first answer. */
  secret: string | null;
  /** The token with which the client reads, changes and deletes its registration (RFC 7592). */
  token: string;
}

/** Dynamic client registration. @throws OAuthError from every method */
export interface Registrations {
  /**
   * @param by the account or key that authorizes the registration; null: it is open to all
   */
  register(metadata: ClientMetadata, client: Client, by: Origin | null): Promise<Registered>;
  /** @throws OAuthError `invalid_token` */
  read(clientId: string, token: string): Promise<Registered>;
  /** @throws OAuthError `invalid_token`, `invalid_client_metadata` */
  change(clientId: string, token: string, metadata: ClientMetadata, client: Client): Promise<Registered>;
  /** @throws OAuthError `invalid_token` */
  delete(clientId: string, token: string, client: Client): Promise<void>;
}

const TOKEN_PREFIX = 'kw_reg_';

export function createRegistrations(deps: { store: Store; clock: Clock; rule: AddressRule }): Registrations {
  const { store, clock, rule } = deps;

  function checked(metadata: ClientMetadata) {
    const { type, fields } = fieldsFrom(metadata, 'client_secret_basic');
    const [problem] = problemsOf(type, fields, rule);
    if (problem !== undefined) {
      const code = problem.path.startsWith('redirect_uris.')
        ? 'invalid_redirect_uri'
        : 'invalid_client_metadata';
      throw new OAuthError(code, printable(`${problem.path} ${problem.message}.`));
    }
    return { type, fields };
  }

  async function own(
    clientId: string,
    token: string,
    { applications }: Pick<Tables, 'applications'> = store,
  ): Promise<ApplicationRow> {
    const row = await applications.find(clientId);
    if (row === null || row.registration_hash !== secretHash(token))
      throw new OAuthError('invalid_token', 'The registration is unknown, or the token belongs to another.', {
        challenge: 'Bearer error="invalid_token"',
      });
    return row;
  }

  return {
    async register(metadata, client, by) {
      const { type, fields } = checked(metadata);
      const now = clock.now();
      const token = checkedSecret(TOKEN_PREFIX, randomBytes(SECRET_BYTES));
      const { row, secret } = await store.transaction(async (tables) => {
        const made = await tables.applications.insert({
          client_id: newClientId(),
          type,
          source: 'registered',
          created_at: now,
          last_used_at: null,
          tokens_since: 0,
          registration_hash: secretHash(token),
          fresh_until: null,
          expires_at: null,
          ...columnsOf(fields, now),
        });
        await tables.applications.setOrigins(made.id, originsOf(readApplication(made)));
        const given = usesSecret(made) ? (await insertSecret(tables, made, now)).secret : null;
        const attribution = { by: by ?? anonymous(client), at: now };
        const dropped = await tables.applications.dropUnused('registered', MOST_UNUSED);
        await tables.events.add([
          newEvent('application.created', { application: presentEventApplication(made) }, attribution),
          ...dropped.map((old) =>
            newEvent(
              'application.deleted',
              { application: presentEventApplication(old) },
              { by: BY_SERVICE, at: now },
            ),
          ),
        ]);
        return { row: made, secret: given };
      });
      return { application: readApplication(row), secret, token };
    },

    read: async (clientId, token) => ({
      application: readApplication(await own(clientId, token)),
      secret: null,
      token,
    }),

    async change(clientId, token, metadata, client) {
      await own(clientId, token);
      const { type, fields } = checked(metadata);
      const row = await store.transaction(async (tables) => {
        // The lock keeps administrators from changing the application meanwhile: their decisions must remain.
        await tables.accounts.lockSuperadmins();
        const before = await own(clientId, token, tables);
        if (type !== before.type && (type === 'web') !== (before.type === 'web'))
          throw new OAuthError(
            'invalid_client_metadata',
            'A client cannot change whether it keeps a secret.',
          );
        const application = readApplication(before);
        const wanted = { ...fields, ...decidedFields(application) };
        const [, changed] = differences(fieldsOf(application), wanted);
        if (type === before.type && Object.keys(changed).length === 0) return before;
        const description = { type, fields: wanted, fresh_until: null };
        const attribution = { by: anonymous(client), at: clock.now() };
        const updated = await replaceMetadata(tables, before, description, attribution, true);
        if (updated === null) throw new OAuthError('invalid_token', 'The registration is gone.');
        return updated;
      });
      return { application: readApplication(row), secret: null, token };
    },

    async delete(clientId, token, client) {
      const row = await own(clientId, token);
      await store.transaction(async (tables) => {
        if ((await tables.applications.delete(row.id)) === null) return;
        const attribution = { by: anonymous(client), at: clock.now() };
        await tables.events.add([
          newEvent('application.deleted', { application: presentEventApplication(row) }, attribution),
        ]);
      });
    },
  };
}
