import { adminEndpoint } from '../../wire/endpoint.ts';
import { listQuery } from '../../wire/lists.ts';
import { conditionOf, fieldQuery } from '../field-query.ts';
import { LINK_FIELDS, LinkPageSchema, listLinks } from './list-links.ts';

export const getLinks = adminEndpoint({
  summary: 'The provider links of all accounts, newest first',
  query: listQuery(['created_at'], fieldQuery(LINK_FIELDS)),
  response: { 200: LinkPageSchema },
  errors: [],
  handle: ({ services, query }) => listLinks(services, query, conditionOf(LINK_FIELDS, query)),
});
