import { type TSchema, Type } from 'typebox';

/**
 * The schema of an object whose names may be any texts; its owner checks them. A schema does not check the values
 * beside names that its pattern leaves out, and TypeBox's own pattern leaves out those with line breaks.
 */
export function recordOf<Value extends TSchema>(
  value: Value,
  options: { maxProperties?: number; description: string; examples?: readonly object[] },
) {
  return Type.Record(Type.String({ pattern: '^[^]*$' }), value, options);
}
