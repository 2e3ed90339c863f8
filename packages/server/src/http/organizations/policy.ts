import { type Static, Type } from 'typebox';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { MAX_ADDRESSES, MAX_MINUTES, MIN_MINUTES, readPolicy } from '../../features/organizations/policy.ts';
import { type OrganizationRow, SESSION_METHODS, type SessionMethod } from '../../store/engine/schema.ts';

/** The requirements of an organization for sessions, in the form of the API. */

const FIELDS = {
  require_second_factor: Type.Boolean({
    description: 'The session has proven a second factor, or a passkey',
  }),
  methods: Type.Unsafe<SessionMethod[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', enum: [...SESSION_METHODS] },
    minItems: 1,
    maxItems: SESSION_METHODS.length,
    description: 'The accepted ways to sign in; null: all',
    examples: [['passkey', 'provider']],
  }),
  session_minutes: nullable(
    Type.Integer({
      minimum: MIN_MINUTES,
      maximum: MAX_MINUTES,
      description: 'The maximum time since the sign-in; null: any',
      examples: [720],
    }),
  ),
  idle_minutes: nullable(
    Type.Integer({
      minimum: MIN_MINUTES,
      maximum: MAX_MINUTES,
      description: 'The maximum time of inactivity, to within two minutes; null: any',
      examples: [30],
    }),
  ),
  allowed_addresses: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', format: 'address-range', maxLength: 100 },
    minItems: 1,
    maxItems: MAX_ADDRESSES,
    description: 'Addresses and CIDR ranges that requests may come from; null: any',
    examples: [['203.0.113.0/24']],
  }),
};

export const PolicySchema = Type.Object(FIELDS);

/** Changes only the fields that it contains. */
export const PolicyEdit = Type.Object(
  {
    require_second_factor: Type.Optional(FIELDS.require_second_factor),
    methods: Type.Optional(FIELDS.methods),
    session_minutes: Type.Optional(FIELDS.session_minutes),
    idle_minutes: Type.Optional(FIELDS.idle_minutes),
    allowed_addresses: Type.Optional(FIELDS.allowed_addresses),
  },
  { additionalProperties: false, description: 'Changes the fields that it names' },
);

export function presentPolicy(row: Pick<OrganizationRow, 'policy'>): Static<typeof PolicySchema> {
  const { methods, allowed_addresses: addresses, ...policy } = readPolicy(row);
  return {
    ...policy,
    methods: methods === null ? null : [...methods],
    allowed_addresses: addresses === null ? null : [...addresses],
  };
}
