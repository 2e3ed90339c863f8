import { type Static, type TSchema, Type } from 'typebox';

/** A nullable value, in the form that serializes fastest. */
export function nullable<Schema extends TSchema & { type: string }>(schema: Schema) {
  const { type, ...rest } = schema;
  const choices = 'enum' in rest && Array.isArray(rest.enum) ? { enum: [...rest.enum, null] } : {};
  return Type.Unsafe<Static<Schema> | null>({ ...rest, ...choices, type: [type, 'null'] });
}

export const Timestamp = Type.String({ description: 'UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone' });
