/** The parts of JSON Schema that the service's schemas use. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  /** Forms of an object, each with all of its fields. */
  oneOf?: { required: string[] }[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
  description?: string;
  default?: unknown;
  /** The schema to describe instead. */
  documented?: Schema;
  /** Typebox marks schemas with a type of their own this way. */
  '~unsafe'?: unknown;
  /** Typebox's mark for the kind of a schema; the only content of a schema that allows anything. */
  '~kind'?: string;
}

/** Schemas with a name in the output, by their type as text. */
export type Names = ReadonlyMap<string, string>;

/**
 * A schema as a TypeScript type.
 * @param given whether it is an input of the service: fields with a default are then optional
 * @throws Error for a schema of an unknown form
 */
export function typeOf(schema: Schema, names: Names, given = false): string {
  const text = plainTypeOf(schema, names, given);
  return names.get(text) ?? text;
}

/** The same, without a name at the top. */
export function plainTypeOf(schema: Schema, names: Names, given = false): string {
  const inner = (one: Schema) => typeOf(one, names, given);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(inner).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => inner({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${inner(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema, inner, given);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`No TypeScript for ${JSON.stringify(schema)}`);
  }
}

function objectType(schema: Schema, inner: (one: Schema) => string, given: boolean): string {
  const { properties = {}, required = [], additionalProperties: more, patternProperties } = schema;
  const fields = Object.entries(properties).map(([name, checked]) => {
    const property = checked.documented ?? checked;
    const optional = !required.includes(name) || (given && property.default !== undefined);
    return `${comment(describe(property, given))}${name}${optional ? '?' : ''}: ${inner(property)};\n`;
  });
  // An interface cannot be extended by `&`.
  if (fields.length > 0 && more === true) return `{\n${fields.join('')}[name: string]: unknown;\n}`;
  const open = more === true ? {} : more;
  const others = [...(typeof open === 'object' ? [open] : []), ...Object.values(patternProperties ?? {})].map(
    (one) => `Record<string, ${inner(one)}>`,
  );
  const known = fields.length > 0 || others.length === 0 ? [`{\n${fields.join('')}}`] : [];
  return [...known, ...others].join(' & ');
}

function describe({ description, default: fallback }: Schema, given: boolean): string[] {
  return [
    ...(description === undefined ? [] : [description]),
    ...(given && fallback !== undefined ? [`Default: ${JSON.stringify(fallback)}`] : []),
  ];
}

/** A doc comment of sentences; empty without any. */
export function comment(sentences: readonly string[]): string {
  const text = sentences.join('. ').replaceAll('*/', '* /');
  return text === '' ? '' : `/** ${text} */\n`;
}
