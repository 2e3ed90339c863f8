import { isObject, type ResourceKind, splitPath } from './attributes.ts';

/**
 * Deviations of common providers from the standard, and how they are read. Nothing else in this folder is lenient. Each
 * row has a recorded request in `habits.test.ts`.
 */
export const HABITS = {
  /** Entra ID: `"op": "Replace"`. */
  operationName: (op: unknown): unknown => (typeof op === 'string' ? op.toLowerCase() : op),

  /** Entra ID: `"active": "False"`. */
  boolean: (value: unknown): unknown =>
    typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value,

  /** Entra ID: an array around the only value, `"value": [{"value": "Ada"}]`, for a single-valued attribute. */
  single: (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value),

  /** Entra ID: `{"value": "Ada"}` where the attribute is a text. */
  scalar: (value: unknown): unknown => {
    const one = HABITS.single(value);
    return isObject(one) && 'value' in one ? one['value'] : one;
  },

  /** Entra ID: a text for an attribute that has a sub-attribute `value`: `"manager": "26118915"`. */
  complex: (value: unknown): unknown => (typeof value === 'string' ? { value } : value),

  /** Okta, Entra ID: an empty text instead of no value. */
  isNone: (value: unknown): boolean => value === null || value === '',

  /** Entra ID: a path-less replace names sub-attributes with dots: `{"name.givenName": "Ada"}`. */
  attributeIn: (name: string): string => splitPath(name.replace(/\[.*$/s, ''))[0] ?? name,

  /** Entra ID: a filter names attributes of the extension without its URN: `manager eq "2819c223"`. */
  qualified: ({ extension }: ResourceKind, name: string): string =>
    extension === null ? name : `${extension.schema}:${name}`,

  /** Okta: a path-less replace repeats the `id`, the schemas and values that the service has computed. */
  isRepeated: (name: string): boolean => ['id', 'schemas', 'meta'].includes(name.toLowerCase()),

  /**
   * Entra ID: a filtered path that matches nothing creates the value: `emails[type eq "work"].value` of a person
   * without an email. The standard requires `noTarget`.
   */
  createsMissing: true,

  /** Entra ID: a `remove` lists what to remove, `"path": "members", "value": [{"value": "2819c223"}]`. */
  removedValues: (value: unknown): string[] | null => {
    if (value === undefined || value === null) return null;
    const all: unknown[] = Array.isArray(value) ? value : [value];
    return all.flatMap((one) => {
      const id = isObject(one) ? one['value'] : one;
      return typeof id === 'string' ? [id] : [];
    });
  },
} as const;
