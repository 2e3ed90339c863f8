import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../wire/endpoint/lists.ts';
import { ApiKeySchema, presentApiKey } from './api-key.ts';

const API_KEYS = listOf('api_keys', ['created_at'], {});

export const getApiKeys = adminEndpoint({
  summary: 'The API keys, newest first; expired ones too, until they are revoked',
  query: API_KEYS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, api_keys: Type.Array(ApiKeySchema) }) },
  errors: [],
  async handle({ services: { store, clock }, query, signal }) {
    const asked = API_KEYS.asked(query, { now: clock.now(), signal });
    const page = await store.apiKeys.list(asked.request);
    return { ...asked.present(page), api_keys: page.rows.map(presentApiKey) };
  },
});
