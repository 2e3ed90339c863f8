import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { listOf } from '../../wire/endpoint/lists.ts';
import { conditionOf, fieldQuery } from '../field-query.ts';
import { LINK_FIELDS, LinkPageSchema, listLinks } from './list-links.ts';

const LINKS = listOf('links', ['created_at'], fieldQuery(LINK_FIELDS));

export const getLinks = adminEndpoint({
  summary: 'The provider links of all accounts, newest first',
  query: LINKS.query,
  response: { 200: LinkPageSchema },
  errors: [],
  handle: ({ services, query, signal }) =>
    listLinks(
      services,
      LINKS.asked(query, { now: services.clock.now(), signal }),
      conditionOf(LINK_FIELDS, query),
    ),
});
