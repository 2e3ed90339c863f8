import { Type } from 'typebox';
import { ALGORITHMS, jwtFields, type JwtSettings } from '../../../config/sections/jwt.ts';
import { MIN_SECRET_BYTES, PRIVATE_KEYS } from '../../../config/signing-secret.ts';
import { invalidConfig, isKept, sectionKind, type Some } from '../section-kind.ts';
import { CLAIM_FIELDS, isClaimPath, isReserved } from '../../sessions/claim-rules.ts';
import { isPublished } from '../published-secret.ts';

/** A token with it and all other claims stays below 4 KiB, the most that browsers keep of a cookie. */
const MAX_AUDIENCE_BYTES = 512;

/** `idle_minutes` in milliseconds; null for never. */
export function idleMs({ idle_minutes }: Pick<JwtSettings, 'idle_minutes'>): number | null {
  return idle_minutes === null ? null : idle_minutes * 60_000;
}

/**
 * The key and its companions. They are saved once the key has been replaced; until then they come from the environment.
 */
const KEY_FIELDS = new Set(['secret_key', 'algorithm', 'key_generation', 'previous_key']);

export const jwt = sectionKind({
  fields: jwtFields,
  extras: {
    overlap_minutes: Type.Integer({
      minimum: 0,
      maximum: 43_200,
      description: 'How long tokens of the replaced key stay valid; 0, the default: not at all',
    }),
  },

  settle({ input, merged, next, values, saved, context: { now, keyGeneration } }) {
    const { overlap_minutes: overlap } = input;
    const { secret_key, algorithm } = readKey(String(next['secret_key']), next['algorithm'], input);
    const lifetimes = without(merged);
    if (secret_key === values.secret_key && algorithm === values.algorithm) {
      // The key stays; only the rest of an overlap can end early.
      const key =
        overlap === 0 && values.previous_key !== null ? { ...only(saved), previous_key: null } : only(saved);
      return { ...lifetimes, ...key };
    }
    const { secret_key: replaced, algorithm: by, key_generation } = values;
    return {
      ...lifetimes,
      secret_key,
      algorithm,
      key_generation: keyGeneration + 1,
      previous_key:
        typeof overlap === 'number' && overlap > 0
          ? { secret_key: replaced, algorithm: by, key_generation, until: now + overlap * 60_000 }
          : null,
    };
  },

  check(values) {
    const { audience, claims, sliding, dual_token_mode, max_session_days, session_duration_days } = values;
    if (sliding && !dual_token_mode)
      throw invalidConfig(
        'sliding',
        'needs dual_token_mode, because a refresh moves the end of the session; turn dual_token_mode on too, or sliding off',
      );
    if (sliding && max_session_days < session_duration_days)
      throw invalidConfig(
        'max_session_days',
        `must be at least session_duration_days, ${session_duration_days}; make it longer, or session_duration_days shorter`,
      );
    if (Buffer.byteLength(JSON.stringify(audience)) > MAX_AUDIENCE_BYTES)
      throw invalidConfig(
        'audience',
        `must have at most ${MAX_AUDIENCE_BYTES} bytes together, because tokens must fit into cookies; use fewer or shorter names`,
      );
    for (const [name, path] of Object.entries(claims)) {
      if (isReserved(name))
        throw invalidConfig(
          `claims.${name}`,
          `is a claim with a meaning of its own; use another name, such as app_${name}`,
        );
      if (!isClaimPath(path))
        throw invalidConfig(
          `claims.${name}`,
          `${JSON.stringify(path)} is nothing that a token may tell; use one of ${CLAIM_FIELDS.join(', ')}, or a part of the last two, such as app_metadata.plan`,
        );
    }
  },

  // A replaced key may be known to others: nothing restores it.
  pin: (target, saved) => ({ ...without(target), ...only(saved) }),
});

const only = (saved: Some): Some =>
  Object.fromEntries(Object.entries(saved).filter(([name]) => KEY_FIELDS.has(name)));
const without = (saved: Some): Some =>
  Object.fromEntries(Object.entries(saved).filter(([name]) => !KEY_FIELDS.has(name)));

/** @throws KeywardError `InvalidConfigError` for a key that the algorithm cannot sign with, or that can be guessed */
function readKey(secret: string, named: unknown, input: Some): Pick<JwtSettings, 'secret_key' | 'algorithm'> {
  const algorithm = ALGORITHMS.find((one) => one.toLowerCase() === String(named).toLowerCase());
  if (algorithm === undefined) throw invalidConfig('algorithm', `must be one of ${ALGORITHMS.join(', ')}`);
  const kept = isKept(input['secret_key']);
  const wanted = PRIVATE_KEYS[algorithm];
  if (wanted !== undefined) {
    const secret_key = wanted.read(secret);
    if (secret_key !== undefined) return { secret_key, algorithm };
    const problem = kept
      ? `needs a new secret_key for ${algorithm}`
      : `is not a private key for ${algorithm}`;
    throw invalidConfig(
      kept ? 'algorithm' : 'secret_key',
      `${problem}: ${wanted.name} in PEM, for example from: ${wanted.command}`,
    );
  }
  if (secret.includes('-----BEGIN')) {
    throw kept
      ? invalidConfig(
          'algorithm',
          `needs a new secret_key, because the one in force is a private key; to keep that key, send its algorithm`,
        )
      : invalidConfig(
          'secret_key',
          `must be a secret for ${algorithm}; private keys are for RS256, ES256 and EdDSA`,
        );
  }
  // The environment's secret is exempt: development allows less.
  if (kept) return { secret_key: secret, algorithm };
  if (Buffer.byteLength(secret) < MIN_SECRET_BYTES)
    throw invalidConfig(
      'secret_key',
      `must have at least ${MIN_SECRET_BYTES} bytes, for example from: openssl rand -base64 48`,
    );
  if (isPublished(secret))
    throw invalidConfig(
      'secret_key',
      'is a publicly known example; use a random one, for example from: openssl rand -base64 48',
    );
  return { secret_key: secret, algorithm };
}
