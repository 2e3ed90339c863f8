import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import type { SettingRow, SettingStore } from '../../store/tables/settings.ts';
import type { BootKey } from './sections.ts';
import { RETIRED_KEYS } from './versions.ts';

/** Recognises signing keys that were replaced, without storing them. */
export interface RetiredKeys {
  /**
   * The row that accompanies a change of the key, with a fingerprint in place of the replaced key; otherwise
   * none.
   */
  rows(before: BootKey, after: BootKey, facts: Pick<SettingRow, 'created_at' | 'account_id'>): SettingRow[];
  /**
   * The signing key at the start: the configured one. If that one was replaced at run time and the new one is not
   * saved, a key derived from the configured one. It is the same after each restart and on each instance, until the
   * next replacement.
   */
  bootKey(configured: Omit<BootKey, 'key_generation'>): Promise<{ key: BootKey; derived: boolean }>;
}

/** The length in bytes, which for HS512 is the length of its hash. */
const DERIVED_BYTES = 64;

/** @param key 32 bytes, not used for anything else */
export function createRetiredKeys(store: SettingStore, key: KeyObject): RetiredKeys {
  const fingerprint = (secretKey: string) => createHmac('sha256', key).update(secretKey).digest('base64url');
  return {
    rows({ secret_key, key_generation }, { key_generation: version }, facts) {
      if (version === key_generation) return [];
      return [{ section: RETIRED_KEYS, version, value: fingerprint(secret_key), ...facts }];
    },
    async bootKey({ secret_key, algorithm }) {
      const [key_generation = 0] = await store.newestOf([RETIRED_KEYS])();
      const derived = key_generation > 0 && (await store.has(RETIRED_KEYS, fingerprint(secret_key)));
      if (!derived) return { key: { secret_key, algorithm, key_generation }, derived };
      const info = `keyward replacement ${key_generation}`;
      const bytes = Buffer.from(hkdfSync('sha256', key, secret_key, info, DERIVED_BYTES));
      return {
        key: {
          secret_key: bytes.toString('base64url'),
          algorithm: algorithm.startsWith('HS') ? algorithm : 'HS256',
          key_generation,
        },
        derived,
      };
    },
  };
}
