/** The values from Keyward: addresses, a name for the client, and the token for provisioning. */
export type Given = 'acs' | 'acsPattern' | 'entity' | 'redirect' | 'client' | 'login' | 'base' | 'token';

/** The value of a field of an identity provider. */
export type Value = Given | 'checked' | 'unchecked' | { text: string };

export interface GuideField {
  label: string;
  value: Value;
}

/** A path through the menus of a product, one choice after the other. */
export type Way = readonly string[];

/** How to set up one identity provider, with the names in its own product, which are the same in all languages. */
export interface Guide {
  id: string;
  name: string;
  /** Its name among the choices, if there is one by each protocol. */
  choice?: string;
  kind: 'saml' | 'oidc';
  /** Where in the product to do all this. */
  note?: 'realm';
  /** To create the application. */
  create: Way;
  /** The fields to fill in, in their order. */
  fields: readonly GuideField[];
  /**
   * To the values that Keyward needs: the address of the metadata, or a file with it; for `oidc` the client's secret,
   * and the issuer.
   */
  result: { way: Way; as: 'url' | 'file' | 'client'; issuer?: Way };
  /** To choose the people who may use it; null: there is no such step. */
  people: Way | null;
  /** How it provisions accounts; null: it does not support SCIM. */
  scim: { way: Way; fields: readonly GuideField[]; after: Way } | null;
}

const text = (value: string): Value => ({ text: value });

/** The providers, as their documentation of 2026 describes them. */
export const GUIDES: readonly Guide[] = [
  {
    id: 'okta',
    name: 'Okta',
    kind: 'saml',
    create: ['Applications', 'Applications', 'Create App Integration', 'SAML 2.0'],
    fields: [
      { label: 'Single sign-on URL', value: 'acs' },
      { label: 'Audience URI (SP Entity ID)', value: 'entity' },
      { label: 'Attribute Statements: email', value: text('user.email') },
      { label: 'Attribute Statements: name', value: text('user.displayName') },
      { label: 'Group Attribute Statements: groups', value: text('Matches regex .*') },
    ],
    result: { way: ['Sign On', 'Metadata URL'], as: 'url' },
    people: ['Assignments', 'Assign'],
    scim: {
      way: ['General', 'App Settings', 'Provisioning: SCIM', 'Save', 'Provisioning', 'Integration', 'Edit'],
      fields: [
        { label: 'SCIM connector base URL', value: 'base' },
        { label: 'Unique identifier field for users', value: text('userName') },
        { label: 'Authentication Mode', value: text('HTTP Header') },
        { label: 'Authorization', value: 'token' },
      ],
      after: ['Test Connector Configuration', 'Save', 'To App', 'Edit'],
    },
  },
  {
    id: 'entra',
    name: 'Microsoft Entra ID',
    kind: 'saml',
    create: [
      'Enterprise applications',
      'New application',
      'Create your own application',
      'Integrate any other application you don’t find in the gallery (Non-gallery)',
      'Set up single sign on',
      'SAML',
      'Basic SAML Configuration',
    ],
    fields: [
      { label: 'Identifier (Entity ID)', value: 'entity' },
      { label: 'Reply URL (Assertion Consumer Service URL)', value: 'acs' },
      { label: 'Attributes & Claims: Add a group claim', value: text('Groups assigned to the application') },
    ],
    result: { way: ['SAML Certificates', 'App Federation Metadata Url'], as: 'url' },
    people: ['Users and groups', 'Add user/group'],
    scim: {
      way: ['Provisioning', 'Connect your application'],
      fields: [
        { label: 'Tenant URL', value: 'base' },
        { label: 'Secret Token', value: 'token' },
      ],
      after: ['Test Connection', 'Create', 'Start provisioning'],
    },
  },
  {
    id: 'google',
    name: 'Google Workspace',
    kind: 'saml',
    create: ['Apps', 'Web and mobile apps', 'Add app', 'Add custom SAML app'],
    fields: [
      { label: 'ACS URL', value: 'acs' },
      { label: 'Entity ID', value: 'entity' },
      { label: 'Signed response', value: 'unchecked' },
      { label: 'Name ID format', value: text('EMAIL') },
      { label: 'Name ID', value: text('Basic Information > Primary email') },
      { label: 'Attributes: First name', value: text('givenName') },
      { label: 'Attributes: Last name', value: text('surname') },
      { label: 'Group membership: App attribute', value: text('groups') },
    ],
    result: { way: ['Google Identity Provider details', 'Download metadata'], as: 'file' },
    people: ['User access', 'ON for everyone'],
    scim: null,
  },
  {
    id: 'jumpcloud',
    name: 'JumpCloud',
    kind: 'saml',
    create: [
      'SSO Applications',
      'Add New Application',
      'Custom Application',
      'SSO with SAML',
      'Configure Application',
    ],
    fields: [
      { label: 'IdP Entity ID', value: 'entity' },
      { label: 'SP Entity ID', value: 'entity' },
      { label: 'ACS URL', value: 'acs' },
      { label: 'Sign Assertion', value: 'checked' },
      { label: 'Declare Redirect Endpoint', value: 'checked' },
      { label: 'Attributes: email', value: text('email') },
      { label: 'Attributes: firstName', value: text('firstname') },
      { label: 'Attributes: lastName', value: text('lastname') },
      { label: 'Include group attribute', value: text('groups') },
    ],
    result: { way: ['SSO', 'Copy Metadata URL'], as: 'url' },
    people: ['User Groups'],
    scim: {
      way: ['Identity Management'],
      fields: [
        { label: 'SCIM Version', value: text('SCIM 2.0') },
        { label: 'Base URL', value: 'base' },
        { label: 'Token Key', value: 'token' },
      ],
      after: ['Test Connection', 'Activate', 'Save'],
    },
  },
  {
    id: 'onelogin',
    name: 'OneLogin',
    kind: 'saml',
    create: ['Applications', 'Add App', 'SAML Custom Connector (Advanced)', 'Save', 'Configuration'],
    fields: [
      { label: 'Audience (EntityID)', value: 'entity' },
      { label: 'Recipient', value: 'acs' },
      { label: 'ACS (Consumer) URL Validator', value: 'acsPattern' },
      { label: 'ACS (Consumer) URL', value: 'acs' },
      { label: 'SAML initiator', value: text('Service Provider') },
      { label: 'SAML signature element', value: text('Assertion') },
      { label: 'SSO: SAML Signature Algorithm', value: text('SHA-256') },
      { label: 'Parameters: email', value: text('Email') },
      { label: 'Parameters: firstName', value: text('First Name') },
      { label: 'Parameters: lastName', value: text('Last Name') },
      { label: 'Parameters: groups', value: text('User Roles') },
    ],
    result: { way: ['SSO', 'Issuer URL'], as: 'url' },
    people: ['Access', 'Roles'],
    scim: {
      way: ['Applications', 'Add App', 'SCIM Provisioner with SAML (SCIM v2 Enterprise)', 'Configuration'],
      fields: [
        { label: 'SCIM Base URL', value: 'base' },
        { label: 'SCIM Bearer Token', value: 'token' },
      ],
      after: ['API Connection: Enable', 'Provisioning', 'Enable provisioning', 'Save'],
    },
  },
  {
    id: 'ping',
    name: 'PingOne',
    kind: 'saml',
    create: ['Applications', 'Applications', '+', 'SAML application', 'Configure', 'Manually enter'],
    fields: [
      { label: 'ACS URL', value: 'acs' },
      { label: 'Entity ID', value: 'entity' },
      { label: 'Attribute Mappings: email', value: text('Email Address') },
      { label: 'Attribute Mappings: firstName', value: text('Given Name') },
      { label: 'Attribute Mappings: lastName', value: text('Family Name') },
      { label: 'Attribute Mappings: groups', value: text('Group Names') },
    ],
    result: { way: ['Configuration', 'IDP Metadata URL'], as: 'url' },
    people: null,
    scim: {
      way: ['Integrations', 'Provisioning', '+', 'New connection', 'Identity Store', 'SCIM Outbound'],
      fields: [
        { label: 'SCIM base URL', value: 'base' },
        { label: 'Users resource', value: text('/Users') },
        { label: 'Groups Resource', value: text('/Groups') },
        { label: 'SCIM version', value: text('2.0') },
        { label: 'Authentication method', value: text('OAuth 2 Bearer Token') },
        { label: 'OAuth Access Token', value: 'token' },
      ],
      after: ['Test connection', 'Save'],
    },
  },
  {
    id: 'adfs',
    name: 'AD FS',
    kind: 'saml',
    create: [
      'AD FS Management',
      'Relying Party Trusts',
      'Add Relying Party Trust',
      'Claims aware',
      'Enter data about the relying party manually',
    ],
    fields: [
      { label: 'Enable support for the SAML 2.0 WebSSO protocol', value: 'checked' },
      { label: 'Relying party SAML 2.0 SSO service URL', value: 'acs' },
      { label: 'Relying party trust identifier', value: 'entity' },
      {
        label: 'Edit Claim Issuance Policy: Send LDAP Attributes as Claims',
        value: text(
          'E-Mail-Addresses → E-Mail Address, Display-Name → displayName, Token-Groups - Unqualified Names → groups',
        ),
      },
      {
        label: 'Edit Claim Issuance Policy: Transform an Incoming Claim',
        value: text('E-Mail Address → Name ID (Email)'),
      },
    ],
    result: {
      way: ['Service', 'Endpoints', 'Metadata: /FederationMetadata/2007-06/FederationMetadata.xml'],
      as: 'url',
    },
    people: ['Choose Access Control Policy'],
    scim: null,
  },
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
