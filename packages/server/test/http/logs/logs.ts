import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, SignedUp, TestKeyward } from '../../support/keyward.ts';
import { asObject } from '../expectations.ts';
import { addPerson } from '../people.ts';

/** A superadmin who asks the log routes. */
export interface Reader extends SignedUp {
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The records of a page, which must be answered with 200. */
  records(path: string): Promise<Record<string, unknown>[]>;
  lines(path: string): Promise<string[]>;
}

export async function addReader(keyward: TestKeyward): Promise<Reader> {
  const person = await addPerson(keyward, { role: 'superadmin' });
  const ask: Reader['ask'] = (method, path, body) =>
    keyward.callRoot(method, path, { token: person.token, ...(body !== undefined && { body }) });
  async function page(path: string): Promise<unknown[]> {
    const answer = await ask('GET', path);
    assert.equal(answer.status, 200, answer.text);
    const { records } = answer.body;
    assert.ok(Array.isArray(records));
    return records;
  }
  return {
    ...person,
    ask,
    records: async (path) => (await page(path)).map(asObject),
    lines: async (path) => (await page(path)).map(String),
  };
}

/** The content of the files in the log folder, by name. */
export function filesOf(keyward: TestKeyward): Record<string, string> {
  const folder = join(keyward.database.dataDir, 'logs');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.[a-z]+$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Changes settings of the log as the route does, without its checks. */
export function setLogging(
  { app: { services } }: TestKeyward,
  changes: Partial<typeof services.settings.current.logging>,
): void {
  const { current } = services.settings;
  services.settings.replace({ ...current, logging: { ...current.logging, ...changes } });
}

/** Writes records of a host application, with rising numbers. */
export function writeNumbered({ app: { services } }: TestKeyward, from: number, to: number): void {
  for (let number = from; number < to; number += 1) {
    services.logs.write({ event: 'test.number', message: `number ${number}`, metadata: { number } });
  }
}

/** The numbers of records that {@link writeNumbered} wrote. */
export function numbersOf(records: readonly Record<string, unknown>[]): unknown[] {
  return records.map(({ metadata }) => asObject(metadata)['number']);
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** A stream of server-sent events that is open, on a connection of its own. */
export interface OpenStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Resolves with the next event. */
  next: () => Promise<{ id: string; event: string; data: string }>;
  /** Resolves when the server has ended it. */
  ended: () => Promise<void>;
  close: () => Promise<void>;
}

export async function openStream(
  { port }: Pick<TestKeyward, 'port'>,
  path: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const asked = request({
    port,
    path,
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  asked.on('error', () => {});
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  // The connection may end for any reason.
  response.on('error', () => {});
  const over = new Promise<void>((resolve) => response.once('close', resolve));
  const chunks: AsyncIterator<string> = response.setEncoding('utf8')[Symbol.asyncIterator]();
  let text = '';

  async function nextBlock(): Promise<string> {
    while (!text.includes('\n\n')) {
      const { done, value } = await chunks.next();
      assert.ok(done !== true, `the stream has ended: ${text}`);
      text += value;
    }
    const end = text.indexOf('\n\n');
    const block = text.slice(0, end);
    text = text.slice(end + 2);
    return block;
  }

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    async next() {
      let block = await nextBlock();
      while (block.startsWith(':')) block = await nextBlock();
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      return { id: fields['id'] ?? '', event: fields['event'] ?? '', data: fields['data'] ?? '' };
    },
    async ended() {
      response.resume();
      await over;
    },
    async close() {
      asked.destroy();
      await over;
    },
  };
}
