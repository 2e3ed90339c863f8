import { EVENT_COMPONENTS } from '../../openapi/event-components.ts';
import { isObject, type Json } from '../../openapi/schemas.ts';
import type { MountedRoute } from '../../wire/mounted.ts';
import { allOAuthErrors } from '../../wire/oauth-errors.ts';
import { allScimErrors } from '../../wire/scim-errors.ts';
import { fields, listAt, listed, objectAt, table, textOf, typeOf } from './markdown.ts';

/**
 * Every route with its input and its answers, by tag, and the shapes that they share.
 * @param document the OpenAPI document of the routes
 */
export function endpointReference(document: Json, routes: readonly MountedRoute[]): string {
  const operations = routes.map((mounted) => ({ mounted, operation: operationOf(document, mounted) }));
  return [
    ...listAt(document, 'tags').flatMap(({ name, description }) => [
      `## ${String(name)}`,
      String(description),
      ...operations
        .filter(({ operation }) => listed(operation['tags']).includes(name))
        .map(({ mounted, operation }) => endpointHelp(mounted, operation)),
    ]),
    '## Shapes',
    // Events have a separate page.
    ...Object.entries(objectAt(document, 'components', 'schemas'))
      .filter(([name]) => !(name in EVENT_COMPONENTS))
      .flatMap(([name, schema]) => [`### ${name}`, fields(schema)]),
  ].join('\n\n');
}

function pathOf({ below, route }: MountedRoute): string {
  return (below + route.path).replaceAll(/:(\w+)/g, '{$1}');
}

function operationOf(document: Json, mounted: MountedRoute): Json {
  return objectAt(document, 'paths', pathOf(mounted), mounted.route.method.toLowerCase());
}

function endpointHelp(mounted: MountedRoute, operation: Json): string {
  const { route } = mounted;
  const parameters = listAt(operation, 'parameters').map((parameter) => [
    `\`${String(parameter['name'])}\` (${String(parameter['in'])})`,
    typeOf(parameter['schema']),
    parameter['required'] === true ? 'yes' : '',
    textOf(parameter['description']),
  ]);
  const body = objectAt(operation, 'requestBody', 'content', 'application/json', 'schema');
  const form = objectAt(operation, 'requestBody', 'content', 'application/x-www-form-urlencoded', 'schema');
  const { oauthErrors: protocolErrors, scimErrors } = route.endpoint;
  const errors = [...new Set(route.endpoint.errors)].map((kind) => {
    const status = route.endpoint.errorStatus?.[kind];
    const code = kind.toLowerCase();
    return `[${kind}](errors.md#${code})${status === undefined ? '' : ` (${status})`}`;
  });
  return [
    `### ${route.method} ${pathOf(mounted)}`,
    // The description without the errors, which follow with links.
    `${String(operation['summary'])}. ${String(operation['description']).split('\n\n')[0]}`,
    parameters.length > 0 ? table(['Parameter', 'Type', 'Required', 'Meaning'], parameters) : '',
    isObject(body['properties']) && Object.keys(body['properties']).length > 0
      ? `Body:\n\n${fields(body)}`
      : '',
    isObject(form['properties']) ? `Form:\n\n${fields(form)}` : '',
    ...Object.keys(route.endpoint.response)
      .filter((status) => Number(status) < 400)
      .map((status) => answer(status, objectAt(operation, 'responses', status))),
    400 in route.endpoint.response ? 'Refuses with a page, because a person looks at it.' : '',
    protocolErrors === undefined
      ? ''
      : `Refuses as its standard says, with \`error\` and \`error_description\`: ${[...allOAuthErrors(protocolErrors)].map((code) => `\`${code}\``).join(', ')}.`,
    scimErrors === undefined
      ? ''
      : `Refuses as RFC 7644 says, with \`status\` and \`detail\`: ${[...allScimErrors(scimErrors)].map((code) => `\`${code}\``).join(', ')}.`,
    errors.length > 0 && scimErrors === undefined ? `Errors of its own: ${errors.join(', ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function answer(status: string, response: Json): string {
  const [media] = Object.entries(objectAt(response, 'content'));
  const description = String(response['description']).replace(/^Success(?:; )?/, '');
  const head = `Answers \`${status}\`${description === '' ? '' : ` (${description})`}`;
  if (media === undefined) return `${head}, without a body.`;
  const [type, content] = media;
  if (type !== 'application/json') return `${head} with \`${type}\`.`;
  const schema = isObject(content) ? content['schema'] : {};
  if (isObject(schema) && isObject(schema['properties'])) return `${head}:\n\n${fields(schema)}`;
  return `${head} with ${typeOf(schema)}.`;
}
