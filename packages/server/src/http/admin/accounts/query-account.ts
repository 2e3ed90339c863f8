import { Type } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import { parseEmail } from '../../../lib/email.ts';
import { parseHandle } from '../../../lib/handle.ts';
import { parsePhone } from '../../../lib/phone.ts';
import type { AccountStore } from '../../../store/accounts.ts';
import { callableEndpoint } from '../../wire/endpoint.ts';
import { AdministeredAccountSchema, presentAdministeredAccount } from './administered-account.ts';

const FIELDS = ['id', 'email', 'handle', 'phone', 'uid', 'external_id'] as const;

type Key = Parameters<AccountStore['find']>;

/** Per field, its column and the stored form of a value; null for a value that no account can have. */
const KEYS: Record<(typeof FIELDS)[number], [Key[0], (value: string) => Key[1] | null]> = {
  id: ['id', (value) => (/^[1-9][0-9]{0,14}$/.test(value) ? Number(value) : null)],
  email: ['email_key', (value) => parseEmail(value)?.key ?? null],
  handle: ['handle_key', (value) => parseHandle(value)?.key ?? null],
  phone: ['phone', parsePhone],
  uid: ['uid', (value) => value.toLowerCase()],
  external_id: ['external_id', (value) => value],
};

export const queryAccount = callableEndpoint({
  summary:
    'Find an account by id, email, handle, phone, uid or external_id; `accounts` repeats it as a list of one',
  query: Type.Object({
    field: Type.Enum([...FIELDS]),
    value: Type.String({ format: 'text', minLength: 1, maxLength: 320 }),
  }),
  response: {
    200: Type.Object({
      ...AdministeredAccountSchema.properties,
      accounts: Type.Array(AdministeredAccountSchema),
    }),
  },
  errors: ['UserNotFoundError'],
  async handle({ services, query: { field, value } }) {
    const [column, read] = KEYS[field];
    const key = read(value);
    const account = key === null ? null : await services.store.accounts.find(column, key);
    if (account === null) throw new KeywardError('UserNotFoundError');
    const presented = await presentAdministeredAccount(services, account);
    // Clients that render results like the list read them there.
    return { ...presented, accounts: [presented] };
  },
});
