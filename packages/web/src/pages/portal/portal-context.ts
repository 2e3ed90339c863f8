import { createContext, useCallback, useContext } from 'react';
import { useLoaded } from '@keyward/react/parts';
import type { CallPortal } from './api.ts';
import type { PortalRolesTexts } from '../texts/en/portal-roles.ts';
import type { PortalTexts } from '../texts/en/portal.ts';

export interface PortalContextValue {
  call: CallPortal;
  words: PortalTexts;
  language: string;
  /** The public address of the API. */
  apiUrl: string;
  loadTexts: LoadTexts;
}

/** Loads the texts of the step for roles, and those of the roles themselves. */
export interface LoadTexts {
  (part: 'portal-roles'): Promise<PortalRolesTexts>;
  (part: 'organizations'): Promise<unknown>;
}

export const PortalContext = createContext<PortalContextValue | null>(null);

export function usePortal(): PortalContextValue {
  const value = useContext(PortalContext);
  if (value === null) throw new Error('This is a part of the portal.');
  return value;
}

/** Loads the answer of a route of the portal. */
export function usePortalData<Data>(path: string) {
  const { call } = usePortal();
  return useLoaded(useCallback(() => call<Data>('GET', path), [call, path]));
}
