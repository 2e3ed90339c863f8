import type { FactorsSettings } from '../../../config/sections/factors.ts';
import { keysOf } from '../../../lib/keys-of.ts';

/** The second factors, each with its bit in `accounts.second_factors`. */
export const SECOND_FACTORS = { totp: 1, passkey: 2 } as const;

export type SecondFactor = keyof typeof SECOND_FACTORS;

/** The methods that can answer a challenge. */
export type FactorMethod = SecondFactor | 'recovery_code';

const NAMES = keysOf(SECOND_FACTORS);

/** The enrolled factors of an account, whether or not they may be used now. */
export function factorsOf(bits: number): SecondFactor[] {
  return NAMES.filter((name) => (bits & SECOND_FACTORS[name]) !== 0);
}

/** Whether the settings let a factor be enrolled and used. */
export function isEnabled(factor: SecondFactor, { totp, passkeys }: FactorsSettings): boolean {
  return factor === 'totp' ? totp : passkeys;
}

/**
 * The bits of the enabled factors, of which the policy requires an account to have at least one. Null if the policy
 * requires none.
 */
export function askedFactors(role: string, settings: FactorsSettings): number | null {
  const { policy } = settings;
  if (policy === 'optional' || (policy === 'superadmins' && role !== 'superadmin')) return null;
  return NAMES.filter((name) => isEnabled(name, settings)).reduce(
    (bits, name) => bits | SECOND_FACTORS[name],
    0,
  );
}

/** Whether an account must enrol a factor before its sessions open anything else. */
export function mustEnrol(role: string, bits: number, settings: FactorsSettings): boolean {
  const asked = askedFactors(role, settings);
  return asked !== null && (bits & asked) === 0;
}
