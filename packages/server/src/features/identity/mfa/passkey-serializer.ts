import { type Static, Type } from 'typebox';
import { timestamp } from '../../../lib/clock.ts';
import type { PasskeyRow } from '../../../store/engine/schema.ts';
import { providerOf } from './aaguids.ts';
import { nullable, Timestamp } from '../../audit/serializers/shapes.ts';

/** A passkey as its owner sees it. */
export const PasskeySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String({ examples: ['Work laptop'] }),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  backed_up: Type.Boolean({
    description: 'Whether it is synced: its provider, and other devices of its owner, may have copies',
  }),
  provider: nullable(
    Type.String({ description: 'The passkey provider, if it is known', examples: ['1Password'] }),
  ),
});

export function presentPasskey(row: PasskeyRow): Static<typeof PasskeySchema> {
  return {
    id: row.id,
    name: row.name,
    created_at: timestamp(row.created_at),
    last_used_at: row.last_used_at === null ? null : timestamp(row.last_used_at),
    backed_up: row.backed_up === 1,
    provider: providerOf(row.aaguid),
  };
}
