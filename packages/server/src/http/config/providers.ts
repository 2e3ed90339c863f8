import { type Static, Type } from 'typebox';
import { PRESET_NAMES } from '../../config/presets.ts';
import { anyProvider } from '../../features/settings/sections/provider.ts';
import { assertProvider, ProviderParams } from '../providers/params.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { answer } from './change-section.ts';
import { ChangeSchema, DryRunQuery, sectionBody } from './section-schemas.ts';

const Added = Type.Object({
  ...ChangeSchema.properties,
  redirect_uri: Type.String({
    description: 'Register this address at the provider, unless you sent your own',
    examples: ['https://auth.example.com/auth/company/callback'],
  }),
});

export const postProvider = adminEndpoint({
  summary: 'Add an identity provider; people can sign in with it from the next request on',
  body: body({
    ...sectionBody({ ...anyProvider, partial: true }, 'replace').properties,
    preset: Type.Enum([...PRESET_NAMES], { description: 'Its kind; `oidc` is any OpenID Connect provider' }),
    name: Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 32,
      description: 'Its name in paths, which stays: lower-case letters, digits, - and _',
      examples: ['company'],
    }),
    client_id: Type.String({ format: 'text', minLength: 1, maxLength: 1024 }),
  }),
  query: DryRunQuery,
  response: { 201: Added, 200: Added },
  errors: ['InvalidConfigError', 'ProviderLimitError'],
  async handle({ services, body: values, query: { dry_run = false }, actor, reply }) {
    const name = String(values['name']);
    const outcome = await services.addedProviders.add(name, values, actor, dry_run);
    reply.code(dry_run ? 200 : 201);
    const done = answer(`${name} was added successfully`, outcome, dry_run);
    return { ...done, redirect_uri: `${services.apiUrl()}/${name}/callback` };
  },
});

const Removed = Type.Object({
  ...ChangeSchema.properties,
  people: Type.Integer({
    description: 'How many accounts are linked to it. The links stay, and count again once it is back',
  }),
});

export const deleteProvider = adminEndpoint({
  summary:
    'Remove what is saved of an identity provider: one that was added is gone, another has the settings of the start again',
  params: ProviderParams,
  assertExists: assertProvider,
  query: DryRunQuery,
  response: { 200: Removed },
  errors: ['RouteNotFoundError'],
  async handle({ services, params, query: { dry_run = false }, actor }): Promise<Static<typeof Removed>> {
    const { name, issuer } = services.providers.named(params.provider);
    const people = await services.store.providerLinks.count(issuer);
    const outcome = await services.addedProviders.remove(name, actor, dry_run);
    return { ...answer(`${name} was removed successfully`, outcome, dry_run), people };
  },
});
