import { type Static, Type } from 'typebox';
import { AccountSchema, presentAccount } from '../../../features/bodies/account.ts';
import { nullable, Timestamp } from '../../../features/bodies/shapes.ts';
import { factorsOf, type SecondFactor } from '../../../features/factors/kinds.ts';
import type { Services } from '../../../features/services.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { AccountRow } from '../../../store/schema.ts';

const SecondFactorSchema = Type.Unsafe<SecondFactor>({ type: 'string', enum: ['totp', 'passkey'] });

/** An account as superadmins see it. */
export const AdministeredAccountSchema = Type.Object({
  ...AccountSchema.properties,
  second_factors: Type.Array(SecondFactorSchema, {
    description: 'The kinds of second factors that the account has',
  }),
  locked_until: nullable({
    ...Timestamp,
    description: 'Until when guesses for it are refused, from one address or from all; null: they are not',
  }),
  deletion_at: nullable({
    ...Timestamp,
    description: "When it is deleted at its owner's wish, unless they sign in before; null: it stays",
  }),
});

type AdministeredAccount = Static<typeof AdministeredAccountSchema>;

export async function presentAdministeredAccounts(
  { locks }: Pick<Services, 'locks'>,
  rows: readonly AccountRow[],
): Promise<AdministeredAccount[]> {
  const ends = await locks.until(rows);
  return rows.map((row) => ({
    ...presentAccount(row),
    second_factors: factorsOf(row.second_factors),
    locked_until: timeOf(ends.get(row.id)),
    deletion_at: timeOf(row.deletion_at),
  }));
}

export async function presentAdministeredAccount(
  services: Pick<Services, 'locks'>,
  row: AccountRow,
): Promise<AdministeredAccount> {
  const [account] = await presentAdministeredAccounts(services, [row]);
  if (account === undefined) throw new Error('an account is presented for each row');
  return account;
}

function timeOf(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : timestamp(at);
}
