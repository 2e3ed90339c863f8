import { type Static, Type } from 'typebox';
import { AccountSchema, presentAccount } from '../../../features/bodies/account.ts';
import { factorsOf, type SecondFactor } from '../../../features/factors/kinds.ts';
import type { AccountRow } from '../../../store/schema.ts';

const SecondFactorSchema = Type.Unsafe<SecondFactor>({ type: 'string', enum: ['totp', 'passkey'] });

/** An account as superadmins see it. */
export const AdministeredAccountSchema = Type.Object({
  ...AccountSchema.properties,
  second_factors: Type.Array(SecondFactorSchema, {
    description: 'The kinds of second factors that the account has',
  }),
});

export function presentAdministeredAccount(row: AccountRow): Static<typeof AdministeredAccountSchema> {
  return { ...presentAccount(row), second_factors: factorsOf(row.second_factors) };
}
