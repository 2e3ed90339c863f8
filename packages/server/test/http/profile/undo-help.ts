import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import type { DatabaseKind } from '../../support/databases.ts';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { startOidcProvider, type TestOidcProvider } from '../../support/oidc-provider.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { CONNECTIONS_ON, verifyDomain } from '../connections/help.ts';
import { addInvitation, addOrganization, membersOf, type RoleName } from '../organizations/help.ts';
import { addPerson } from '../people.ts';

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
  const earlier = await auditLogOf(keyward.database);
  // Superadmins also get mails about new keys and about webhooks that fail.
  let mail = await keyward.mail.nextMail(email);
  while (!mail.parsed.text?.includes('/email-undo?')) mail = await keyward.mail.nextMail(email);
  const undone = await keyward.call('POST', '/email/undo', {
    body: { token: new URL(linkIn(mail)).searchParams.get('token') },
  });
  assert.equal(undone.status, 200, undone.text);
  const log = await auditLogOf(keyward.database);
  return log.slice(earlier.length).map(({ type }) => type);
}

/** What the tests of an undo in an organization have in common. */
export function undoScene(kind: DatabaseKind) {
  const keyward = suiteMailed(kind, {
    settings: {
      ...CONNECTIONS_ON,
      KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on',
      KEYWARD_LIMIT_MAILBOX: '1000/1h',
    },
  });
  let provider: TestOidcProvider | undefined;
  let domains = 0;
  const NOBODY: SignedUp = { id: 0, email: '', handle: '', token: '', refreshToken: '' };
  const scene = {
    keyward,
    root: NOBODY,
    /** The owner of the organization, whose session a thief has. */
    victim: NOBODY,
    acme: { id: '', path: '' },
    /** A verified one of the organization. */
    domain: '',
    get provider(): TestOidcProvider {
      assert.ok(provider);
      return provider;
    },
    newDomain: () => `undo${(domains += 1)}.example`,
    members: () => membersOf(keyward, scene.root, scene.acme),
    async ask({ token }: { token: string }, method: string, path: string, body?: object) {
      const answer = await keyward.call(method, path, { token, ...(body && { body }) });
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      return answer.body;
    },
    /** Somebody whom a member has invited. */
    async accompliceOf(inviter: SignedUp, role: RoleName = 'owner'): Promise<SignedUp> {
      const accomplice = await addPerson(keyward, { verified: true });
      const id = await addInvitation(keyward, inviter, scene.acme, accomplice.email, role);
      await scene.ask(accomplice, 'POST', '/invitation/accept', { id });
      return accomplice;
    },
  };
  before(async () => {
    provider = await startOidcProvider();
  });
  after(() => provider?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    scene.root = await addSuperadmin(keyward, { verified: true });
    scene.victim = await addPerson(keyward, { verified: true });
    scene.acme = await addOrganization(keyward, scene.root, scene.victim);
    scene.domain = scene.newDomain();
    await verifyDomain(keyward, scene.acme, scene.domain);
  });
  return scene;
}
