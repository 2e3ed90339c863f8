import { type TSchema, Type } from 'typebox';
import { invalidFields } from '../../errors.ts';

/** The shapes that lists share. */

/** Ids of both databases fit in this range. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const IdParams = Type.Object({ id: Id });

/** The query of a list with the given `orders`, newest first by default; unknown parameters are ignored. */
export function listQuery<Order extends string, Filters extends Record<string, TSchema>>(
  orders: readonly Order[],
  filters: Filters,
) {
  const sorts = orders.flatMap((order): (Order | `-${Order}`)[] => [order, `-${order}`]);
  return Type.Object({
    page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
    sort: Type.Unsafe<Order | `-${Order}`>({
      type: 'string',
      enum: sorts,
      default: '-created_at',
      description: 'A leading minus reverses the order',
    }),
    ...filters,
  });
}

export interface ListQuery {
  page: number;
  limit: number;
  sort: string;
}

/** The store's form of a list's query. */
export function pageRequest({ page, limit, sort }: ListQuery, now: number) {
  return { page, limit, descending: sort.startsWith('-'), now };
}

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
};

export function presentPage({ page, limit }: ListQuery, total: number) {
  return { total, total_pages: Math.ceil(total / limit), page, limit };
}
