import assert from 'node:assert/strict';
import type { Answer, TestKeyward } from '../../support/keyward.ts';
import { addPerson, newSession } from '../people.ts';

/** A superadmin who reads and changes settings, with a new token whenever the old one has ended. */
export interface Superadmin {
  get: (path: string) => Promise<Answer>;
  post: (path: string, body: unknown) => Promise<Answer>;
  patch: (path: string, body: unknown) => Promise<Answer>;
  /** A change that must succeed. */
  set: (section: string, body: unknown) => Promise<void>;
  /** One section as it is shown. */
  shown: (section: string) => Promise<Record<string, unknown>>;
  id: number;
  email: string;
}

const superadmins = new WeakMap<object, Promise<Superadmin>>();

/** The superadmin of an app; the same at each call. */
export function superadminOf(keyward: TestKeyward): Promise<Superadmin> {
  const known = superadmins.get(keyward.app);
  if (known !== undefined) return known;
  const made = addPerson(keyward, { role: 'superadmin' }).then(({ id, email }) => enter(keyward, id, email));
  superadmins.set(keyward.app, made);
  return made;
}

/** An existing superadmin, on another instance or after a restart. */
export function enter(keyward: TestKeyward, id: number, email: string): Superadmin {
  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const { token } = await newSession(keyward, id);
    return keyward.call(method, path, { token, ...(body !== undefined && { body }) });
  }

  return {
    id,
    email,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    async set(section, body) {
      const answer = await call('POST', `/config/${section}`, body);
      assert.equal(answer.status, 200, answer.text);
    },
    async shown(section) {
      const answer = await call('GET', '/config/load/');
      const sections: Record<string, Record<string, unknown>> = JSON.parse(answer.text);
      return sections[section] ?? {};
    },
  };
}
