import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import { runAtOnce } from './dialect.ts';
import type { Schema } from './schema.ts';

/** A placeholder in a query for a value that each run supplies. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * Compiles a query once, at its first run, for the hot paths: building and compiling costs ten times as much as
 * running. `build` receives a function that marks the places of a run's values.
 *
 *     const byId = prepared(db, (value: Values<{ id: number }>) =>
 *       db.selectFrom('accounts').selectAll().where('id', '=', value('id')));
 *     await byId({ id: 7 });
 *
 * A run may name the open transaction that it is part of. `bound` gives the query with its values instead of running it.
 */
export function prepared<Input extends Record<string, unknown>, Row>(
  db: Kysely<Schema>,
  build: (value: Values<Input>) => Compilable<Row>,
): Prepared<Input, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  function bound(input: Input): CompiledQuery<Row> {
    // The query builder must accept the mark as the column's type; the run replaces it before it is bound.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const query = (compiled ??= build((name) => new Placeholder(name) as never).compile());
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? input[value.name] : value,
    );
    return { ...query, parameters };
  }
  const run = async (input: Input, on = db): Promise<QueryResult<Row>> => {
    const query = bound(input);
    return runAtOnce(on, query) ?? on.executeQuery(query);
  };
  return Object.assign(run, { bound });
}

export interface Prepared<Input, Row> {
  (input: Input, on?: Kysely<Schema>): Promise<QueryResult<Row>>;
  bound(input: Input): CompiledQuery<Row>;
}

export type Values<Input> = <Name extends keyof Input & string>(name: Name) => Input[Name];
