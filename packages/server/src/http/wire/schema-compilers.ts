import { Ajv, type ValidateFunction } from 'ajv';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { DOCUMENTED } from '../../lib/documented.ts';
import { FORMATS } from './validation.ts';

/*
 * What checks requests and writes answers, by the schemas of the routes. Compiled at first use, because compiling them all
 * would take a seventh of the start; and once a process, however many instances a host starts in it, because schemas are
 * constants.
 */

type Validator = ReturnType<FastifySchemaCompiler<TSchema>>;

const strict = ajv({ coerceTypes: false });
const reading = ajv({ coerceTypes: true });

const bodyValidator = onceForEach((schema) => validator(() => strict.compile(schema)));
const textValidator = onceForEach((schema) => validator(() => reading.compile(schema)));
const serializer = onceForEach((schema) => {
  let compiled: ((answer: unknown) => string) | undefined;
  return (answer: unknown) => (compiled ??= fastJson(schema))(answer);
});

/** Validators that change nothing in bodies; in queries and paths, whose values are all text, numbers are read. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodyValidator(schema) : textValidator(schema);

export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => serializer(schema);

function onceForEach<T>(make: (schema: TSchema) => T): (schema: TSchema) => T {
  const made = new WeakMap<TSchema, T>();
  return (schema) => {
    const one = made.get(schema) ?? make(schema);
    made.set(schema, one);
    return one;
  };
}

function validator(compile: () => ValidateFunction): Validator {
  let compiled: ValidateFunction | undefined;
  const validate: Validator = (data: unknown) => {
    compiled ??= compile();
    const valid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return valid;
  };
  return validate;
}

function ajv(options: { coerceTypes: boolean }): Ajv {
  return new Ajv({
    ...options,
    removeAdditional: false,
    useDefaults: true,
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    keywords: [DOCUMENTED],
    // Otherwise the bounds of a number would not hold for Infinity, which `1e309` in a query is read as.
    strictNumbers: false,
    formats: Object.fromEntries(Object.entries(FORMATS).map(([name, { check }]) => [name, check])),
  });
}
