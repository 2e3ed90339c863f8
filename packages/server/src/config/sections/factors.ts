import { Type } from 'typebox';
import { field, type ValuesOf } from './field.ts';

function oneOf<const Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description });
}

export const factorsFields = {
  policy: field(
    oneOf(
      ['optional', 'superadmins', 'everyone'],
      'Who must have a second factor; until they do, their sessions can only enrol one',
    ),
    'optional',
    { keys: 'closed' },
  ),
  totp: field(
    Type.Boolean({ description: 'Whether codes of authenticator apps can be enrolled and used' }),
    true,
    { keys: 'closed' },
  ),
  passkeys: field(Type.Boolean({ description: 'Whether passkeys can be enrolled and used' }), true, {
    keys: 'closed',
  }),
  rp_id: field(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 253,
      examples: ['example.com'],
      description:
        'Domain that passkeys belong to: the host of the public address or of an allowed frontend, or a parent of it; null: the host of the public address',
    }),
    null,
    { keys: 'closed' },
  ),
  rp_name: field(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 64,
      examples: ['Shop'],
      description: 'Name that authenticators show; null: the name of the sender of mails',
    }),
    null,
    { keys: 'closed' },
  ),
  step_up: field(
    oneOf(
      ['factors', 'sensitive'],
      'Acts that need recent authentication: changes of factors, or also of the password, the email, and provider links',
    ),
    'factors',
    { keys: 'closed' },
  ),
};

/** The policy for second factors and passkeys, and the kinds that may be used. */
export type FactorsSettings = ValuesOf<typeof factorsFields>;
