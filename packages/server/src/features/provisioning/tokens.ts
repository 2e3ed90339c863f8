import { randomBytes } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import { checkedSecret, SECRET_BYTES, secretHash, secretHint } from '../../lib/checked-secret.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import type { ConnectionRow, ScimTokenRow } from '../../store/engine/schema.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventConnection } from '../audit/serializers/connection.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { changeConnection } from '../connections/change-connection.ts';
import { assertHoldsMapped, existingConnection } from '../connections/connections.ts';
import { asTrusted, formerWith, narrowedBy, narrowedTrust, trustIn } from '../connections/trust.ts';
import { type Access, type Asker, creatorOf, type Opened } from '../organizations/access.ts';
import { vouchedBy, voucherOf } from '../organizations/reach.ts';
import type { Settings } from '../settings/settings.ts';

/** The prefix of every token; see `lib/checked-secret.ts`. */
export const SCIM_PREFIX = 'kw_scim_';

/** One in use, and the next one while the provider changes tokens. */
export const MAX_TOKENS = 2;

/** A token, and whether it has every permission for which the connection is trusted. */
export interface ListedToken {
  row: ScimTokenRow;
  trusted: boolean;
}

/**
 * The tokens with which the provider of a connection provisions accounts. Every method takes the organization by its id
 * or slug.
 * @throws KeywardError the errors of {@link Access}, `ConnectionNotFoundError`
 */
export interface ScimTokens {
  /** Oldest first; at most {@link MAX_TOKENS}. */
  list(asker: Asker, name: string, connection: string): Promise<ListedToken[]>;
  /**
   * @returns the token itself, which is never shown again
   * @throws KeywardError `ScimTokenLimitError`, `PermissionMissingError`
   */
  create(asker: Asker, name: string, connection: string): Promise<{ row: ScimTokenRow; token: string }>;
  /** The token stops working at once, on every instance. @throws KeywardError `ScimTokenNotFoundError` */
  revoke(asker: Asker, name: string, connection: string, uid: string): Promise<void>;
}

export function createScimTokens(deps: {
  store: Store;
  access: Access;
  settings: Settings;
  clock: Clock;
}): ScimTokens {
  const { store, access, settings, clock } = deps;

  function told(
    type: 'connection.token_created' | 'connection.token_revoked',
    { by }: Asker,
    { row }: Opened,
    connection: ConnectionRow,
    { uid: id, hint }: ScimTokenRow,
  ) {
    const data = {
      organization: presentEventOrganization(row),
      connection: presentEventConnection(connection),
      token: { id, hint },
    };
    return newEvent(type, data, { by, at: clock.now() });
  }

  return {
    async list(asker, name, uid) {
      const row = await existingConnection(store, await access.read(asker, name), uid);
      const { organizations: rules } = settings.current;
      const connection = await asTrusted(store, row, rules);
      return Promise.all(
        (await store.scimTokens.of(row.id)).map(async (token) => {
          const { trust } = await narrowedBy(store, connection, [voucherOf(token)], rules);
          return { row: token, trusted: trust === connection.trust };
        }),
      );
    },

    create: (asker, name, uid) =>
      access.act(asker, name, async (tables, opened) => {
        const connection = await existingConnection(tables, opened, uid);
        // Its holder can give every role of the mapping.
        assertHoldsMapped(connection, opened);
        if ((await tables.scimTokens.of(connection.id)).length >= MAX_TOKENS)
          throw new KeywardError('ScimTokenLimitError');
        const token = checkedSecret(SCIM_PREFIX, randomBytes(SECRET_BYTES));
        const row = await tables.scimTokens.insert({
          uid: `sct_${randomBytes(17).toString('base64url').slice(0, 22)}`,
          connection_id: connection.id,
          hint: secretHint(SCIM_PREFIX, token),
          token_hash: secretHash(token),
          ...vouchedBy(creatorOf(asker)),
          trust: trustIn(opened),
          created_at: clock.now(),
          last_used_at: null,
        });
        // With a token, too, its maker decides who somebody is.
        const trust = narrowedTrust(connection, opened);
        await changeConnection(tables, opened.row, connection, { trust }, { by: asker.by, at: clock.now() });
        await tables.events.add([told('connection.token_created', asker, opened, connection, row)]);
        return { row, token };
      }),

    revoke: (asker, name, uid, token) =>
      access.act(
        asker,
        name,
        async (tables, opened) => {
          const connection = await existingConnection(tables, opened, uid);
          const row = await tables.scimTokens.delete(connection.id, token);
          if (row === null) throw new KeywardError('ScimTokenNotFoundError');
          // The groups that it has stored stay, and its maker answers for them as before.
          const former = { ...voucherOf(row), at: clock.now() };
          await tables.connections.update(connection.id, formerWith(connection, former));
          await tables.events.add([told('connection.token_revoked', asker, opened, connection, row)]);
        },
        { ends: true },
      ),
  };
}
