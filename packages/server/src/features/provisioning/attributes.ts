/** The attributes of resources (RFC 7643 §2, §7). Bodies, paths, filters and `/Schemas` follow these tables. */
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime';
  description: string;
  multiValued?: true;
  required?: true;
  /** Whether comparisons are case-sensitive. */
  caseExact?: true;
  mutability?: 'readOnly' | 'immutable';
  uniqueness?: 'server';
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: readonly Attribute[];
}

export interface ResourceKind {
  /** As `meta.resourceType` says. */
  name: 'User' | 'Group';
  endpoint: '/Users' | '/Groups';
  description: string;
  schema: string;
  attributes: readonly Attribute[];
  extension: { schema: string; name: string; description: string; attributes: readonly Attribute[] } | null;
}

/** A resource: attributes by name, those of the extension under its URN. */
export type Resource = Record<string, unknown>;

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
});

const PRIMARY: Attribute = { name: 'primary', type: 'boolean', description: 'Whether it is the primary one' };

function several(name: string, description: string, types: readonly string[], value?: Attribute): Attribute {
  return {
    name,
    type: 'complex',
    description,
    multiValued: true,
    subAttributes: [
      value ?? text('value', 'The value'),
      text('display', 'For people'),
      text('type', 'What it is for', { canonicalValues: types }),
      PRIMARY,
    ],
  };
}

const REFERENCE: Attribute = {
  name: '$ref',
  type: 'reference',
  description: 'Its address',
  referenceTypes: ['User'],
};

/** The attributes of every resource (RFC 7643 §3.1). */
export const COMMON: readonly Attribute[] = [
  text('id', 'Names the resource', { caseExact: true, mutability: 'readOnly', uniqueness: 'server' }),
  text('externalId', 'The name of the resource at the provider', { caseExact: true }),
  {
    name: 'meta',
    type: 'complex',
    description: 'About the resource',
    mutability: 'readOnly',
    subAttributes: [
      text('resourceType', 'Its kind', { caseExact: true, mutability: 'readOnly' }),
      { name: 'created', type: 'dateTime', description: 'When it was made', mutability: 'readOnly' },
      { name: 'lastModified', type: 'dateTime', description: 'When it changed', mutability: 'readOnly' },
      { ...REFERENCE, name: 'location', mutability: 'readOnly' },
      text('version', 'Its ETag', { caseExact: true, mutability: 'readOnly' }),
    ],
  },
];

export const USER: ResourceKind = {
  name: 'User',
  endpoint: '/Users',
  description: 'A person of the organization',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:User',
  attributes: [
    text('userName', 'The name of the account at the provider', { required: true, uniqueness: 'server' }),
    {
      name: 'name',
      type: 'complex',
      description: 'The parts of the name',
      subAttributes: [
        text('formatted', 'The whole name'),
        text('familyName', 'The family name'),
        text('givenName', 'The given name'),
        text('middleName', 'The middle names'),
        text('honorificPrefix', 'The title'),
        text('honorificSuffix', 'The suffix'),
      ],
    },
    text('displayName', 'The display name'),
    text('nickName', 'The casual name'),
    {
      name: 'profileUrl',
      type: 'reference',
      description: 'The page of the person',
      referenceTypes: ['external'],
    },
    text('title', 'The job title'),
    text('userType', 'The relation to the organization'),
    text('preferredLanguage', 'The language'),
    text('locale', 'The locale'),
    text('timezone', 'The time zone'),
    { name: 'active', type: 'boolean', description: 'Whether the person is a member of the organization' },
    several('emails', 'The email addresses; the primary one is that of the account', [
      'work',
      'home',
      'other',
    ]),
    several('phoneNumbers', 'The phones', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    several('photos', 'The pictures', ['photo', 'thumbnail'], {
      name: 'value',
      type: 'reference',
      description: 'The address of the picture',
      referenceTypes: ['external'],
    }),
    {
      name: 'addresses',
      type: 'complex',
      description: 'The postal addresses',
      multiValued: true,
      subAttributes: [
        text('formatted', 'The whole address'),
        text('streetAddress', 'The street'),
        text('locality', 'The city'),
        text('region', 'The state or region'),
        text('postalCode', 'The postal code'),
        text('country', 'The country'),
        text('type', 'What it is for', { canonicalValues: ['work', 'home', 'other'] }),
        PRIMARY,
      ],
    },
    {
      name: 'groups',
      type: 'complex',
      description: 'The groups of the person',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [
        text('value', 'The id of the group', { caseExact: true, mutability: 'readOnly' }),
        { ...REFERENCE, mutability: 'readOnly', referenceTypes: ['Group'] },
        text('display', 'Its name', { mutability: 'readOnly' }),
        text('type', 'Always `direct`', { canonicalValues: ['direct'], mutability: 'readOnly' }),
      ],
    },
  ],
  extension: {
    schema: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    name: 'EnterpriseUser',
    description: 'A person at work',
    attributes: [
      text('employeeNumber', 'The employee number'),
      text('costCenter', 'The cost center'),
      text('organization', 'The organization'),
      text('division', 'The division'),
      text('department', 'The department'),
      {
        name: 'manager',
        type: 'complex',
        description: 'Whom the person reports to',
        subAttributes: [
          text('value', 'The id of the manager', { caseExact: true }),
          REFERENCE,
          text('displayName', 'The name of the manager', { mutability: 'readOnly' }),
        ],
      },
    ],
  },
};

export const GROUP: ResourceKind = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'A group of people, which the mapping of the connection may give roles',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  attributes: [
    text('displayName', 'The name, by which the mapping of the connection assigns roles', {
      required: true,
      uniqueness: 'server',
    }),
    {
      name: 'members',
      type: 'complex',
      description: 'The people in it',
      multiValued: true,
      subAttributes: [
        text('value', 'The id of the person', { caseExact: true, mutability: 'immutable' }),
        { ...REFERENCE, mutability: 'immutable' },
        text('type', 'Always `User`', { canonicalValues: ['User'], mutability: 'immutable' }),
      ],
    },
  ],
  extension: null,
};

export const RESOURCE_KINDS = [USER, GROUP] as const;

/** The parts of a path between dots; dots in a URN do not separate parts. */
export function splitPath(path: string): string[] {
  const start = path.lastIndexOf(':') + 1;
  const [first = '', ...rest] = path.slice(start).split('.');
  return [path.slice(0, start) + first, ...rest];
}

/** The attribute with a name, case-insensitive. */
export function attributeNamed(attributes: readonly Attribute[], name: string): Attribute | null {
  const key = name.toLowerCase();
  return attributes.find((attribute) => attribute.name.toLowerCase() === key) ?? null;
}

/** An attribute, and the URN of the extension that contains it; null for the core. */
export interface Target {
  below: string | null;
  attribute: Attribute;
}

const SEPARATED = /^(urn:.+):([^:]+)$/i;

/** The attribute to which a name refers, with or without the URN of its schema (RFC 7644 §3.10). */
export function targetNamed(kind: ResourceKind, name: string): Target | null {
  const [, urn, short = name] = SEPARATED.exec(name) ?? [];
  const { schema, attributes, extension } = kind;
  const isOf = (one: string) => urn === undefined || urn.toLowerCase() === one.toLowerCase();
  if (isOf(schema)) {
    const attribute = attributeNamed([...COMMON, ...attributes], short);
    if (attribute !== null) return { below: null, attribute };
  }
  if (extension === null || urn === undefined || !isOf(extension.schema)) return null;
  const attribute = attributeNamed(extension.attributes, short);
  return attribute === null ? null : { below: extension.schema, attribute };
}

/** Whether a name is that of the extension itself. */
export function isExtension({ extension }: ResourceKind, name: string): boolean {
  return extension?.schema.toLowerCase() === name.toLowerCase();
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a target in a resource; undefined for none. */
export function valueAt(resource: Resource, { below, attribute: { name } }: Target): unknown {
  const holder = below === null ? resource : resource[below];
  return isObject(holder) ? holder[name] : undefined;
}

/** A resource with another value at a target; undefined: none. */
export function withValueAt(resource: Resource, target: Target, value: unknown): Resource {
  const { below, attribute } = target;
  if (below === null) return withMember(resource, attribute.name, value);
  const holder = withMember(Object(resource[below]), attribute.name, value);
  return withMember(resource, below, Object.keys(holder).length === 0 ? undefined : holder);
}

export function withMember(object: Resource, name: string, value: unknown): Resource {
  const { [name]: _, ...rest } = object;
  return value === undefined ? rest : { ...rest, [name]: value };
}
