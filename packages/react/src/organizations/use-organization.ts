import type { KeywardClient } from '@keyward/client';
import { useSession } from '../context/context.tsx';
import { sharedBy, useShared } from './shared.ts';

type Me = NonNullable<Awaited<ReturnType<KeywardClient['me']>>['data']>;

/** The active organization, with what the person may do there now. */
export type ActiveOrganization = NonNullable<Me['organization']>;

export interface OrganizationState {
  /** `none`: nobody is signed in, no organization is active, or the service has none. */
  status: 'loading' | 'active' | 'none';
  organization: ActiveOrganization | null;
  /** Whether the person has a permission there, such as `invoices:write`. It only decides what to show: APIs must check. */
  can: (permission: string) => boolean;
}

export const activeOf = sharedBy<{ organization: ActiveOrganization | null }>(async (client) => {
  const { data, error } = await client.me();
  return error === null
    ? { data: { organization: data.organization ?? null }, error }
    : { data: null, error };
});

/** The organization that is active in this session, in sync with all tabs. */
export function useOrganization(): OrganizationState {
  const session = useSession();
  const { data, error } = useShared(activeOf);
  const organization = data?.organization ?? null;
  const isKnown = data !== null || error !== null || session.status === 'signed-out';
  return {
    status: organization !== null ? 'active' : isKnown ? 'none' : 'loading',
    organization,
    can: (permission) => organization?.permissions.includes(permission) === true,
  };
}
