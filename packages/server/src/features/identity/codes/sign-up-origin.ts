import { userAgentFacts } from '../../../lib/user-agent.ts';
import type { Tables } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { SignUpOrigin } from '../../delivery/mail/mail.ts';

/** When and from where an account was opened, if the audit log still has the event. */
export async function signUpOriginOf(
  { events }: Pick<Tables, 'events'>,
  { id, name, created_at: at }: AccountRow,
): Promise<SignUpOrigin> {
  const event = await events.firstOf(id, 'account.created');
  const { client }: { client?: unknown } = { ...Object(JSON.parse(event?.data ?? '{}')) };
  const { ip_address: ipAddress, user_agent: userAgent }: Record<string, unknown> = { ...Object(client) };
  // Only known names, because a client can send any name.
  const { browser, system } = userAgentFacts(typeof userAgent === 'string' ? userAgent : '');
  return { name, at, ipAddress: typeof ipAddress === 'string' ? ipAddress : null, browser, system };
}
