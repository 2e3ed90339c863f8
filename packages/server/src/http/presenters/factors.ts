import { type Static, Type } from 'typebox';
import { PasskeySchema, presentPasskey } from '../../features/identity/mfa/passkey-serializer.ts';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { askedFactors } from '../../features/audit/serializers/factor-kinds.ts';
import type { Services } from '../../services/services.ts';
import { timestamp } from '../../lib/clock.ts';
import type { AccountRow } from '../../store/engine/schema.ts';

/** The second factors of an account, without their secrets. */
export const FactorsSchema = Type.Object({
  totp: Type.Union([Type.Object({ created_at: Timestamp, last_used_at: nullable(Timestamp) }), Type.Null()], {
    description: 'The authenticator app; null: none',
  }),
  passkeys: Type.Array(PasskeySchema),
  recovery_codes: Type.Union(
    [Type.Object({ left: Type.Integer({ description: 'The number of unused codes' }) }), Type.Null()],
    { description: 'Null without a second factor' },
  ),
  required: Type.Boolean({ description: 'Whether the settings ask this account for a second factor' }),
});

export async function presentFactors(
  { store, settings }: Pick<Services, 'store' | 'settings'>,
  { id, role, second_factors: bits }: Pick<AccountRow, 'id' | 'role' | 'second_factors'>,
): Promise<Static<typeof FactorsSchema>> {
  const [totp, passkeys, left] = await Promise.all([
    store.totps.find(id),
    store.passkeys.ofAccount(id),
    store.recoveryCodes.count(id),
  ]);
  return {
    totp:
      totp === null || totp.created_at === null
        ? null
        : { created_at: timestamp(totp.created_at), last_used_at: stamped(totp.last_used_at) },
    passkeys: passkeys.map(presentPasskey),
    recovery_codes: bits === 0 ? null : { left },
    required: askedFactors(role, settings.current.factors) !== null,
  };
}

function stamped(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}
