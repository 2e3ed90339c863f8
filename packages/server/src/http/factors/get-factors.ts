import { Type } from 'typebox';
import { PasskeySchema, presentPasskey } from '../../features/bodies/passkey.ts';
import { nullable, Timestamp } from '../../features/bodies/shapes.ts';
import { askedFactors } from '../../features/factors/kinds.ts';
import { timestamp } from '../../lib/clock.ts';
import { signedInEndpoint } from '../wire/endpoint.ts';

const LastUsed = nullable(Timestamp);

export const getFactors = signedInEndpoint({
  summary: 'Your second factors',
  response: {
    200: Type.Object({
      totp: Type.Union([Type.Object({ created_at: Timestamp, last_used_at: LastUsed }), Type.Null()], {
        description: 'The authenticator app; null: none',
      }),
      passkeys: Type.Array(PasskeySchema),
      recovery_codes: Type.Union(
        [Type.Object({ left: Type.Integer({ description: 'How many still work' }) }), Type.Null()],
        { description: 'Null without a second factor' },
      ),
      required: Type.Boolean({ description: 'Whether the settings ask this account for a second factor' }),
    }),
  },
  errors: [],
  unenrolled: true,
  async handle({ services: { store, settings }, caller: { row } }) {
    const { account_id: id, account__role: role, account__second_factors: bits } = row;
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
  },
});

function stamped(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}
