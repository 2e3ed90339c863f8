import { type Static, Type } from 'typebox';
import type { Providers } from '../../../features/providers/providers.ts';
import type { Services } from '../../../features/services.ts';
import type { Condition } from '../../../store/list-conditions.ts';
import { ListedLinkSchema, presentListedLink } from '../../presenters/link.ts';
import { type ListQuery, PAGE_FIELDS, pageRequest, presentPage } from '../../wire/lists.ts';
import { numberIn, textIn, timeIn } from '../field-query.ts';

/** The fields that links can be searched by. */
export const LINK_FIELDS = {
  id: numberIn('id'),
  account_id: numberIn('account_id'),
  provider: textIn('provider'),
  subject: textIn('subject'),
  created_at: timeIn('created_at'),
};

export const LinkPageSchema = Type.Object({
  ...PAGE_FIELDS,
  links: Type.Array(ListedLinkSchema),
  oauth: Type.Array(ListedLinkSchema, {
    description: 'The same links, under the name of the path, as in the other lists',
  }),
});

/** A page of the links of all accounts. */
export async function listLinks(
  services: Services,
  query: ListQuery,
  asked: Condition | undefined,
): Promise<Static<typeof LinkPageSchema>> {
  const { store, clock, providers } = services;
  const { total, rows } = await store.providerLinks.list({
    ...pageRequest(query, clock.now()),
    condition: withIssuer(providers, asked),
  });
  const links = rows.map((link) => presentListedLink(services, link));
  return { ...presentPage(query, total), links, oauth: links };
}

/** Links name a provider by its issuer, people by its configured name. */
function withIssuer(providers: Providers, asked: Condition | undefined): Condition | undefined {
  if (asked?.column !== 'provider' || !('contains' in asked)) return asked;
  const issuer = providers.issuerOf(asked.contains);
  return issuer === asked.contains ? asked : { column: 'provider', is: issuer };
}
