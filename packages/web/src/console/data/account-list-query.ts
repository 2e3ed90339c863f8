import type { Query } from '../lib/address.ts';
import { choice } from '../lib/choice.ts';

const SORTS = [
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
  'email',
  '-email',
  'handle',
  '-handle',
  'name',
  '-name',
] as const;

/** The fields in which a search such as `email:example.org` finds a part. */
const FIELDS = ['id', 'uid', 'name', 'handle', 'email', 'phone', 'external_id'] as const;
const FIELD_SEARCH = new RegExp(`^(${FIELDS.join('|')}):(.*)$`, 's');

/** The parameters of the API's list, without the page. */
export interface AccountFilters {
  q?: string;
  field?: (typeof FIELDS)[number];
  value?: string;
  role?: string;
  status?: string;
  email_verified?: boolean;
  sort?: (typeof SORTS)[number];
}

/** The parameters of the address for the list; the others are for the open account. */
export const LIST_PARTS = ['q', 'role', 'status', 'verified', 'sort', 'page'] as const;

export function listQuery(query: Query): Query {
  return Object.fromEntries(LIST_PARTS.map((part) => [part, query[part]]));
}

/** The filters of an address in the form of the API. */
export function accountFilters({ q = '', role, status, verified, sort }: Query): AccountFilters {
  const [, name, part = ''] = FIELD_SEARCH.exec(q.trim()) ?? [];
  const field = choice(FIELDS, name);
  const order = choice(SORTS, sort);
  return {
    ...(field === undefined ? q.trim() !== '' && { q: q.trim() } : { field, value: part.trim() }),
    ...(role !== undefined && role !== '' && { role }),
    ...(status !== undefined && status !== '' && { status }),
    ...((verified === 'true' || verified === 'false') && { email_verified: verified === 'true' }),
    ...(order !== undefined && { sort: order }),
  };
}

export const isFiltered = (query: Query): boolean =>
  ['q', 'role', 'status', 'verified'].some((part) => (query[part] ?? '') !== '');
