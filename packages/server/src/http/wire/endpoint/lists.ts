import { createHash } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { invalidFields } from '../../../errors.ts';
import { nullable } from '../../../features/audit/serializers/shapes.ts';
import type { Page, PageRequest, Place } from '../../../store/lists/lists.ts';

/** The shapes that lists share. */

/** Ids of both databases fit in this range. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const IdParams = Type.Object({ id: Id });

/** The list parameters of a query, and the place in the list that the answer reports. */
export interface AskedPage {
  /** The store's form of the query. */
  request: PageRequest;
  present: (page: Pick<Page<unknown>, 'total' | 'next'>) => Static<typeof PageFields>;
}

/**
 * A list with the given `orders`, newest first by default; unknown parameters are ignored.
 * @param name of the list; cursors are valid only in the list of their name
 */
export function listOf<Order extends string, Filters extends Record<string, TSchema>>(
  name: string,
  orders: readonly Order[],
  filters: Filters,
) {
  const sorts = orders.flatMap((order): (Order | `-${Order}`)[] => [order, `-${order}`]);
  const query = Type.Object({
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Default: 1; not together with `after`',
      }),
    ),
    after: Type.Optional(
      Type.String({
        format: 'cursor',
        maxLength: 2_000,
        description:
          'The `cursor` of an earlier answer to the same sort and filters: returns the rows after it; every page costs the same',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
    sort: Type.Unsafe<Order | `-${Order}`>({
      type: 'string',
      enum: sorts,
      default: '-created_at',
      description: 'A leading minus reverses the order',
    }),
    ...filters,
  });

  /**
   * @param asker the time of the request, in milliseconds since the epoch, and a signal that aborts when the client has
   * disconnected
   * @param part the part of the list that the path selects
   * @throws KeywardError `ValidationError` for a cursor of another list, sort or filter, and for a cursor together with
   * a page
   */
  function asked(values: ListQuery, asker: Pick<PageRequest, 'now' | 'signal'>, part = ''): AskedPage {
    const { page = 1, limit, sort } = values;
    const given = new Map<string, unknown>(Object.entries(values));
    const list = digestOf([name, part, sort, Object.keys(filters).map((filter) => given.get(filter))]);
    const start = values.after === undefined ? null : readCursor(values.after, list, sort);
    if (start !== null && values.page !== undefined)
      throw invalidFields({ path: 'page', message: 'must be left out with after' });
    const skipped = start?.skipped ?? (page - 1) * limit;
    return {
      request: { page, after: start?.place ?? null, limit, descending: sort.startsWith('-'), ...asker },
      present: ({ total, next }) => ({
        total,
        total_pages: Math.ceil(total / limit),
        page: Math.floor(skipped / limit) + 1,
        limit,
        cursor: next === null ? null : cursorOf(list, skipped + limit, next),
      }),
    };
  }

  return { query, asked };
}

export interface ListQuery {
  page?: number;
  after?: string;
  limit: number;
  sort: string;
}

/** A cursor belongs to its query: with another one, rows would silently be left out. */
function digestOf(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 8);
}

/** Opaque to clients, so that its form can change. */
function cursorOf(list: string, skipped: number, { key, id }: Place): string {
  return Buffer.from(JSON.stringify([list, skipped, key, id])).toString('base64url');
}

function readCursor(text: string, list: string, sort: string): { skipped: number; place: Place } {
  const refused = (message: string) =>
    invalidFields({ path: 'after', message: `must be ${message}; leave it out to start again` });
  const [of, skipped, key, id] = partsOf(text);
  // The database refuses a text for a time.
  const isKey = sort.endsWith('_at') ? isCount : isText;
  if (typeof of !== 'string' || !isCount(skipped) || !isKey(key) || !isCount(id))
    throw refused('a cursor of an earlier answer');
  if (of !== list) throw refused('a cursor of this list with the same sort and filters');
  return { skipped, place: { key, id } };
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

/** The order that a query asks for. */
export function sortedBy<Order extends string>(
  { sort }: { sort: Order | `-${Order}` },
  orders: readonly Order[],
): Order {
  const order = orders.find((known) => sort === known || sort === `-${known}`);
  if (order === undefined)
    throw invalidFields({ path: 'sort', message: `must be one of ${orders.join(', ')}` });
  return order;
}

/** The fields of a list's answer, in addition to its rows. */
export const PAGE_FIELDS = {
  total: Type.Integer(),
  total_pages: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  cursor: nullable(
    Type.String({
      description: 'For `after`: the next page begins here; null at the end of the list',
      examples: ['WyJ1cTlSMGFmUSIsMTAsMTc2OTg1NzgwMDAwMCwyXQ'],
    }),
  ),
};
const PageFields = Type.Object(PAGE_FIELDS);
