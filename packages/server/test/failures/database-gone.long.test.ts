import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isObject, type Json } from '../../src/http/openapi/schemas.ts';
import { at } from '../fuzz/requests.ts';
import { addPerson } from '../http/people.ts';
import { createTestDatabase, DATABASES, type DatabaseKind, type TestDatabase } from '../support/databases.ts';
import { startKeyward, type TestKeyward } from '../support/keyward.ts';
import { queryPostgres } from '../support/postgres-databases.ts';

/** The name of a PostgreSQL database. */
const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1);

/** Runs a statement on its server. */
const onServer = ({ url }: TestDatabase, statement: string) =>
  queryPostgres(new URL('/postgres', url).href, statement);

/** Damage that an operator can do to the database of a running service. */
const WAYS: {
  how: string;
  kinds: readonly DatabaseKind[];
  gone: (database: TestDatabase) => Promise<unknown>;
}[] = [
  {
    how: 'is dropped',
    kinds: ['postgres'],
    gone: (database) => onServer(database, `drop database ${nameOf(database)} with (force)`),
  },
  {
    how: 'lets nobody in',
    kinds: ['postgres'],
    gone: async (database) => {
      const name = nameOf(database);
      await onServer(database, `alter database ${name} allow_connections false`);
      await onServer(
        database,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
    },
  },
  {
    how: 'loses its tables',
    kinds: ['sqlite', 'postgres'],
    async gone(database) {
      const tables = await database.query(
        database.kind === 'sqlite'
          ? "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'"
          : "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
      );
      for (const table of tables) {
        const name = String(table['name']);
        await database.query(`alter table ${name} rename to gone_${name}`);
      }
    },
  },
];

/** A request to each operation of the API's description, with its examples. */
async function requestsOf(keyward: TestKeyward): Promise<{ method: string; path: string; body?: unknown }[]> {
  const { paths } = (await keyward.callRoot('GET', '/openapi.json')).body;
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, described]) => {
      const operation: Json = isObject(described) ? described : {};
      const body = at(at(at(operation, 'requestBody'), 'content'), 'application/json')['example'];
      return {
        method: method.toUpperCase(),
        path: path
          .replace('{provider}', 'google')
          .replace('{purpose}', 'login')
          .replace('{name}', 'app')
          .replaceAll(/\{\w+\}/g, '1'),
        ...(body !== undefined && { body }),
      };
    }),
  );
}

for (const kind of DATABASES)
  for (const { how, kinds, gone } of WAYS)
    if (kinds.includes(kind))
      describe(`a database on ${kind} that ${how}`, () => {
        it('RE6: every route answers 503 or works without a database, and never answers 500', async () => {
          await using database = await createTestDatabase(kind);
          const keyward = await startKeyward(kind, { database });
          // Closing reports what could not be written.
          await using closing = new AsyncDisposableStack();
          closing.defer(() => keyward.app.close());
          const { token } = await addPerson(keyward, { role: 'superadmin' });
          const requests = await requestsOf(keyward);
          assert.ok(requests.length > 150 && requests.filter(({ body }) => body !== undefined).length > 50);

          await gone(database);
          const refused = new Set<string>();
          const wrong: string[] = [];
          for (const as of [token, undefined])
            for (const { method, path, ...request } of requests) {
              const answer = await keyward.callRoot(method, path, { ...request, token: as });
              // Including pages that were not built.
              if (answer.status < 500 || answer.headers.get('content-type')?.startsWith('text/html'))
                continue;
              refused.add(`${method} ${path}`);
              if (answer.body['error'] !== 'ServiceUnavailableError' || !answer.headers.has('retry-after'))
                wrong.push(`${method} ${path}: ${answer.text}`);
            }
          assert.deepEqual([wrong, keyward.unexpected.splice(0)], [[], []]);
          for (const route of [
            'GET /readyz',
            'GET /auth/me',
            'PATCH /auth/me',
            'POST /auth/login',
            'POST /auth/signup/password',
            'POST /auth/send/email/otp/login',
            'POST /auth/login/passkey/options',
            'GET /auth/account',
          ])
            assert.ok(refused.has(route), `${route} was not refused`);
          assert.equal((await keyward.callRoot('GET', '/livez')).status, 200);
        });
      });
