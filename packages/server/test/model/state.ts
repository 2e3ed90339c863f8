import assert from 'node:assert/strict';
import type { Stage } from './stage.ts';
import { isAlive, isLive, mailKey } from './world.ts';

/** Compares the stored rows with the model: accounts, live sessions, links, codes. */
export async function compareState(stage: Stage): Promise<void> {
  const { world, keyward, emailSuffix } = stage;
  const now = world.now();
  const ours = `email_key like '%${emailSuffix}'`;
  const accounts = await keyward.database.query(
    `select id, email_key, email_verified, status, password_hash is not null as has_password
     from accounts where ${ours} order by id`,
  );
  const present = world.accounts.filter(({ deleted }) => !deleted).toSorted((a, b) => a.id - b.id);
  assert.deepEqual(
    accounts.map(({ id, email_key, email_verified, status, has_password }) => ({
      id,
      email: email_key,
      proven: email_verified === 1,
      status,
      hasPassword: Boolean(has_password),
    })),
    present.map(({ id, email, proven, status, password }) => ({
      id,
      email,
      proven,
      status,
      hasPassword: password !== null,
    })),
    'accounts',
  );
  const sessions = await keyward.database.query(
    `select sessions.id from sessions join accounts on accounts.id = account_id
     where ${ours} and expires_at > $1 order by sessions.id`,
    [now],
  );
  assert.deepEqual(
    sessions.map(({ id }) => id),
    world.sessions
      .filter((session) => isAlive(world, session))
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
    'living sessions',
  );
  const links = await keyward.database.query(
    `select account_id, subject from provider_links join accounts on accounts.id = account_id
     where ${ours}`,
  );
  assert.deepEqual(
    links.map(({ account_id, subject }) => `${String(account_id)} ${String(subject)}`).toSorted(),
    present
      .flatMap(({ id, links: linked }) => [...linked.values()].map((subject) => `${id} ${subject}`))
      .toSorted(),
    'links',
  );
  const codes = await keyward.database.query(
    `select email_key, purpose, by_known_device from codes
     where ${ours} and expires_at > $1 and used_at is null and attempts < 5 and asker_hash <> '-'`,
    [now],
  );
  assert.deepEqual(
    codes
      .map(({ email_key, purpose, by_known_device: known }) =>
        mailKey(String(email_key), String(purpose), known === 1),
      )
      .toSorted(),
    [...world.codes]
      .filter(([, code]) => isLive(code) && code.expiresAt > now)
      .map(([key]) => key)
      .toSorted(),
    'live codes',
  );
}
