import { comparableHost } from '../../config/addresses.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import { BY_SERVICE } from '../audit/events/origin.ts';
import type { AddressRule } from '../delivery/webhooks/networks.ts';
import { DuplicateError } from '../../store/engine/duplicate-error.ts';
import type { Settings } from '../settings/settings.ts';
import { mayCall } from './addresses.ts';
import { type Application, MOST_UNUSED, originsOf, readApplication, standingOf } from './application.ts';
import {
  columnsOf,
  differences,
  fieldsOf,
  isTrusted,
  problemsOf,
  renewedFields,
} from './application-fields.ts';
import { type ClientMetadata, fieldsFrom } from './client-metadata.ts';
import { asJson, type Fetch, JSON_BYTES } from './fetcher.ts';
import { OAuthError } from './oauth-error.ts';
import { type OwnMetadata, replaceMetadata } from './own-metadata.ts';

/**
 * The application of a client ID metadata document; null if the address cannot be used.
 * @param asker as for `Clients.find`
 */
export type DocumentOf = (clientId: string, asker: string | null) => Promise<Application | null>;

const FRESH_MS = 86_400_000;

/**
 * Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document): the client_id is the address of a
 * document. A row caches the last valid document, and is used while the host is down.
 */
export function createDocumentOf(deps: {
  store: Store;
  settings: Settings;
  fetch: Fetch;
  rule: AddressRule;
  clock: Clock;
}): DocumentOf {
  const { store, settings, fetch, rule, clock } = deps;

  function mayBe(url: URL): boolean {
    const {
      enabled,
      allowed_hosts: allowed = [],
      blocked_hosts: blocked = [],
    } = settings.current.oauth.metadata_documents;
    const isAmong = (hosts: readonly string[]) =>
      hosts.some((host) => comparableHost(host) === comparableHost(url.hostname));
    return (
      enabled === true &&
      mayCall(url, rule) &&
      !isAmong(blocked) &&
      (allowed.length === 0 || isAmong(allowed))
    );
  }

  /** @throws OAuthError */
  function readDocument(document: unknown, clientId: string) {
    const metadata = asMetadata(document, clientId);
    const read = fieldsFrom(metadata, 'none');
    const { token_endpoint_auth_method: method } = read.fields;
    if ('client_secret' in metadata || (method !== 'none' && method !== 'private_key_jwt'))
      throw new OAuthError('invalid_client', 'The document holds or asks for a secret.');
    if (problemsOf(read.type, read.fields, rule).length > 0)
      throw new OAuthError('invalid_client', 'The document breaks a rule.');
    return read;
  }

  async function fetched(
    clientId: string,
    before: Application | null,
    asker: string,
  ): Promise<Application | null> {
    const { type, fields, maxAge } = await fetch(clientId, {
      accept: 'application/json',
      mostBytes: JSON_BYTES,
      asker,
      of: before === null ? 'stranger' : standingOf(before),
      read: (answer) => ({ ...readDocument(asJson(answer), clientId), maxAge: answer.maxAge }),
    });
    const now = clock.now();
    const fresh_until = now + Math.min(FRESH_MS, maxAge === null ? FRESH_MS : maxAge * 1000);
    if (before !== null) return renewed(before, { type, fields, fresh_until });
    const row = await store.applications.insert({
      client_id: clientId,
      type,
      source: 'metadata_document',
      created_at: now,
      last_used_at: null,
      tokens_since: 0,
      registration_hash: null,
      fresh_until,
      ...columnsOf(fields, now),
    });
    await store.applications.dropUnused('metadata_document', MOST_UNUSED);
    const application = readApplication(row);
    await store.applications.setOrigins(row.id, originsOf(application));
    return application;
  }

  /** Stores a document that was read again. */
  async function renewed(before: Application, document: OwnMetadata): Promise<Application | null> {
    const { type, fields, fresh_until } = document;
    const [, changed] = differences(fieldsOf(before), renewedFields(before, fields));
    if (type === before.type && Object.keys(changed).length === 0) {
      const row = await store.applications.update(before.id, { fresh_until });
      return row === null ? null : readApplication(row);
    }
    return store.transaction(async (tables) => {
      // Administrators may have decided about it during the fetch.
      await tables.accounts.lockSuperadmins();
      const row = await tables.applications.find(before.client_id);
      if (row === null) return null;
      const application = readApplication(row);
      const metadata = { type, fields: renewedFields(application, fields), fresh_until };
      const attribution = { by: BY_SERVICE, at: clock.now() };
      // Strangers could fill the log with documents that nobody has decided about.
      const told = isTrusted(fieldsOf(application));
      const updated = await replaceMetadata(tables, row, metadata, attribution, told);
      return updated === null ? null : readApplication(updated);
    });
  }

  return async (clientId, asker) => {
    const url = URL.parse(clientId);
    if (url === null || url.href !== clientId || url.hash !== '' || url.pathname === '/') return null;
    if (url.username !== '' || url.password !== '' || !mayBe(url)) return null;
    const row = await store.applications.find(clientId);
    const before = row === null ? null : readApplication(row);
    if (asker === null) return before;
    const now = clock.now();
    // An administrator maintains this application.
    if (before !== null && (before.fresh_until === null || before.fresh_until > now)) return before;
    try {
      return await fetched(clientId, before, asker);
    } catch (error) {
      if (!(error instanceof DuplicateError)) return before;
      const other = await store.applications.find(clientId);
      return other === null ? null : readApplication(other);
    }
  };
}

function asMetadata(value: unknown, clientId: string): ClientMetadata {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new OAuthError('invalid_client', 'The document is not a JSON object.');
  const metadata: ClientMetadata = { ...value };
  if (metadata['client_id'] !== clientId)
    throw new OAuthError('invalid_client', 'The document is for another client_id.');
  return metadata;
}
