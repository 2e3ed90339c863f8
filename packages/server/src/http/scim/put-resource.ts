import { GROUP, USER } from '../../features/provisioning/attributes.ts';
import { readResource } from '../../features/provisioning/values.ts';
import { providerEndpoint } from '../wire/endpoint/endpoint.ts';
import { answerResource, CHANGE, partIn, viewOf } from './resource.ts';

export const putUser = providerEndpoint({
  ...CHANGE,
  summary: 'SCIM: replace a person',
  scimErrors: ['notFound', 'invalidSyntax', 'invalidValue', 'uniqueness', 'preconditionFailed'],
  async handle(context) {
    const { services, asking, params, body, query, request } = context;
    const view = await viewOf(context, partIn(query));
    const { users, lists } = await services.provisioning();
    const resource = readResource(USER, body);
    const how = { ifMatch: request.headers['if-match'], change: () => resource };
    const changed = await users.change(asking, params.id, how);
    return answerResource(context, await lists.user(asking, changed.uid, view));
  },
});

export const putGroup = providerEndpoint({
  ...CHANGE,
  summary: 'SCIM: replace a group and its members',
  scimErrors: ['notFound', 'invalidSyntax', 'invalidValue', 'uniqueness', 'preconditionFailed'],
  async handle(context) {
    const { services, asking, params, body, query, request } = context;
    const view = await viewOf(context, partIn(query));
    const { groups, lists } = await services.provisioning();
    const resource = readResource(GROUP, body);
    const changed = await groups.replace(asking, params.id, request.headers['if-match'], resource);
    return answerResource(context, await lists.group(asking, changed.uid, view));
  },
});
