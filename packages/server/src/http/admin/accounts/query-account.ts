import { Type } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import { parseEmail } from '../../../lib/email.ts';
import { parseHandle } from '../../../lib/handle.ts';
import { keysOf } from '../../../lib/keys-of.ts';
import { parsePhone } from '../../../lib/phone.ts';
import { searchKey } from '../../../lib/text.ts';
import type { Services } from '../../../services/services.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { AccountStore } from '../../../store/tables/accounts.ts';
import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import { AdministeredAccountSchema, presentAdministeredAccounts } from './administered-account.ts';

/** The only search field that accounts may share. */
const SHARED = 'name';
/** The maximum page size of the list. */
const MOST = 100;

type Key = Parameters<AccountStore['find']>;

/** Per unique field, its column and the stored form of a value; null for a value that no account can have. */
const KEYS = {
  id: ['id', (value) => (/^[1-9][0-9]{0,14}$/.test(value) ? Number(value) : null)],
  email: ['email_key', (value) => parseEmail(value)?.key ?? null],
  handle: ['handle_key', (value) => parseHandle(value)?.key ?? null],
  phone: ['phone', parsePhone],
  uid: ['uid', (value) => value.toLowerCase()],
  external_id: ['external_id', (value) => value],
} satisfies Record<string, [Key[0], (value: string) => Key[1] | null]>;

type Field = keyof typeof KEYS;

export const queryAccount = callableEndpoint({
  summary:
    'Find an account by id, email, handle, phone, uid or external_id, or by a part of its name; `accounts` has all that match, newest first',
  query: Type.Object({
    field: Type.Enum([...keysOf(KEYS), SHARED]),
    value: Type.String({ format: 'text', minLength: 1, maxLength: 320 }),
  }),
  response: {
    200: Type.Object({
      ...AdministeredAccountSchema.properties,
      accounts: Type.Array(AdministeredAccountSchema),
    }),
  },
  errors: ['UserNotFoundError'],
  async handle({ services, query: { field, value }, signal }) {
    const rows =
      field === SHARED ? await named(services, value, signal) : await having(services, field, value);
    const accounts = await presentAdministeredAccounts(services, rows);
    const [first] = accounts;
    if (first === undefined) throw new KeywardError('UserNotFoundError');
    // For clients that render the results like the list.
    return { ...first, accounts };
  },
});

async function having({ store }: Services, field: Field, value: string): Promise<AccountRow[]> {
  const [column, read] = KEYS[field];
  const key = read(value);
  const account = key === null ? null : await store.accounts.find(column, key);
  return account === null ? [] : [account];
}

async function named({ store, clock }: Services, value: string, signal?: AbortSignal): Promise<AccountRow[]> {
  const page = await store.accounts.list({
    page: 1,
    after: null,
    limit: MOST,
    descending: true,
    now: clock.now(),
    signal,
    order: 'created_at',
    condition: { column: 'name_key', contains: searchKey(value) },
    search: null,
    filter: {},
  });
  return [...page.rows];
}
