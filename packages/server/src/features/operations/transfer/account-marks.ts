import { timestamp } from '../../../lib/clock.ts';
import type { AccountRow, NewAccount } from '../../../store/engine/schema.ts';
import { BY_OLD_SESSION, isFromBefore, MOVED } from '../../identity/accounts/lifecycle.ts';
import { type Fields, MARK_TIMES } from './formats/fields.ts';
import { parseTime } from './formats/parse-time.ts';

/** How far the ways into an account of another Keyward are its owner's, and whether the account stays. */
export type Marks = Partial<Pick<NewAccount, 'password_after_proof' | (typeof MARK_TIMES)[number]>>;

/** `password_after_proof` as a word: an empty field means that nothing is known. */
const SET_BY: ReadonlyMap<string, number | null> = new Map<string, number | null>([
  ['owner', 1],
  ['anybody', 0],
  ['old_session', BY_OLD_SESSION],
  ['superadmin', null],
]);

export function marksOf(row: AccountRow): Fields {
  // The other service knows no earlier mailbox.
  const known = row.password_after_proof === MOVED ? 0 : row.password_after_proof;
  const setBy = [...SET_BY].find(([, mark]) => mark === known);
  const times = MARK_TIMES.map((field) => [field, row[field] === null ? null : `${timestamp(row[field])}Z`]);
  return { password_set_by: setBy?.[0], ...Object.fromEntries(times) };
}

export function readMarks(
  given: (field: string) => unknown,
  refuse: (field: string, message: string) => undefined,
): Marks {
  const marks: Marks = {};
  const setBy = given('password_set_by');
  const mark = typeof setBy === 'string' ? SET_BY.get(setBy) : undefined;
  if (mark !== undefined) marks.password_after_proof = mark;
  else if (setBy !== undefined) refuse('password_set_by', `must be one of ${[...SET_BY.keys()].join(', ')}`);
  for (const field of MARK_TIMES) {
    const value = given(field);
    if (value === undefined) continue;
    const at = parseTime(value);
    if (at === null) refuse(field, TIME_RULE);
    else marks[field] = at;
  }
  return marks;
}

/** Whether a record gives an account another password. */
export function isNewPassword(
  before: Pick<AccountRow, 'password_hash'>,
  { password_hash: hash }: Pick<Partial<NewAccount>, 'password_hash'>,
): boolean {
  return hash !== undefined && hash !== before.password_hash;
}

/** What a new password of a known account brings along. Nothing that a file says lifts a doubt about the account here. */
export function marksOfPassword({
  password_after_proof: mark = null,
  password_unproven_at: at,
}: Marks): Marks {
  return {
    ...(isFromBefore(mark) && { password_after_proof: mark }),
    ...(at !== undefined && { password_unproven_at: at }),
  };
}

export const TIME_RULE = 'must be a time such as 2026-01-31T12:00:00Z, or milliseconds since 1970';
