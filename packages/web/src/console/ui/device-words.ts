import type { ListedSession } from '@keyward/client';

type Device = Pick<ListedSession, 'browser' | 'system' | 'device' | 'user_agent' | 'impersonation'>;

/** The browser and the system of a session, or that it is a superadmin's who acts for the account. */
export function deviceWords(
  { browser, system, device, user_agent: agent, impersonation }: Device,
  { unknownDevice: unknown, impersonation: acting }: { unknownDevice: string; impersonation: string },
): string {
  if (impersonation === true) return acting;
  return [browser, system].filter((part) => part !== null).join(', ') || device || agent || unknown;
}
