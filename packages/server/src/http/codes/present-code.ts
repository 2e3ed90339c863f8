import { invalidEmail } from '../../features/accounts/identity.ts';
import type { CodeUse } from '../../features/codes/code-flows.ts';
import { parseEmail } from '../../lib/email.ts';
import type { PublicContext } from '../wire/endpoint.ts';

/** The code that a request presents. */
export function codeUse({ client, signal }: PublicContext, fields: { email: string; otp: string }): CodeUse {
  return { email: parseEmail(fields.email) ?? invalidEmail(), code: fields.otp, client, signal };
}
