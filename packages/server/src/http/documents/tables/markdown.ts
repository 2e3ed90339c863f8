import { isObject, type Json } from '../../openapi/schemas.ts';

/** The fields of an object as a table; inner fields by their path. */
export function fields(schema: unknown): string {
  return table(['Field', 'Type', 'Required', 'Meaning'], fieldRows(schema, ''));
}

/** The fields of an object: path, type, whether it is required, and meaning. */
export function fieldRows(schema: unknown, before: string): string[][] {
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
export function typeOf(schema: unknown): string {
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

/** The value if it is a text, otherwise an empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function range(minimum: unknown, maximum: unknown): string {
  const bounded = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  if (typeof minimum === 'number') return bounded ? `${minimum} to ${maximum}` : `at least ${minimum}`;
  return bounded ? `at most ${maximum}` : '';
}

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The object at a path; empty if there is none. */
export function objectAt(value: Json, ...keys: string[]): Json {
  let inner = value;
  for (const key of keys) {
    const next = inner[key];
    inner = isObject(next) ? next : {};
  }
  return inner;
}

/** The objects in the list of that name. */
export function listAt(value: Json, key: string): Json[] {
  return listed(value[key]).filter(isObject);
}

/** The value if it is a list, otherwise an empty list. */
export function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
