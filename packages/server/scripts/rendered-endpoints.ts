/** Renders docs/endpoints.md from the OpenAPI document, so that the two cannot differ. */
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from '../src/http/openapi/document.ts';
import { isObject, type Json } from '../src/http/openapi/schemas.ts';
import { version } from '../src/package.ts';
import { type DeclaredRoute, declaredRoutes } from '../test/support/routes.ts';

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
    ...Object.entries(schemas).flatMap(([name, schema]) => [`### ${name}`, fields(schema)]),
  ].join('\n\n');
  return format(text, { ...(await resolveConfig(ENDPOINTS)), parser: 'markdown' });
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

/** The fields of an object as a table; inner fields by their path. */
function fields(schema: unknown): string {
  return table(['Field', 'Type', 'Required', 'Meaning'], fieldRows(schema, ''));
}

function fieldRows(schema: unknown, before: string): string[][] {
  if (!isObject(schema)) return [];
  const required = listed(schema['required']);
  return Object.entries(objectAt(schema, 'properties')).flatMap(([name, field]) => {
    const path = before + name;
    const inner =
      isObject(field) && isObject(field['items']) ? [field['items'], `${path}[].`] : [field, `${path}.`];
    return [
      [
        `\`${path}\``,
        typeOf(field),
        required.includes(name) ? 'yes' : '',
        isObject(field) ? textOf(field['description']) : '',
      ],
      ...fieldRows(inner[0], String(inner[1])),
    ];
  });
}

/** A schema in a few words. */
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return 'anything';
  const { $ref, type, items, enum: choices, default: byDefault } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if ('const' in schema) return `\`${JSON.stringify(schema['const'])}\``;
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map(typeOf).join(' or ');
  const facts = [
    range(schema['minimum'], schema['maximum']),
    typeof schema['maxLength'] === 'number' ? `at most ${schema['maxLength']} characters` : '',
    byDefault === undefined ? '' : `default \`${JSON.stringify(byDefault)}\``,
  ].filter((fact) => fact !== '');
  const name = Array.isArray(choices)
    ? choices.map((choice) => `\`${String(choice)}\``).join(', ')
    : type === 'array'
      ? `list of ${typeOf(items)}`
      : type === undefined
        ? 'anything'
        : [type].flat().map(String).join(' or ');
  return [name, ...facts].join(', ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function range(minimum: unknown, maximum: unknown): string {
  const bounded = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  if (typeof minimum === 'number') return bounded ? `${minimum} to ${maximum}` : `at least ${minimum}`;
  return bounded ? `at most ${maximum}` : '';
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function objectAt(value: Json, ...keys: string[]): Json {
  let inner = value;
  for (const key of keys) {
    const next = inner[key];
    inner = isObject(next) ? next : {};
  }
  return inner;
}

function listAt(value: Json, key: string): Json[] {
  return listed(value[key]).filter(isObject);
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
