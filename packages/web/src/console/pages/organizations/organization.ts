import type { Organization } from '@keyward/client';
import type { Query } from '../../lib/address.ts';
import { choice } from '../../lib/choice.ts';
import type { Tone } from '../../ui/badge.tsx';

/** @param id of the organization */
export const pathOf = (id: string): string => `organizations/${encodeURIComponent(id)}`;

export const TONES: Record<Organization['status'], Tone> = {
  active: 'good',
  suspended: 'bad',
  deleted: 'warn',
};

export const SORTS = ['created_at', '-created_at', 'name', '-name'] as const;

/** The fields in which a search such as `slug:acme` finds an exact value. */
const FIELD_SEARCH = /^(slug|external_id):(.+)$/s;

/** The filters of an address in the form of the API. */
export function organizationFilters({ q = '', member, sort }: Query) {
  const search = q.trim();
  const [, field, value = ''] = FIELD_SEARCH.exec(search) ?? [];
  const order = choice(SORTS, sort);
  return {
    ...(field === undefined ? search !== '' && { q: search } : { [field]: value.trim() }),
    ...(member !== undefined && /^[1-9]\d{0,14}$/.test(member) && { member: Number(member) }),
    ...(order !== undefined && { sort: order }),
  };
}
