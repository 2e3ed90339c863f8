/** Renders docs/endpoints.md from the OpenAPI document, so that the two cannot differ. */
import { readFileSync } from 'node:fs';
import { openApiDocument } from '../src/http/openapi/document.ts';
import { EVENT_COMPONENTS } from '../src/http/openapi/event-components.ts';
import { isObject, type Json } from '../src/http/openapi/schemas.ts';
import { version } from '../src/package.ts';
import { type DeclaredRoute, declaredRoutes } from '../test/support/routes.ts';
import { fields, formatted, listAt, listed, objectAt, table, textOf, typeOf } from './rendered-schema.ts';

export const ENDPOINTS = new URL('../docs/endpoints.md', import.meta.url);
/** The handwritten part of the document. */
const INTRODUCTION = new URL('endpoints-introduction.md', import.meta.url);
const PREFIX = '/auth';

/** The text that docs/endpoints.md must have. */
export async function renderedEndpoints(): Promise<string> {
  const routes = await declaredRoutes(PREFIX);
  const document = openApiDocument({
    routes: routes.map(({ route, path }) => ({
      below: path.slice(0, path.length - route.path.length),
      route,
    })),
    publicUrl: 'http://127.0.0.1:4000',
    prefix: PREFIX,
    program: version(),
    accessCookie: 'access_token',
    refreshCookie: 'refresh_token',
    consoleCookie: 'keyward_console',
    names: {
      provider: ['idp1', 'idp2', 'idp3'],
      section: ['email', 'idp1', 'idp2', 'idp3', 'jwt', 'cookie', 'logging'],
    },
  });
  const schemas = objectAt(document, 'components', 'schemas');
  const text = [
    readFileSync(INTRODUCTION, 'utf8'),
    ...listAt(document, 'tags').flatMap(({ name, description }) => [
      `## ${String(name)}`,
      String(description),
      ...routes
        .map((declared) => ({ declared, operation: operationOf(document, declared) }))
        .filter(({ operation }) => listed(operation['tags']).includes(name))
        .map(({ declared, operation }) => renderedRoute(declared, operation)),
    ]),
    '## Shapes',
    // The events have a page of their own.
    ...Object.entries(schemas)
      .filter(([name]) => !(name in EVENT_COMPONENTS))
      .flatMap(([name, schema]) => [`### ${name}`, fields(schema)]),
  ].join('\n\n');
  return formatted(text, ENDPOINTS);
}

function operationOf(document: Json, { route, path }: DeclaredRoute): Json {
  return objectAt(document, 'paths', path.replaceAll(/:(\w+)/g, '{$1}'), route.method.toLowerCase());
}

function renderedRoute({ route, path }: DeclaredRoute, operation: Json): string {
  const parameters = listAt(operation, 'parameters').map((parameter) => [
    `\`${String(parameter['name'])}\` (${String(parameter['in'])})`,
    typeOf(parameter['schema']),
    parameter['required'] === true ? 'yes' : '',
    textOf(parameter['description']),
  ]);
  const body = objectAt(operation, 'requestBody', 'content', 'application/json', 'schema');
  const form = objectAt(operation, 'requestBody', 'content', 'application/x-www-form-urlencoded', 'schema');
  const errors = [...new Set(route.endpoint.errors)].map((kind) => {
    const status = route.endpoint.errorStatus?.[kind];
    const code = kind.toLowerCase();
    return `[${kind}](errors.md#${code})${status === undefined ? '' : ` (${status})`}`;
  });
  return [
    `### ${route.method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    // Without its errors, which follow below with their links.
    `${String(operation['summary'])}. ${String(operation['description']).split('\n\n')[0]}`,
    parameters.length > 0 ? table(['Parameter', 'Type', 'Required', 'Meaning'], parameters) : '',
    isObject(body['properties']) && Object.keys(body['properties']).length > 0
      ? `Body:\n\n${fields(body)}`
      : '',
    isObject(form['properties']) ? `Form:\n\n${fields(form)}` : '',
    ...Object.keys(route.endpoint.response).map((status) =>
      answer(status, objectAt(operation, 'responses', status)),
    ),
    errors.length > 0 ? `Errors of its own: ${errors.join(', ')}.` : '',
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
