import { type Static, Type } from 'typebox';
import type { Services } from '../../services/services.ts';
import { timestamp } from '../../lib/clock.ts';
import type { ProviderLinkRow } from '../../store/engine/schema.ts';
import { Timestamp } from '../../features/audit/serializers/shapes.ts';

export const LinkSchema = Type.Object({
  id: Type.Integer(),
  provider: Type.String({
    description: 'The configured name, or the issuer if the provider is no longer configured',
  }),
  created_at: Timestamp,
});

/** A link in the list of all links. */
export const ListedLinkSchema = Type.Object({
  ...LinkSchema.properties,
  account_id: Type.Integer(),
  subject: Type.String({ description: "The person's id at the provider" }),
  provider_user_id: Type.String({ description: 'The same' }),
});

export function presentListedLink(
  services: Services,
  link: ProviderLinkRow,
): Static<typeof ListedLinkSchema> {
  const { account_id, subject } = link;
  return { ...presentLink(services, link), account_id, subject, provider_user_id: subject };
}

export function presentLink(
  { providers }: Services,
  { id, provider, created_at }: ProviderLinkRow,
): Static<typeof LinkSchema> {
  return { id, provider: providers.nameOf(provider), created_at: timestamp(created_at) };
}
