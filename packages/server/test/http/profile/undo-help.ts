import assert from 'node:assert/strict';
import { auditLogOf } from '../../support/audit-log.ts';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import type { suiteMailed } from '../codes/support/mailed.ts';

/**
 * Changes the password, and undoes that with the mailed link.
 * @param meanwhile happens after the change
 * @returns the types of the events of the undo
 */
export async function changeAndUndo(
  keyward: ReturnType<typeof suiteMailed>,
  { token, email }: SignedUp,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const body = { password: 'Planted-horse-1', current_password: PASSWORD };
  const changed = await keyward.call('PUT', '/update/password', { token, body });
  assert.equal(changed.status, 200, changed.text);
  await meanwhile();
  const before = await auditLogOf(keyward.database);
  // Superadmins also get mails about new keys and about webhooks that fail.
  let mail = await keyward.mail.nextMail(email);
  while (!mail.parsed.text?.includes('/email-undo?')) mail = await keyward.mail.nextMail(email);
  const undone = await keyward.call('POST', '/email/undo', {
    body: { token: new URL(linkIn(mail)).searchParams.get('token') },
  });
  assert.equal(undone.status, 200, undone.text);
  const log = await auditLogOf(keyward.database);
  return log.slice(before.length).map(({ type }) => type);
}
