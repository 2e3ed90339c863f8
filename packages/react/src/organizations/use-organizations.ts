import type { CallError, OwnOrganization, ReceivedInvitation, Result, TokenResponse } from '@keyward/client';
import type { FactorsClient } from '@keyward/client/factors';
import { useCallback, useMemo } from 'react';
import { useKeyward, useSession } from '../context/context.tsx';
import { sharedBy, useShared } from './shared.ts';
import { activeOf } from './use-organization.ts';

export interface OrganizationsState {
  status: 'loading' | 'loaded' | 'failed';
  error: CallError | null;
  /** The person's organizations, newest first, with their roles and permissions in each. */
  organizations: readonly OwnOrganization[];
  /** The open invitations to the person's proven email, at most 100. */
  invitations: readonly ReceivedInvitation[];
  /** The organizations that the person can join because of their verified email; at most one. */
  suggested: readonly ReceivedInvitation['organization'][];
  /** Loads 100 more organizations; null: all are loaded. */
  more: (() => Promise<void>) | null;
  reload: () => Promise<void>;
  /** Makes one of them active in this session, by its id or slug; null: none. The address of the page stays. */
  setActive: (organization: string | null) => Promise<Result<TokenResponse>>;
}

const PAGE = 100;

interface Mine {
  organizations: readonly OwnOrganization[];
  invitations: readonly ReceivedInvitation[];
  suggested: readonly ReceivedInvitation['organization'][];
  cursor: string | null;
}

export const mineOf = sharedBy<Mine>(async (client) => {
  const [mine, received] = await Promise.all([
    client.organizations.list({ limit: PAGE }),
    client.organizations.invitations({ limit: PAGE }),
  ]);
  if (mine.error) return mine;
  if (received.error) return received;
  const { organizations, suggested, cursor } = mine.data;
  const { invitations } = received.data;
  return { data: { organizations, invitations, suggested, cursor }, error: null };
});

async function loadMore(client: FactorsClient): Promise<void> {
  const { read, set } = mineOf(client);
  const { data: before } = read();
  if (before === null || before.cursor === null) return;
  const { data } = await client.organizations.list({ limit: PAGE, after: before.cursor });
  if (data !== null && read().data === before)
    set({
      ...before,
      organizations: [...before.organizations, ...data.organizations],
      cursor: data.cursor,
    });
}

/** Makes an organization active in this session, by its id or slug; null: none. */
export async function activate(
  client: FactorsClient,
  organization: string | null,
): Promise<Result<TokenResponse>> {
  const result = await client.organizations.setActive({ organization });
  // With cookies, the page does not see the new token.
  if (result.error === null) await activeOf(client).reload();
  return result;
}

/** The organizations that the person belongs to, and the invitations to others. */
export function useOrganizations(): OrganizationsState {
  const { client } = useKeyward();
  const session = useSession();
  const { data, error } = useShared(mineOf);
  const setActive = useCallback((organization: string | null) => activate(client, organization), [client]);
  const hasMore = data !== null && data.cursor !== null;
  const more = useMemo(() => (hasMore ? () => loadMore(client) : null), [hasMore, client]);
  const isKnown = data !== null || session.status === 'signed-out';
  return {
    status: isKnown ? 'loaded' : error === null ? 'loading' : 'failed',
    error,
    organizations: data?.organizations ?? [],
    invitations: data?.invitations ?? [],
    suggested: data?.suggested ?? [],
    more,
    reload: mineOf(client).reload,
    setActive,
  };
}
