import { LRUCache } from 'lru-cache';
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import type { OAuthAlgorithm } from '../../config/sections/oauth.ts';
import { type Clock, timestamp } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import type { Store, Tables } from '../../store/database.ts';
import { DuplicateError } from '../../store/engine/duplicate-error.ts';
import type { OAuthKeyRow } from '../../store/engine/schema.ts';
import { acting, type Actor, SERVICE_ACTOR } from '../audit/actors/actor.ts';
import { newEvent } from '../audit/events/event.ts';
import type { Settings } from '../settings/settings.ts';

/** A signing key. */
export interface SigningKey {
  kid: string;
  algorithm: string;
  key: CryptoKey | Uint8Array;
}

/** The keys that sign tokens for applications. They differ from those of session tokens, and are never shown. */
export interface OAuthKeys {
  /** The current signing key of an algorithm, which is made at its first use. */
  signing(algorithm: OAuthAlgorithm): Promise<SigningKey>;
  /** The public keys that are trusted now, as in RFC 7517. */
  publicKeys(): Promise<(JWK & { kid: string; alg: string; use: string; kty: string })[]>;
  /** The public key of a token; null without a trusted key of its name and algorithm. */
  verifying(kid: string, algorithm: string): Promise<CryptoKey | Uint8Array | null>;
  /**
   * Replaces the signing keys. Tokens of the old ones stay valid for `overlapMinutes`.
   * @returns the new keys, and the time until which the old ones are trusted, in milliseconds since the epoch
   */
  rotate(actor: Actor, overlapMinutes: number): Promise<{ keys: Named[]; trustedUntil: number }>;
  /** Replaces keys that have reached the age in the settings. */
  rotateDue(): Promise<void>;
}

type Named = Pick<OAuthKeyRow, 'kid' | 'algorithm'>;

/** As long as the longest lifetime of an access token. */
export const OVERLAP_MINUTES = 1_440;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const RSA_BITS = 2_048;
const REMEMBERED_KEYS = 64;

export function createOAuthKeys(deps: {
  store: Store;
  seal: Seal;
  settings: Settings;
  clock: Clock;
}): OAuthKeys {
  const { store, seal, settings, clock } = deps;
  /** Imported keys by kid. Each use checks in the rows whether a key is still trusted. */
  const imported = new LRUCache<string, CryptoKey | Uint8Array>({ max: REMEMBERED_KEYS });
  /** The first keys of algorithms, until they are stored. */
  const making = new Map<OAuthAlgorithm, Promise<OAuthKeyRow>>();

  async function make(algorithm: string): Promise<OAuthKeyRow> {
    const pair = await generateKeyPair(algorithm, { extractable: true, modulusLength: RSA_BITS });
    const [secret, open] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
    const kid = await calculateJwkThumbprint(open);
    return {
      kid,
      algorithm,
      sealed_key: seal.close(JSON.stringify(secret), placeOf(kid)),
      public_jwk: JSON.stringify(open),
      created_at: clock.now(),
      expires_at: null,
    };
  }

  async function find(algorithm: OAuthAlgorithm): Promise<OAuthKeyRow | undefined> {
    const rows = await store.oauthKeys.live(clock.now());
    return rows.find((one) => one.algorithm === algorithm && one.expires_at === null);
  }

  async function findOrMake(algorithm: OAuthAlgorithm): Promise<OAuthKeyRow> {
    for (;;) {
      const row = await find(algorithm);
      if (row !== undefined) return row;
      try {
        const made = await make(algorithm);
        await store.oauthKeys.insert(made);
        return made;
      } catch (error) {
        // Another instance has already stored it.
        if (!(error instanceof DuplicateError)) throw error;
      }
    }
  }

  async function current(algorithm: OAuthAlgorithm): Promise<OAuthKeyRow> {
    const row = await find(algorithm);
    if (row !== undefined) return row;
    // Together, because keys are made where passwords are hashed: nobody could sign in meanwhile.
    const work = making.get(algorithm) ?? findOrMake(algorithm).finally(() => making.delete(algorithm));
    making.set(algorithm, work);
    return work;
  }

  async function importOnce(id: string, jwk: () => JWK, algorithm: string): Promise<CryptoKey | Uint8Array> {
    const known = imported.get(id);
    if (known !== undefined) return known;
    const key = await importJWK(jwk(), algorithm);
    imported.set(id, key);
    return key;
  }

  async function replace(tables: Tables, actor: Actor, fresh: OAuthKeyRow[], trustedUntil: number) {
    // Without an overlap, a key has leaked. It may be one that was replaced before.
    await tables.oauthKeys.retire(trustedUntil, { all: trustedUntil <= clock.now() });
    for (const key of fresh) await tables.oauthKeys.insert(key);
    const keys = fresh.map(({ kid, algorithm }) => ({ kid, algorithm }));
    const data = { keys, trusted_until: timestamp(trustedUntil) };
    await tables.events.add([newEvent('oauth.key_rotated', data, { by: actor.by, at: clock.now() })]);
    return keys;
  }

  async function rotate(actor: Actor, overlapMinutes: number) {
    await current(settings.current.oauth.signing_algorithm);
    const trustedUntil = clock.now() + overlapMinutes * MINUTE_MS;
    const signing = (await store.oauthKeys.live(clock.now())).filter(({ expires_at }) => expires_at === null);
    const fresh = await Promise.all(signing.map(({ algorithm }) => make(algorithm)));
    const keys = await acting(store, actor, (tables) => replace(tables, actor, fresh, trustedUntil));
    return { keys, trustedUntil };
  }

  return {
    async signing(algorithm) {
      const { kid, sealed_key } = await current(algorithm);
      const key = await importOnce(
        `private ${kid}`,
        () => {
          const text = seal.open(sealed_key, placeOf(kid));
          if (text === null) throw new Error('the key that signs tokens was sealed with another master key');
          return JSON.parse(text);
        },
        algorithm,
      );
      return { kid, algorithm, key };
    },

    async publicKeys() {
      await current(settings.current.oauth.signing_algorithm);
      const rows = await store.oauthKeys.live(clock.now());
      return rows.map(({ kid, algorithm: alg, public_jwk }) => ({
        ...JSON.parse(public_jwk),
        kid,
        alg,
        use: 'sig',
      }));
    },

    async verifying(kid, algorithm) {
      const row = (await store.oauthKeys.live(clock.now())).find((one) => one.kid === kid);
      if (row === undefined || row.algorithm !== algorithm) return null;
      return importOnce(kid, () => JSON.parse(row.public_jwk), algorithm);
    },

    rotate,

    async rotateDue() {
      const days = settings.current.oauth.rotate_days;
      if (days === 0) return;
      const now = clock.now();
      const isDue = (await store.oauthKeys.live(now)).some(
        ({ created_at, expires_at }) => expires_at === null && now - created_at >= days * DAY_MS,
      );
      if (isDue) await rotate(SERVICE_ACTOR, OVERLAP_MINUTES);
    },
  };
}

const placeOf = (kid: string) => `oauth key ${kid}`;
