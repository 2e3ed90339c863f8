import { invalidEmail } from '../../features/identity/accounts/identity.ts';
import type { CodeUse } from '../../features/sign-in/code/code-flows.ts';
import { parseEmail } from '../../lib/email.ts';
import { presentedSession } from '../wire/access.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';

/** The code that a request presents, and its session. */
export async function codeUse(
  context: PublicContext,
  { email, otp: code, key }: { email: string; otp: string; key?: string | undefined },
): Promise<CodeUse> {
  const { client, signal } = context;
  const session = await presentedSession(context);
  return { email: parseEmail(email) ?? invalidEmail(), code, key, client, session, signal };
}
