import { type Fields, firstText, listOf } from './fields.ts';
import { FOREIGN, type Format, listIn } from './format.ts';

/*
 * From PocketBase's documentation (Collections, Auth collection; Going to production) and its tables:
 *
 * - an auth collection: id, email, verified, name, username (before 0.23, or if it was kept), avatar (the name of a
 *   stored file, no address), created, and the bcrypt hash of the password: `password`, before 0.23 `passwordHash`. The
 *   API never returns the hash; the table holds it.
 * - `_externalAuths`: recordRef, provider, providerId.
 */
export const pocketbase: Format = {
  columns: null,
  droppable: FOREIGN,
  records: (document) => listIn(document, 'items', 'users'),

  map(user) {
    return {
      email: user['email'],
      email_verified: user['verified'],
      name: user['name'],
      handle: user['username'],
      created_at: user['created'],
      external_id: user['id'],
      password_hash: firstText(user['passwordHash'], user['password']),
      provider_links: (listOf(user['externalAuths']) ?? []).map(linkOf),
    };
  },
};

function linkOf({ provider, providerId }: Fields): Fields {
  return { provider, subject: providerId };
}
