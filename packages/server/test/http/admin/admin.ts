import assert from 'node:assert/strict';
import type { ServiceEvent } from '../../../src/features/audit/events/events.ts';
import type { Answer, SignedUp, TestKeyward } from '../../support/keyward.ts';
import { assertRefusal } from '../expectations.ts';
import { addPerson, type PersonFields } from '../people.ts';

/** An active superadmin, signed in. */
export function addSuperadmin(keyward: TestKeyward, fields: PersonFields = {}): Promise<SignedUp> {
  return addPerson(keyward, { ...fields, role: 'superadmin' });
}

/** Asserts that a route refuses callers without a token, without the role, and without an active account. */
export async function assertForSuperadmins(
  keyward: TestKeyward,
  ask: (token: string | undefined) => Promise<Answer>,
): Promise<void> {
  assertRefusal(await ask(undefined), 401, 'TokenMissingError');
  assertRefusal(await ask('forged'), 401, 'InvalidTokenError');
  assertRefusal(await ask((await addPerson(keyward)).token), 403, 'RoleMismatchError');
  const suspended = await addSuperadmin(keyward, { status: 'suspended' });
  assertRefusal(await ask(suspended.token), 403, 'AccountInactiveError');
}

/** The events that a task causes. */
export async function eventsOf(keyward: TestKeyward, task: () => Promise<unknown>): Promise<ServiceEvent[]> {
  const events: ServiceEvent[] = [];
  const end = keyward.app.services.events.subscribe((event) => events.push(event));
  try {
    await task();
  } finally {
    end();
  }
  return events;
}

/** The rows of a list's answer. */
export function rowsOf(answer: Answer, name: string): Record<string, unknown>[] {
  assert.equal(answer.status, 200, answer.text);
  const rows = answer.body[name];
  assert.ok(Array.isArray(rows), answer.text);
  return rows;
}

/** Invalid values of pages, limits and ids. */
export const NOT_COUNTS = [
  '-1',
  '0',
  '1.5',
  '9007199254740993',
  '9223372036854775808',
  '1e308',
  'NaN',
  'text',
  '',
  '%00',
  '1%27',
];
