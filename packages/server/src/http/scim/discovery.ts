import { RESOURCE_KINDS, type Attribute, COMMON } from '../../features/provisioning/attributes.ts';
import { MAX_PAGE, PAGE } from '../../features/provisioning/list.ts';

/** The description of the service provider (RFC 7643 §5 to §7). */

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0';

export function serviceProviderConfig(address: string) {
  return {
    schemas: [`${SCHEMA}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_PAGE },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: PAGE,
      maxPageSize: MAX_PAGE,
    },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Token',
        description: 'A token of the connection in the header Authorization: Bearer',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${address}/ServiceProviderConfig` },
  };
}

export function resourceTypes(address: string) {
  return RESOURCE_KINDS.map(({ name, endpoint, description, schema, extension }) => ({
    schemas: [`${SCHEMA}:ResourceType`],
    id: name,
    name,
    endpoint,
    description,
    schema,
    ...(extension !== null && { schemaExtensions: [{ schema: extension.schema, required: false }] }),
    meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${name}` },
  }));
}

export function schemas(address: string) {
  const external = COMMON.filter(({ name }) => name === 'externalId');
  const all = RESOURCE_KINDS.flatMap(({ schema, name, description, attributes, extension }) => [
    { schema, name, description, attributes: [...external, ...attributes] },
    ...(extension === null ? [] : [extension]),
  ]);
  return all.map(({ schema, name, description, attributes }) => ({
    schemas: [`${SCHEMA}:Schema`],
    id: schema,
    name,
    description,
    attributes: attributes.map(shown),
    meta: { resourceType: 'Schema', location: `${address}/Schemas/${schema}` },
  }));
}

function shown(attribute: Attribute): Record<string, unknown> {
  const { name, type, description, subAttributes, canonicalValues, referenceTypes } = attribute;
  return {
    name,
    type,
    multiValued: attribute.multiValued === true,
    description,
    required: attribute.required === true,
    caseExact: attribute.caseExact === true,
    mutability: attribute.mutability ?? 'readWrite',
    returned: name === 'id' ? 'always' : 'default',
    uniqueness: attribute.uniqueness ?? 'none',
    ...(canonicalValues !== undefined && { canonicalValues: [...canonicalValues] }),
    ...(referenceTypes !== undefined && { referenceTypes: [...referenceTypes] }),
    ...(subAttributes !== undefined && { subAttributes: subAttributes.map(shown) }),
  };
}
