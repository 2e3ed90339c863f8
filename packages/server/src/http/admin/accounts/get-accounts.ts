import { Type } from 'typebox';
import { parseEmail } from '../../../lib/email.ts';
import { keysOf } from '../../../lib/keys-of.ts';
import { eachProfileField } from '../../../lib/profile-fields.ts';
import { searchKey } from '../../../lib/text.ts';
import { ACCOUNT_ORDERS } from '../../../store/tables/account-list.ts';
import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS, sortedBy } from '../../wire/endpoint/lists.ts';
import { conditionOf, fieldQuery, flagIn, numberIn, textIn, timeIn } from '../field-query.ts';
import { AdministeredAccountSchema, presentAdministeredAccounts } from './administered-account.ts';

const ORDERS = keysOf(ACCOUNT_ORDERS);

const FIELDS = {
  id: numberIn('id'),
  uid: (value: string) => ({ column: 'uid', is: value.toLowerCase() }),
  name: textIn('name_key', searchKey),
  handle: textIn('handle_key'),
  email: textIn('email_key', (value) => parseEmail(value)?.key ?? value),
  ...eachProfileField((name, { searched }) => textIn(name, searched)),
  role: textIn('role'),
  status: textIn('status'),
  external_id: textIn('external_id'),
  email_verified: flagIn('email_verified'),
  created_at: timeIn('created_at'),
  updated_at: timeIn('updated_at'),
};

const ACCOUNTS = listOf('accounts', ORDERS, {
  q: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 320,
      description:
        'Words that email, handle and name contain, or the beginning of phone, uid or external_id. Fewer than three letters or digits in a row: the beginning of any of them',
    }),
  ),
  role: Type.Optional(Type.String({ format: 'text' })),
  status: Type.Optional(Type.String({ format: 'text' })),
  email_verified: Type.Optional(Type.Boolean()),
  ...fieldQuery(FIELDS),
});

export const getAccounts = callableEndpoint({
  summary: 'The accounts, newest first',
  query: ACCOUNTS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, accounts: Type.Array(AdministeredAccountSchema) }) },
  errors: [],
  async handle({ services, query, signal }) {
    const { q = '', role, status, email_verified: verified } = query;
    const asked = ACCOUNTS.asked(query, { now: services.clock.now(), signal });
    const page = await services.store.accounts.list({
      ...asked.request,
      order: sortedBy(query, ORDERS),
      condition: conditionOf(FIELDS, query),
      search: q.trim() === '' ? null : q.trim(),
      filter: {
        ...(role !== undefined && { role }),
        ...(status !== undefined && { status }),
        ...(verified !== undefined && { email_verified: verified ? 1 : 0 }),
      },
    });
    return {
      ...asked.present(page),
      accounts: await presentAdministeredAccounts(services, page.rows),
    };
  },
});
