import { Type } from 'typebox';
import {
  ALGORITHMS,
  type JwtAlgorithm,
  jwtFields,
  type JwtSettings,
  replacedKeys,
} from '../../../config/sections/jwt.ts';
import { createSigningKey, MIN_SECRET_BYTES, PRIVATE_KEYS } from '../../../config/signing-secret.ts';
import { invalidConfig, isKept, sectionKind, type Some } from '../kinds/section-kind.ts';
import {
  CLAIM_FIELDS,
  isClaimName,
  isClaimPath,
  isOrganizationPath,
  letsOwnersDecide,
  OWNERS_PREFIX,
} from '../kinds/claim-rules.ts';
import { isPublished } from '../kinds/published-secret.ts';

/** Keeps a token with all other claims below 4 KiB, the size limit of cookies. */
const MAX_AUDIENCE_BYTES = 512;

const DAY_MS = 86_400_000;

/** Each replaced key costs a signature check for tokens that name no key. */
const MAX_REPLACED_KEYS = 8;

/** `idle_minutes` in milliseconds; null for never. */
export function idleMs({ idle_minutes }: Pick<JwtSettings, 'idle_minutes'>): number | null {
  return idle_minutes === null ? null : idle_minutes * 60_000;
}

/**
 * Whether it is time to replace the current key. False while the maximum number of replaced keys still verify tokens.
 */
export function isKeyDue({ rotate_days, key_created_at, ...keys }: JwtSettings, now: number): boolean {
  if (rotate_days === 0 || key_created_at === null) return false;
  const full = replacedKeys(keys).filter(({ until }) => until > now).length >= MAX_REPLACED_KEYS;
  return !full && now - key_created_at >= rotate_days * DAY_MS;
}

/**
 * The key and its companions. They are saved once the key has been replaced; until then they come from the environment.
 */
const KEY_FIELDS = new Set([
  'secret_key',
  'algorithm',
  'key_created_at',
  'key_generation',
  'previous_key',
  'older_keys',
]);

export const jwt = sectionKind({
  fields: jwtFields,
  stepUp: true,
  extras: {
    create_key: Type.Boolean({
      description:
        'The service makes a new key for `algorithm`, which it never shows; leave `secret_key` out. Tokens of the replaced key stay valid until they expire, unless `overlap_minutes` is given',
    }),
    overlap_minutes: Type.Integer({
      minimum: 0,
      maximum: 43_200,
      description:
        'How long tokens of the replaced key stay valid; 0: not at all, which is the default for a `secret_key` that is sent',
    }),
  },

  async settle({ input, merged, next, values, saved, context: { now, keyGeneration } }) {
    const { create_key: create, overlap_minutes: overlap = create === true ? longestLife(values) : 0 } =
      input;
    const { secret_key, algorithm } =
      create === true
        ? await newKey(next['algorithm'], input)
        : readKey(String(next['secret_key']), next['algorithm'], input);
    const lifetimes = without(merged);
    if (secret_key === values.secret_key && algorithm === values.algorithm) {
      // The key does not change; only the rest of an overlap can end early.
      const key =
        input['overlap_minutes'] === 0 && replacedKeys(values).length > 0
          ? { ...only(saved), previous_key: null, older_keys: [] }
          : only(saved);
      return { ...lifetimes, ...key };
    }
    const { secret_key: replaced, algorithm: by, key_generation } = values;
    const planned = typeof overlap === 'number' && overlap > 0;
    const older_keys = planned ? replacedKeys(values).filter(({ until }) => until > now) : [];
    if (older_keys.length >= MAX_REPLACED_KEYS)
      throw invalidConfig(
        'overlap_minutes',
        `cannot keep the tokens of more than ${MAX_REPLACED_KEYS} replaced keys valid; wait until the oldest ends, or send 0, which ends all of them`,
      );
    return {
      ...lifetimes,
      secret_key,
      algorithm,
      key_created_at: create === true ? now : null,
      key_generation: keyGeneration + 1,
      previous_key: planned
        ? { secret_key: replaced, algorithm: by, key_generation, until: now + overlap * 60_000 }
        : null,
      older_keys,
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
      if (!isClaimName(name))
        throw invalidConfig(
          `claims.${name}`,
          'must be printable ASCII without spaces, and not a claim that has a defined meaning; use another name, such as app_plan',
        );
      if (!isClaimPath(path) && !isOrganizationPath(path))
        throw invalidConfig(
          `claims.${name}`,
          `${JSON.stringify(path)} is not a field that a token may contain; use one of ${CLAIM_FIELDS.join(', ')}, a part of the last two, such as app_metadata.plan, or of org.metadata`,
        );
      if (letsOwnersDecide(name, path))
        throw invalidConfig(
          `claims.${name}`,
          `must not come from ${path}, which owners or members write themselves; use app_metadata, such as app_metadata.plan, or a name that begins with ${OWNERS_PREFIX}`,
        );
    }
  },

  // A replaced key may be compromised, so it cannot be restored.
  pin: (target, saved) => ({ ...without(target), ...only(saved) }),
});

const only = (saved: Some): Some =>
  Object.fromEntries(Object.entries(saved).filter(([name]) => KEY_FIELDS.has(name)));
const without = (saved: Some): Some =>
  Object.fromEntries(Object.entries(saved).filter(([name]) => !KEY_FIELDS.has(name)));

/** The minutes after which all tokens of this key have expired. */
function longestLife({ session_duration_days, refresh_token_expire_days }: JwtSettings): number {
  return Math.max(session_duration_days, refresh_token_expire_days) * 1_440;
}

/** @throws KeywardError `InvalidConfigError` for a key that is sent too, and for an unknown algorithm */
async function newKey(named: unknown, input: Some): Promise<Pick<JwtSettings, 'secret_key' | 'algorithm'>> {
  if (!isKept(input['secret_key']))
    throw invalidConfig('create_key', 'makes the key itself; leave one of create_key and secret_key out');
  const algorithm = readAlgorithm(named);
  return { secret_key: await createSigningKey(algorithm), algorithm };
}

/** @throws KeywardError `InvalidConfigError` */
function readAlgorithm(named: unknown): JwtAlgorithm {
  const algorithm = ALGORITHMS.find((one) => one.toLowerCase() === String(named).toLowerCase());
  if (algorithm === undefined) throw invalidConfig('algorithm', `must be one of ${ALGORITHMS.join(', ')}`);
  return algorithm;
}

/** @throws KeywardError `InvalidConfigError` for a key that the algorithm cannot sign with, or that can be guessed */
function readKey(secret: string, named: unknown, input: Some): Pick<JwtSettings, 'secret_key' | 'algorithm'> {
  const algorithm = readAlgorithm(named);
  const kept = isKept(input['secret_key']);
  const wanted = PRIVATE_KEYS[algorithm];
  if (wanted !== undefined) {
    const secret_key = wanted.read(secret);
    if (secret_key !== undefined) return { secret_key, algorithm };
    throw kept
      ? invalidConfig(
          'algorithm',
          `needs a new key for ${algorithm}; send create_key, or ${wanted.name} in PEM as secret_key`,
        )
      : invalidConfig(
          'secret_key',
          `is not a private key for ${algorithm}: ${wanted.name} in PEM, for example from: ${wanted.command}`,
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
