import { Ajv, type ValidateFunction } from 'ajv';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySchemaValidationError, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { DOCUMENTED } from '../../lib/documented.ts';
import { lazily } from '../../lib/lazily.ts';
import { FORMATS } from './validation.ts';

/*
 * The validators of requests and the serializers of answers, by the schemas of the routes. Each is compiled at its
 * first use: compiling all of them would take a seventh of the start. A process compiles each once, for any number of
 * instances, because schemas are constants.
 */

type Validator = ReturnType<FastifySchemaCompiler<TSchema>>;

const strict = lazily(() => ajv({ coerceTypes: false }));
const reading = lazily(() => ajv({ coerceTypes: true }));

const bodyValidator = onceForEach((schema) => validator(() => strict().compile(schema)));
const textValidator = onceForEach((schema) => validator(() => reading().compile(schema)));
const serializer = onceForEach((schema) => {
  let compiled: ((answer: unknown) => string) | undefined;
  return (answer: unknown) => (compiled ??= fastJson(schema, { ajv: { validateFormats: false } }))(answer);
});

/** Validators do not change bodies. In queries and paths, where every value is text, they convert numbers. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodyValidator(schema) : textValidator(schema);

export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => serializer(schema);

/**
 * The problems of a value that a program passes instead of a request; empty if it is valid. Fills in its
 * defaults.
 */
export function problemsOf(schema: TSchema, value: unknown): FastifySchemaValidationError[] {
  const validate = bodyValidator(schema);
  return validate(value) === false ? (validate.errors ?? []) : [];
}

/** An answer as an HTTP client would read it. */
export function asAnswered(schema: TSchema, answer: unknown): unknown {
  return JSON.parse(serializer(schema)(answer));
}

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
    // Errors then have the schema of the object, whose fields can be suggested.
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    keywords: [DOCUMENTED],
    // Otherwise a query's `1e309`, which is parsed as Infinity, would pass the bounds of a number.
    strictNumbers: false,
    formats: Object.fromEntries(Object.entries(FORMATS).map(([name, { check }]) => [name, check])),
  });
}
