import { type Static, Type } from 'typebox';
import { nullable } from '../../../features/audit/serializers/shapes.ts';
import type { AdministeredAccountSchema } from '../../admin/accounts/administered-account.ts';
import { getAccounts } from '../../admin/accounts/get-accounts.ts';
import { patchAccount } from '../../admin/accounts/patch-account.ts';
import { Id } from '../../wire/endpoint/lists.ts';
import { call, tool } from './tool.ts';

/** An account, limited to what agents need. */
export const BriefAccountSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  handle: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  role: Type.String(),
  status: Type.String(),
  second_factors: Type.Array(Type.String()),
  locked_until: nullable(Type.String()),
  created_at: Type.String(),
});

export function brief(account: Static<typeof AdministeredAccountSchema>): Static<typeof BriefAccountSchema> {
  const { id, name, handle, email, email_verified, role, status } = account;
  const { second_factors, locked_until, created_at } = account;
  return {
    id,
    name,
    handle,
    email,
    email_verified,
    role,
    status,
    second_factors,
    locked_until,
    created_at,
  };
}

export const findAccounts = tool({
  name: 'find_accounts',
  title: 'Find accounts',
  description:
    'Finds accounts by words that email, handle and name contain, or by the beginning of a phone number, uid or external id.',
  scopes: ['accounts:read'],
  effect: 'reads',
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 320, description: 'Left out: all, newest first' })),
    status: Type.Optional(Type.String({ maxLength: 50, examples: ['suspended'] })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 25, default: 10 })),
  }),
  output: Type.Object({ total: Type.Integer(), accounts: Type.Array(BriefAccountSchema) }),
  async run({ query, status, limit = 10 }, context) {
    const { total, accounts } = await call(context, getAccounts, { q: query, status, limit });
    return { total, accounts: accounts.map(brief) };
  },
});

export const suspendAccount = tool({
  name: 'suspend_account',
  title: 'Suspend an account',
  description:
    'Keeps a person out: suspends the account and ends all of its sessions, at once. A person with access to the console can make it active again. Superadmins cannot be suspended here.',
  scopes: ['accounts:write'],
  effect: 'destroys',
  input: Type.Object({ account_id: Id }),
  output: Type.Object({ account: BriefAccountSchema }),
  run: async ({ account_id }, context) => ({
    account: brief(await call(context, patchAccount, { account_id, status: 'suspended' })),
  }),
});

export const endSessions = tool({
  name: 'end_sessions',
  title: 'Sign a person out',
  description: 'Ends all sessions of an account. The person can sign in again. Not for superadmins.',
  scopes: ['sessions:write'],
  effect: 'destroys',
  input: Type.Object({ account_id: Id }),
  output: Type.Object({ ended: Type.Integer() }),
  run: async ({ account_id }, { services, actor }) => ({
    ended: await services.administration.endSessionsOf(actor, account_id),
  }),
});
