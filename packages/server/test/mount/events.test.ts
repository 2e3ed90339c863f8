import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import type { EventOf, KeywardEvent } from '../../src/index.ts';
import { type TestDatabase } from '../support/databases.ts';
import { ADA, bearer, direct, json, mounted, over, type Send, signUp } from './mounted.ts';
import { listening } from './hosts.ts';
import { databasesFor } from '../support/usual-size.ts';

/** Makes every transaction that stores an event of the type fail at its commit. */
async function failCommits(database: TestDatabase, type: string): Promise<void> {
  const query = (text: string) => database.query(text);
  await query('create table nobody (id integer primary key)');
  await query('create table belated (id integer references nobody (id) deferrable initially deferred)');
  const insert = 'insert into belated (id) values (1)';
  if (database.kind === 'sqlite') {
    await query(
      `create trigger belate after insert on events when new.type = '${type}' begin ${insert}; end`,
    );
    return;
  }
  await query(
    `create function belate() returns trigger language plpgsql as 'begin ${insert}; return new; end'`,
  );
  await query(
    `create trigger belate after insert on events for each row when (new.type = '${type}') execute function belate()`,
  );
}

async function letCommit(database: TestDatabase): Promise<void> {
  const query = (text: string) => database.query(text);
  await query(database.kind === 'sqlite' ? 'drop trigger belate' : 'drop function belate cascade');
  await query('drop table belated');
  await query('drop table nobody');
}

const rename = (send: Send, token: string, name: string) =>
  send('/auth/me', { ...json({ name }, bearer(token).headers), method: 'PATCH' });

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the events of a mounted service on ${kind}`, () => {
    it('are delivered by type, through Node, Fastify and fetch alike, until the listener stops', async () => {
      const heard: string[] = [];
      const ids: string[] = [];
      await using service = await mounted({}, kind);
      const { keyward, database } = service;
      const app = Fastify();
      await app.register(keyward.fastify);
      const fastify = over(await app.listen({ port: 0 }));
      await using node = await listening(createServer(keyward.node));
      const enough = keyward.on('account.created', ({ type, data }) => {
        // Typed by the type of the event.
        const { account, method, client }: EventOf<'account.created'>['data'] = data;
        heard.push(`${type}: ${account.email} by ${method} from ${client?.ip_address}`);
      });
      keyward.on('session.*', ({ type }) => void heard.push(type));
      keyward.on('*', ({ id }) => void ids.push(id));
      for (const [name, send] of Object.entries({ node: node.send, fastify, fetch: direct(keyward) })) {
        await signUp(send, { email: `${name}@example.org` });
        const client = name === 'fetch' ? 'unknown' : '127.0.0.1';
        assert.deepEqual(heard.splice(0), [
          `account.created: ${name}@example.org by password from ${client}`,
          'session.started',
        ]);
      }
      enough();
      await signUp(node.send);
      assert.deepEqual(heard, ['session.started']);
      const stored = await database.query('select uid from events order by id');
      assert.deepEqual(
        ids,
        stored.map(({ uid }) => uid),
      );
      await app.close();
    });

    it('are delivered after the commit, and never if it fails', async () => {
      const heard: KeywardEvent[] = [];
      await using service = await mounted({}, kind);
      const { keyward, database } = service;
      keyward.on('*', (event) => void heard.push(event));
      const send = direct(keyward);
      const { access } = await signUp(send);
      heard.length = 0;
      await failCommits(database, 'account.updated');
      try {
        assert.equal((await rename(send, access, 'Ada King')).status, 503);
        assert.deepEqual(heard.splice(0), []);
      } finally {
        await letCommit(database);
      }
      assert.equal((await rename(send, access, 'Ada Lovelace')).status, 200);
      const [event, ...more] = heard;
      assert.deepEqual(more, []);
      assert.ok(event?.type === 'account.updated');
      assert.deepEqual(event.data.changed, { name: 'Ada Lovelace' });
      assert.deepEqual(event.data.previous, { name: ADA.name });
    });
  });
}

describe('a listener', () => {
  it('that throws, rejects or changes the event harms nobody, and is reported', async () => {
    const names: string[] = [];
    await using service = await mounted();
    const { keyward } = service;
    keyward.on('account.created', ({ data }) => {
      data.account.name = 'Mallory';
      throw new Error('first');
    });
    keyward.on('account.*', async () => {
      await setImmediate();
      throw new Error('second');
    });
    keyward.on('account.created', ({ data }) => void names.push(data.account.name));
    await signUp(direct(keyward));
    await setImmediate();
    assert.deepEqual(names, [ADA.name]);
    assert.deepEqual(service.reported.splice(0).map(String), ['Error: first', 'Error: second']);
  });

  it('for events that do not exist is refused', async () => {
    await using service = await mounted();
    const { keyward } = service;
    const nothing = () => {};
    for (const [type, message] of [
      ['account.create', 'type: there is no event "account.create"; did you mean "account.created"?'],
      ['weather.*', 'type: there is no event "weather.*"; /docs/event-types of the service lists all'],
    ] as const)
      // @ts-expect-error -- there is no such type
      assert.throws(() => keyward.on(type, nothing), { name: 'TypeError', message });
    // @ts-expect-error -- the listener is missing
    assert.throws(() => keyward.on('*'), { message: 'listener: not a function; give one.' });
  });
});
