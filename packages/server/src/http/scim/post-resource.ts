import { GROUP, USER } from '../../features/provisioning/attributes.ts';
import { readResource } from '../../features/provisioning/values.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import { providerEndpoint } from '../wire/endpoint/endpoint.ts';
import {
  answerResource,
  MOST_BYTES,
  partIn,
  PartQuery,
  ScimDocument,
  ScimParams,
  viewOf,
  WRITE_KINDS,
} from './resource.ts';

const NEW = {
  params: ScimParams,
  query: PartQuery,
  body: ScimDocument,
  mostBytes: MOST_BYTES,
  response: { 201: ScimDocument },
  errors: WRITE_KINDS,
  scimErrors: ['invalidSyntax', 'invalidValue', 'uniqueness'],
  assertExists: assertOrganizations,
} as const;

export const postUser = providerEndpoint({
  ...NEW,
  summary: 'SCIM: provision a person, with an account and a membership',
  async handle(context) {
    const { services, asking, body, query, reply } = context;
    const view = await viewOf(context, partIn(query));
    const { users, lists } = await services.provisioning();
    const made = await users.create(asking, readResource(USER, body));
    reply.header('location', `${view.address}${USER.endpoint}/${made.uid}`);
    return answerResource(context, await lists.user(asking, made.uid, view));
  },
});

export const postGroup = providerEndpoint({
  ...NEW,
  summary: 'SCIM: provision a group; the mapping of the connection may give its members roles',
  async handle(context) {
    const { services, asking, body, query, reply } = context;
    const view = await viewOf(context, partIn(query));
    const { groups, lists } = await services.provisioning();
    const made = await groups.create(asking, readResource(GROUP, body));
    reply.header('location', `${view.address}${GROUP.endpoint}/${made.uid}`);
    return answerResource(context, await lists.group(asking, made.uid, view));
  },
});
