import { type Static, Type } from 'typebox';
import { AccountSchema, presentAccount } from '../../../features/audit/serializers/account.ts';
import { nullable, Timestamp } from '../../../features/audit/serializers/shapes.ts';
import { factorsOf, type SecondFactor } from '../../../features/audit/serializers/factor-kinds.ts';
import type { Lock } from '../../../features/limits/locks.ts';
import type { Services } from '../../../services/services.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';

const SecondFactorSchema = Type.Unsafe<SecondFactor>({ type: 'string', enum: ['totp', 'passkey'] });

/** An account as superadmins see it. */
export const AdministeredAccountSchema = Type.Object({
  ...AccountSchema.properties,
  second_factors: Type.Array(SecondFactorSchema, {
    description: 'The kinds of second factors that the account has',
  }),
  locked_until: nullable({
    ...Timestamp,
    description: 'When its lock ends; null: it is not locked',
  }),
  locked_scope: Type.Unsafe<Lock['scope'] | null>({
    anyOf: [{ type: 'string', enum: ['account', 'address'] }, { type: 'null' }],
    description:
      '`address`: only for the browser or address that guessed; `account`: for everybody except browsers and addresses that the account knows; null: it is not locked',
  }),
  totp_locked: Type.Boolean({
    description:
      'Whether too many wrong codes have locked its authenticator app, until a passkey, a recovery code or a reset of the password',
  }),
  deletion_at: nullable({
    ...Timestamp,
    description:
      'When it will be deleted at the request of its owner, unless they sign in before; null: it will not be deleted',
  }),
});

type Known = Pick<Services, 'locks' | 'factors'>;

type AdministeredAccount = Static<typeof AdministeredAccountSchema>;

export async function presentAdministeredAccounts(
  { locks, factors }: Known,
  rows: readonly AccountRow[],
): Promise<AdministeredAccount[]> {
  const [locked, apps] = await Promise.all([locks.of(rows), factors.lockedApps(rows)]);
  return rows.map((row) => ({
    ...presentAccount(row),
    second_factors: factorsOf(row.second_factors),
    locked_until: timeOf(locked.get(row.id)?.until),
    locked_scope: locked.get(row.id)?.scope ?? null,
    totp_locked: apps.has(row.id),
    deletion_at: timeOf(row.deletion_at),
  }));
}

export async function presentAdministeredAccount(
  services: Known,
  row: AccountRow,
): Promise<AdministeredAccount> {
  const [account] = await presentAdministeredAccounts(services, [row]);
  if (account === undefined) throw new Error('a row has no presented account');
  return account;
}

function timeOf(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : timestamp(at);
}
