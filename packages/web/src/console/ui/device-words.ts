import type { ListedSession } from '@keyward/client';

type Device = Pick<ListedSession, 'browser' | 'system' | 'device' | 'user_agent'>;

/** The browser and the system of a session. @param unknown said where the request named none */
export function deviceWords({ browser, system, device, user_agent: agent }: Device, unknown: string): string {
  return [browser, system].filter((part) => part !== null).join(', ') || device || agent || unknown;
}
