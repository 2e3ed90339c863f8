import { Type } from 'typebox';
import { field, invalidConfig, sectionKind, type ValuesOf } from '../section-kind.ts';

function oneOf<const Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description });
}

const fields = {
  policy: field(
    oneOf(
      ['optional', 'superadmins', 'everyone'],
      'Who must have a second factor; until they do, their sessions only open the enrolment',
    ),
    'optional',
  ),
  totp: field(
    Type.Boolean({ description: 'Whether codes of authenticator apps can be enrolled and used' }),
    true,
  ),
  passkeys: field(Type.Boolean({ description: 'Whether passkeys can be enrolled and used' }), true),
  rp_id: field(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 253,
      examples: ['example.com'],
      description:
        'Domain that passkeys belong to: the host of the public address or of an allowed frontend, or a parent of it; null: the host of the public address',
    }),
    null,
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
  ),
  step_up: field(
    oneOf(
      ['factors', 'sensitive'],
      'Acts that need recent authentication: changes of factors, or also of the password, the email, and provider links',
    ),
    'factors',
  ),
};

/** Second factors and passkeys: who needs them, and which may be used. */
export type FactorsSettings = ValuesOf<typeof fields>;

export const factors = sectionKind({
  fields,
  check({ policy, totp, passkeys, rp_id }, { hosts }) {
    if (policy !== 'optional' && !totp && !passkeys)
      throw invalidConfig('policy', 'must be "optional" while totp and passkeys are off: nobody could enrol');
    if (rp_id === null || hosts().some((host) => isHostOrParent(rp_id, host))) return;
    throw invalidConfig(
      'rp_id',
      `must be one of ${[...new Set(hosts())].join(', ')}, or a parent domain of one: browsers refuse passkeys of other domains`,
    );
  },
});

/** WebAuthn Level 3 §5.1.2: a relying party's id is a registrable suffix of the host, or the host. */
function isHostOrParent(rpId: string, host: string): boolean {
  return rpId === host || (rpId.includes('.') && host.endsWith(`.${rpId}`));
}
