import type { OrganizationRole, OwnOrganization } from '@keyward/client';
import { organizationsOf, type OrganizationsApi } from '@keyward/client/organizations';
import { createContext, useContext, useMemo } from 'react';
import { useKeyward } from '../context/context.tsx';
import type { OnLeave } from '../sign-in/provider-buttons.tsx';

/** The organization that a profile shows, and what the person may do in it. */
export interface Shown {
  own: OwnOrganization;
  /** At most 103; those of the organization itself last. */
  roles: readonly OrganizationRole[];
  /** False also while the organization is suspended: its members can only read and leave. */
  may: (permission: string) => boolean;
  /** Whether the person has every permission of these roles: nobody gives or takes more. */
  holds: (roles: readonly string[]) => boolean;
  /** Loads the organization again, and the data that the components share about the person's organizations. */
  reload: () => Promise<void>;
  reloadRoles: () => Promise<void>;
  /** Called before the browser leaves for a provider. */
  onLeave: OnLeave | undefined;
}

export const ShownContext = createContext<Shown | null>(null);

/** @throws Error outside of an `OrganizationProfile` */
export function useShown(): Shown & { api: OrganizationsApi; id: string } {
  const shown = useContext(ShownContext);
  if (shown === null) throw new Error('This is a part of OrganizationProfile.');
  const { client } = useKeyward();
  const api = useMemo(() => organizationsOf(client), [client]);
  return { ...shown, api, id: shown.own.id };
}
