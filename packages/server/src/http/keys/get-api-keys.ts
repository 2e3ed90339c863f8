import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint.ts';
import { listQuery, PAGE_FIELDS, pageRequest, presentPage } from '../wire/lists.ts';
import { ApiKeySchema, presentApiKey } from './api-key.ts';

export const getApiKeys = adminEndpoint({
  summary: 'The API keys, newest first; expired ones too, until they are revoked',
  query: listQuery(['created_at'], {}),
  response: { 200: Type.Object({ ...PAGE_FIELDS, api_keys: Type.Array(ApiKeySchema) }) },
  errors: [],
  async handle({ services: { store, clock }, query }) {
    const { total, rows } = await store.apiKeys.list(pageRequest(query, clock.now()));
    return { ...presentPage(query, total), api_keys: rows.map(presentApiKey) };
  },
});
