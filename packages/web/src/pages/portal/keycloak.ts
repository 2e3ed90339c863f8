import { type Guide, text } from './guide.ts';

/** Keycloak, by each protocol. */
export const KEYCLOAK: readonly Guide[] = [
  {
    id: 'keycloak',
    name: 'Keycloak',
    choice: 'Keycloak (OpenID Connect)',
    kind: 'oidc',
    note: 'realm',
    create: ['Clients', 'Create client', 'OpenID Connect'],
    fields: [
      { label: 'Client ID', value: 'client' },
      { label: 'Client authentication', value: text('On') },
      { label: 'Valid redirect URIs', value: 'redirect' },
      {
        label: 'Client scopes: …-dedicated › Add mapper › By configuration › Group Membership',
        value: text('Token Claim Name: groups, Full group path: Off'),
      },
    ],
    result: {
      way: ['Credentials', 'Client Secret'],
      as: 'client',
      issuer: ['Realm settings', 'General', 'Endpoints', 'OpenID Endpoint Configuration', 'issuer'],
    },
    people: null,
    scim: null,
  },
  {
    id: 'keycloak-saml',
    name: 'Keycloak',
    choice: 'Keycloak (SAML)',
    kind: 'saml',
    note: 'realm',
    create: ['Clients', 'Create client', 'SAML'],
    fields: [
      { label: 'Client ID', value: 'entity' },
      { label: 'Valid redirect URIs', value: 'acs' },
      { label: 'Master SAML Processing URL', value: 'acs' },
      { label: 'Settings: Sign assertions', value: text('On') },
      { label: 'Keys: Client signature required', value: text('Off') },
      {
        label: 'Client scopes: …-dedicated › Add mapper › By configuration › User Property',
        value: text('Property and SAML Attribute Name: email, firstName, lastName'),
      },
      {
        label: 'Client scopes: …-dedicated › Add mapper › By configuration › Group list',
        value: text('Group attribute name: groups'),
      },
    ],
    result: {
      way: [
        'Realm settings',
        'General',
        'Endpoints',
        'SAML 2.0 Identity Provider Metadata: /realms/…/protocol/saml/descriptor',
      ],
      as: 'url',
    },
    people: null,
    scim: null,
  },
];
