import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import type { AddressRule } from '../delivery/webhooks/networks.ts';
import { DuplicateError } from '../../store/engine/duplicate-error.ts';
import type { Settings } from '../settings/settings.ts';
import { mayCall } from './addresses.ts';
import { type Application, originsOf, readApplication } from './application.ts';
import { columnsOf, problemsOf } from './application-fields.ts';
import { type ClientMetadata, fieldsFrom } from './client-metadata.ts';
import type { FetchJson } from './fetcher.ts';
import { OAuthError } from './oauth-error.ts';

/** The application of a client ID metadata document; null if the address cannot be used. */
export type DocumentOf = (clientId: string) => Promise<Application | null>;

const FRESH_MS = 86_400_000;
/** A failure is cached for this time, so that nobody can make the service fetch again and again. */
const FAILED_MS = 60_000;
const REMEMBERED_FAILURES = 5_000;
/** Concurrent fetches from one origin, and in total: a slow host must not use up all of them. */
const MOST_OF_ORIGIN = 2;
const MOST = 20;

/**
 * Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document): the client_id is the address of a
 * document. A row caches the last valid document, and is used while the host is down.
 */
export function createDocumentOf(deps: {
  store: Store;
  settings: Settings;
  fetchJson: FetchJson;
  rule: AddressRule;
  clock: Clock;
}): DocumentOf {
  const { store, settings, fetchJson, rule, clock } = deps;
  const failed = new LRUCache<string, number>({ max: REMEMBERED_FAILURES });
  const underWay = new Map<string, Promise<Application | null>>();
  const origins = new Map<string, number>();

  function mayBe(url: URL): boolean {
    const {
      enabled,
      allowed_hosts: allowed = [],
      blocked_hosts: blocked = [],
    } = settings.current.oauth.metadata_documents;
    return (
      enabled === true &&
      mayCall(url, rule) &&
      !blocked.includes(url.hostname) &&
      (allowed.length === 0 || allowed.includes(url.hostname))
    );
  }

  async function fetched(clientId: string, before: Application | null): Promise<Application | null> {
    const { value, maxAge } = await fetchJson(clientId);
    const metadata = asMetadata(value, clientId);
    const { type, fields } = fieldsFrom(metadata, 'none');
    const { token_endpoint_auth_method: method } = fields;
    if ('client_secret' in metadata || (method !== 'none' && method !== 'private_key_jwt'))
      throw new OAuthError('invalid_client', 'The document holds or asks for a secret.');
    if (problemsOf(type, fields, rule).length > 0)
      throw new OAuthError('invalid_client', 'The document breaks a rule.');
    const now = clock.now();
    const fresh_until = now + Math.min(FRESH_MS, maxAge === null ? FRESH_MS : maxAge * 1000);
    // The document does not change the decisions of an administrator.
    const decided =
      before === null
        ? {}
        : { enabled: before.enabled, first_party: before.first_party, dpop_bound: before.dpop_bound };
    const columns = { type, ...columnsOf(fields, now), ...decided, fresh_until };
    const row =
      before === null
        ? await store.applications.insert({
            client_id: clientId,
            source: 'metadata_document',
            created_at: now,
            last_used_at: null,
            tokens_since: 0,
            registration_hash: null,
            ...columns,
          })
        : await store.applications.update(before.id, columns);
    if (row === null) return null;
    const application = readApplication(row);
    await store.applications.setOrigins(row.id, originsOf(application));
    return application;
  }

  async function refreshed(clientId: string, origin: string, before: Application | null) {
    const ofOrigin = origins.get(origin) ?? 0;
    const busy = ofOrigin >= MOST_OF_ORIGIN || underWay.size > MOST;
    if (busy) return before;
    origins.set(origin, ofOrigin + 1);
    try {
      return await fetched(clientId, before);
    } catch (error) {
      if (error instanceof DuplicateError) {
        const row = await store.applications.find(clientId);
        return row === null ? null : readApplication(row);
      }
      failed.set(clientId, clock.now());
      return before;
    } finally {
      const left = (origins.get(origin) ?? 1) - 1;
      if (left === 0) origins.delete(origin);
      else origins.set(origin, left);
    }
  }

  return async (clientId) => {
    const url = URL.parse(clientId);
    if (url === null || url.href !== clientId || url.hash !== '' || url.pathname === '/') return null;
    if (url.username !== '' || url.password !== '' || !mayBe(url)) return null;
    const row = await store.applications.find(clientId);
    const before = row === null ? null : readApplication(row);
    const now = clock.now();
    // An administrator maintains it by hand.
    if (before !== null && (before.fresh_until === null || before.fresh_until > now)) return before;
    const failure = failed.get(clientId);
    if (failure !== undefined && now - failure < FAILED_MS) return before;
    const known = underWay.get(clientId);
    if (known !== undefined) return known;
    const work = refreshed(clientId, url.origin, before).finally(() => underWay.delete(clientId));
    underWay.set(clientId, work);
    return work;
  };
}

function asMetadata(value: unknown, clientId: string): ClientMetadata {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new OAuthError('invalid_client', 'The document is no JSON object.');
  const metadata: ClientMetadata = { ...value };
  if (metadata['client_id'] !== clientId)
    throw new OAuthError('invalid_client', 'The document is of another client_id.');
  return metadata;
}
