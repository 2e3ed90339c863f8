import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fastJson from 'fast-json-stringify';
import { compileValidator } from '../../src/http/wire/schema-compilers.ts';
import { type DeclaredRoute, declaredRoutes } from '../support/routes.ts';

function schemasOf({ route: { endpoint } }: DeclaredRoute) {
  const { body, query, params, response } = endpoint;
  return {
    requests: Object.entries({ body, querystring: query, params }),
    answers: Object.entries(response),
  };
}

describe('the schemas of the routes', () => {
  it('compile, although the service compiles each at its first use only', async () => {
    for (const declared of await declaredRoutes('/auth')) {
      const { method, path } = declared.route;
      const { requests, answers } = schemasOf(declared);
      for (const [httpPart, schema] of requests)
        if (schema !== undefined) compileValidator({ schema, method, url: path, httpPart })({});
      for (const [status, schema] of answers)
        assert.equal(typeof fastJson(schema), 'function', `${method} ${path} ${status}`);
    }
  });

  it('of bodies have closed objects at every depth, except for the forms of standards', async () => {
    /** The names of the fields that lead to an open object. */
    const openIn = (value: unknown, at: string): string[] => {
      if (typeof value !== 'object' || value === null) return [];
      const isOpen = 'properties' in value && 'type' in value && !('additionalProperties' in value);
      const below = Object.entries(value).flatMap(([name, one]) =>
        openIn(one, name === 'properties' ? at : name),
      );
      return isOpen ? [at] : below;
    };
    const found = (await declaredRoutes('/auth')).flatMap(({ route }) => openIn(route.endpoint.body, 'body'));
    // RFC 7517 §4, and Web Authentication §5.1: receivers ignore members that they do not know.
    assert.deepEqual([...new Set(found)].sort(), ['credential', 'jwks']);
  });

  it('are constants: another app in the process compiles nothing again', async () => {
    const again = await declaredRoutes('/id');
    for (const [index, declared] of (await declaredRoutes('/auth')).entries()) {
      const other = again[index];
      assert.ok(other !== undefined);
      const schemas = schemasOf(declared);
      const others = schemasOf(other);
      for (const part of ['requests', 'answers'] as const) {
        for (const [at, [name, schema]] of schemas[part].entries())
          assert.equal(others[part][at]?.[1], schema, `${declared.route.method} ${declared.path} ${name}`);
      }
    }
  });
});
