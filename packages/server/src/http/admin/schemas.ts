import { Type } from 'typebox';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

export const Label = Type.String({ format: 'label', maxLength: 50 });

/** The answer of an action on any number of rows. */
export const CountedActionSchema = Type.Object({ ...ActionSchema.properties, count: Type.Integer() });
