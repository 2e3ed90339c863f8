import { randomUUID } from 'node:crypto';
import { PASSWORD, startKeyward } from '../support/keyward.ts';
import { createTestDatabase, type DatabaseKind, DATABASES } from '../support/databases.ts';
import { rss } from '../support/resources.ts';
import { type Asker, askerOf } from './asked.ts';
import { startBounded } from './bounded-heap.ts';
import type { Part } from './part.ts';

const PEOPLE = 10_000;
const CLIENTS = 8;
/** The growth over the second half of all requests. */
const MOST_GROWTH = 24 * 2 ** 20;

/** Runs a piece of work for each number, some at once. @returns how many a second */
async function rate(work: (place: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let place = (next += 1); place <= PEOPLE; place = next += 1) await work(place);
    }),
  );
  return Math.round((PEOPLE * 1_000) / (performance.now() - start));
}

/** The same accounts, put into the table one by one by the store. */
async function bareInserts(kind: DatabaseKind): Promise<number> {
  await using keyward = await startKeyward(kind);
  const { store, clock } = keyward.app.services;
  const now = clock.now();
  return await rate((place) => {
    const email = `person${place}@acme.example`;
    const handle = `person${place}`;
    return store.accounts.insert({
      uid: randomUUID(),
      name: email,
      email,
      email_key: email,
      email_verified: 1,
      handle,
      handle_key: handle,
      role: 'user',
      status: 'active',
      password_hash: null,
      created_at: now,
      updated_at: now,
    });
  });
}

/** An organization with a verified domain. @returns the address of its provisioning, and the token */
async function prepare(asker: Asker, makeSuperadmin: () => Promise<unknown>) {
  const body = { name: 'Root', email: 'root@example.org', password: PASSWORD };
  await asker.ask('POST', '/signup/password', { body });
  await makeSuperadmin();
  const signedIn = await asker.ask('POST', '/login', {
    body: { identifier: body.email, password: PASSWORD },
  });
  const token = String(signedIn.body['access_token']);
  const act = async (method: string, path: string, sent?: object) => {
    const answer = await asker.ask(method, path, { token, ...(sent && { body: sent }) });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await act('PATCH', '/config/organizations', { enabled: true, max_members: 2 * PEOPLE });
  const path = `/organization/${String((await act('POST', '/organization', { name: 'Acme' }))['id'])}`;
  await act('POST', `${path}/domain`, { domain: 'acme.example' });
  await act('POST', `${path}/domain/acme.example/verify`, { vouch: true });
  const oidc = { issuer: 'https://idp.example.com', client_id: 'keyward', client_secret: 'secret' };
  const { id } = await act('POST', `${path}/connection`, { name: 'Acme', oidc });
  const made = await act('POST', `${path}/connection/${String(id)}/scim_token`);
  return { address: `/scim/v2/${String(id)}`, token: String(made['token']) };
}

export const scimLoad: Part = {
  name: 'scim-load',
  about: `${PEOPLE.toLocaleString('en')} people provisioned, deactivated and removed, with the memory of the process`,
  limit: 60,
  async run(tell) {
    const found = { sent: 0, worstMs: 0, slopeKib: 0 };
    for (const kind of DATABASES) {
      tell(`${kind}: ${await bareInserts(kind)} bare inserts a second`);
      await using database = await createTestDatabase(kind);
      await using keyward = await startBounded(database);
      const asker = askerOf(keyward.url);
      const { address, token } = await prepare(asker, () =>
        database.query("update accounts set role = 'superadmin'"),
      );
      const ids: string[] = [];
      const asked = async (expected: number, method: string, path: string, body?: object) => {
        const answer = await asker.ask(method, address + path, { token, ...(body && { body }) });
        if (answer.status !== expected)
          throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return answer.body;
      };
      const created = await rate(async (place) => {
        const userName = `person${place}@acme.example`;
        const emails = [{ value: userName, type: 'work', primary: true }];
        const { id } = await asked(201, 'POST', '/Users', { userName, emails, externalId: `${place}` });
        ids.push(String(id));
      });
      tell(`${kind}: ${created} people provisioned a second`);
      const before = rss(keyward.pid) ?? 0;
      const Operations = [{ op: 'replace', path: 'active', value: false }];
      const ended = await rate((place) => asked(200, 'PATCH', `/Users/${ids[place - 1]}`, { Operations }));
      tell(`${kind}: ${ended} people deactivated a second`);
      const listed = await asked(200, 'GET', '/Users?count=1');
      if (listed['totalResults'] !== PEOPLE) throw new Error(`${String(listed['totalResults'])} people`);
      const count = async (table: string) => {
        const [row] = await database.query(`select count(*) as rows from ${table}`);
        return Number(row?.['rows']);
      };
      const removed = await rate((place) => asked(204, 'DELETE', `/Users/${ids[place - 1]}`));
      tell(`${kind}: ${removed} people removed a second`);
      const [events, kept] = [await count('events'), await count('scim_requests')];
      tell(`${kind}: ${events} events, ${kept} requests that are kept`);
      // At least one for each act: made, left, gone.
      if (events < 2 * PEOPLE) throw new Error(`${events} events`);
      const grown = (rss(keyward.pid) ?? 0) - before;
      tell(`${kind}: ${(grown / 2 ** 20).toFixed(1)} MiB grown over ${2 * PEOPLE} requests`);
      if (grown > MOST_GROWTH) throw new Error(`the memory grew by ${grown} bytes`);
      found.sent += asker.figures.sent;
      found.worstMs = Math.max(found.worstMs, asker.figures.worstMs);
      found.slopeKib = Math.max(found.slopeKib, grown / 1_024 / ((2 * PEOPLE) / 1_000));
      asker.close();
    }
    return { ...found, injected: '–', checked: found.sent, lost: 0 };
  },
};
