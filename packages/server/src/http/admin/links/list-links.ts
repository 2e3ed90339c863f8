import { type Static, Type } from 'typebox';
import type { Providers } from '../../../features/sign-in/provider/providers.ts';
import type { Services } from '../../../services/services.ts';
import type { Condition } from '../../../store/lists/list-conditions.ts';
import { ListedLinkSchema, presentListedLink } from '../../presenters/link.ts';
import { type AskedPage, PAGE_FIELDS } from '../../wire/endpoint/lists.ts';
import { numberIn, textIn, timeIn } from '../field-query.ts';

/** The fields that links can be searched by. */
export const LINK_FIELDS = {
  id: numberIn('id'),
  account_id: numberIn('account_id'),
  provider: textIn('provider'),
  subject: textIn('subject'),
  // Aliases that dashboards send.
  provider_id: textIn('subject'),
  provider_user_id: textIn('subject'),
  created_at: timeIn('created_at'),
};

export const LinkPageSchema = Type.Object({
  ...PAGE_FIELDS,
  links: Type.Array(ListedLinkSchema),
  oauth: Type.Array(ListedLinkSchema, {
    description: 'The same links again, named like the path, as in the other lists',
  }),
});

/** A page of the links of all accounts. */
export async function listLinks(
  services: Services,
  asked: AskedPage,
  condition: Condition | undefined,
): Promise<Static<typeof LinkPageSchema>> {
  const { store, providers } = services;
  const page = await store.providerLinks.list({
    ...asked.request,
    condition: withIssuer(providers, condition),
  });
  const links = page.rows.map((link) => presentListedLink(services, link));
  return { ...asked.present(page), links, oauth: links };
}

/** Links store a provider's issuer, but people search by its configured name. */
function withIssuer(providers: Providers, asked: Condition | undefined): Condition | undefined {
  if (asked?.column !== 'provider' || !('contains' in asked)) return asked;
  const issuer = providers.issuerOf(asked.contains);
  return issuer === asked.contains ? asked : { column: 'provider', is: issuer };
}
