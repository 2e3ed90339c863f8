import { Type } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { listOf } from '../../wire/endpoint/lists.ts';
import { conditionOf, fieldQuery } from '../field-query.ts';
import { LINK_FIELDS, LinkPageSchema, listLinks } from './list-links.ts';

const LINKS = listOf('links', ['created_at'], {
  field: Type.Required(Type.Object(fieldQuery(LINK_FIELDS))).properties.field,
  value: Type.String({ format: 'text', minLength: 1, maxLength: 320 }),
});

export const queryLinks = adminEndpoint({
  summary: 'Search the provider links by one field; 404 if no link matches',
  query: LINKS.query,
  response: { 200: LinkPageSchema },
  errors: ['OAuthLinkNotFoundError'],
  async handle({ services, query, signal }) {
    const page = await listLinks(
      services,
      LINKS.asked(query, { now: services.clock.now(), signal }),
      conditionOf(LINK_FIELDS, query),
    );
    if (page.total === 0)
      throw new KeywardError('OAuthLinkNotFoundError', { message: 'No provider link matches.' });
    return page;
  },
});
