import { Type } from 'typebox';
import { notFound, WHOLE } from '../../features/provisioning/resources.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import { providerEndpoint } from '../wire/endpoint/endpoint.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { answer, presentList, ScimDocument, ScimParams, SCIM_KINDS, viewOf } from './resource.ts';

const DISCOVERY = {
  response: { 200: ScimDocument },
  errors: SCIM_KINDS,
  assertExists: assertOrganizations,
} as const;

export const getServiceProviderConfig = providerEndpoint({
  ...DISCOVERY,
  summary: 'SCIM: what provisioning supports (RFC 7644 §4)',
  params: ScimParams,
  scimErrors: [],
  async handle(context) {
    const { address } = await viewOf(context, WHOLE);
    return answer(context, serviceProviderConfig(address));
  },
});

export const [getResourceTypes, getResourceType] = discovered('resource types', resourceTypes);
export const [getSchemas, getSchema] = discovered('schemas', schemas);

function discovered(what: string, make: (address: string) => { id: string }[]) {
  return [
    providerEndpoint({
      ...DISCOVERY,
      summary: `SCIM: the ${what}`,
      params: ScimParams,
      scimErrors: [],
      async handle(context) {
        const { address } = await viewOf(context, WHOLE);
        const resources: Record<string, unknown>[] = make(address);
        const list = { total: resources.length, startIndex: 1, nextCursor: undefined, resources };
        return answer(context, presentList(list));
      },
    }),
    providerEndpoint({
      ...DISCOVERY,
      summary: `SCIM: one of the ${what}`,
      params: Type.Object({
        ...ScimParams.properties,
        id: Type.String({ maxLength: 256, examples: ['User'] }),
      }),
      scimErrors: ['notFound'],
      async handle(context) {
        const { address } = await viewOf(context, WHOLE);
        const found = make(address).find(({ id }) => id === context.params.id);
        if (found === undefined) throw notFound();
        return answer(context, found);
      },
    }),
  ] as const;
}
