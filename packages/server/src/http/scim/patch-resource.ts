import { GROUP, USER } from '../../features/provisioning/attributes.ts';
import { applied, readOperations } from '../../features/provisioning/patch.ts';
import { assertComplete } from '../../features/provisioning/values.ts';
import { providerEndpoint } from '../wire/endpoint/endpoint.ts';
import { answerResource, CHANGE, PATCH_ERRORS, partIn, viewOf } from './resource.ts';

export const patchUser = providerEndpoint({
  ...CHANGE,
  summary: 'SCIM: change a person; `active: false` ends the membership',
  scimErrors: PATCH_ERRORS,
  async handle(context) {
    const { services, asking, params, body, query, request } = context;
    const view = await viewOf(context, partIn(query));
    const { users, lists } = await services.provisioning();
    const operations = readOperations(USER, body);
    const changed = await users.change(asking, params.id, {
      ifMatch: request.headers['if-match'],
      change(before) {
        const after = operations.reduce(applied, before);
        assertComplete(USER, after);
        return after;
      },
    });
    return answerResource(context, await lists.user(asking, changed.uid, view));
  },
});

export const patchGroup = providerEndpoint({
  ...CHANGE,
  summary: 'SCIM: change a group and its members',
  scimErrors: PATCH_ERRORS,
  async handle(context) {
    const { services, asking, params, body, query, request } = context;
    const view = await viewOf(context, partIn(query));
    const { groups, lists } = await services.provisioning();
    const operations = readOperations(GROUP, body);
    const changed = await groups.patch(asking, params.id, request.headers['if-match'], operations);
    return answerResource(context, await lists.group(asking, changed.uid, view));
  },
});
