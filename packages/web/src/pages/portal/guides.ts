import { type Guide, text } from './guide.ts';
import { KEYCLOAK } from './keycloak.ts';
import { PRODUCTS } from './products.ts';

const OTHER_SCIM = {
  way: [],
  fields: [
    { label: 'SCIM base URL', value: 'base' },
    { label: 'Bearer token', value: 'token' },
  ],
  after: [],
} as const;

/** For all other providers, by each protocol. */
export const OTHERS: readonly Guide[] = [
  {
    id: 'saml',
    name: 'SAML',
    kind: 'saml',
    create: [],
    fields: [
      { label: 'ACS URL', value: 'acs' },
      { label: 'Entity ID / Audience', value: 'entity' },
      { label: 'Signature', value: text('Assertion, RSA-SHA256') },
      { label: 'Require signed requests', value: 'unchecked' },
      { label: 'Attributes', value: text('email, name, groups') },
    ],
    result: { way: [], as: 'url' },
    people: null,
    scim: OTHER_SCIM,
  },
  {
    id: 'oidc',
    name: 'OpenID Connect',
    kind: 'oidc',
    create: [],
    fields: [{ label: 'Redirect URI', value: 'redirect' }],
    result: { way: [], as: 'client' },
    people: null,
    scim: OTHER_SCIM,
  },
];

/** The providers that Keyward knows. */
export const GUIDES: readonly Guide[] = [...PRODUCTS, ...KEYCLOAK];

/** The guide of a connection, which is named after its provider; the name of others can be any. */
export function guideOf({ name, kind }: { name: string; kind: string }): Guide {
  const found =
    GUIDES.find((guide) => guide.name === name && guide.kind === kind) ??
    OTHERS.find((guide) => guide.kind === kind);
  if (found === undefined) throw new Error(`no guide for ${kind}`);
  return found;
}

/** Whether a guide is for a provider that Keyward does not know. */
export function isOther({ create }: Guide): boolean {
  return create.length === 0;
}
