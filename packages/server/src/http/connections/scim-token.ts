import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { timestamp } from '../../lib/clock.ts';
import type { ListedToken } from '../../features/provisioning/tokens.ts';
import { ConnectionParams } from './connection.ts';

/** Provisioning tokens as the API shows them. */

const TokenId = Type.String({ pattern: '^sct_[A-Za-z0-9_-]{22}$', examples: ['sct_4Yb1Qm0cW2nS8tJx6Kd3Vg'] });

export const ScimTokenParams = Type.Object({ ...ConnectionParams.properties, token_id: TokenId });

export const ScimTokenSchema = Type.Object({
  id: TokenId,
  hint: Type.String({ description: 'The beginning of the token', examples: ['kw_scim_00P7TM'] }),
  created_by: nullable(
    Type.Integer({ description: 'The account that made it, or the portal; null: a key or the host' }),
  ),
  trusted: Type.Boolean({
    description: 'Whether it has every permission for which the connection is trusted',
  }),
  created_at: Timestamp,
  last_used_at: nullable(
    Type.String({
      description: 'To the minute, in the form of created_at; null: never',
      examples: ['2026-03-01T09:30:00.000'],
    }),
  ),
});

export function presentScimToken({ row, trusted }: ListedToken): Static<typeof ScimTokenSchema> {
  const { uid: id, hint, vouched_by: created_by, created_at, last_used_at: used } = row;
  return {
    id,
    hint,
    created_by,
    trusted,
    created_at: timestamp(created_at),
    last_used_at: used === null ? null : timestamp(used),
  };
}
