import type { Tables } from '../../store/database.ts';
import type { ListedSetting, SettingRow, SettingStore } from '../../store/settings.ts';

/** The storage of the versions of the settings. */
export interface Versions extends Pick<SettingStore, 'newestOf' | 'find' | 'list'> {
  /** Appends like the store, in the transaction of `tables`. */
  append(rows: readonly SettingRow[], tables: Pick<Tables, 'settings'>): Promise<void>;
  /** Called with the same rows after that transaction has been committed. */
  appended(rows: readonly SettingRow[]): void;
}

/**
 * The section whose versions are the generations of the signing key. Each holds the fingerprint of the key it replaced.
 */
export const REPLACED_KEYS = 'jwt.replaced';

export function createSavedVersions(store: SettingStore): Versions {
  return { ...store, append: (rows, { settings }) => settings.append(rows), appended: () => {} };
}

/**
 * Versions that last as long as the process. Only {@link REPLACED_KEYS} are stored: a signing key that others may know
 * must not come back with a restart.
 */
export function createMemoryVersions(store: Pick<SettingStore, 'newestOf'>): Versions {
  const rows: SettingRow[] = [];
  const of = (section: string) => rows.filter((row) => row.section === section);

  return {
    newestOf(sections) {
      const replaced = store.newestOf([REPLACED_KEYS]);
      return async () => {
        const [generation = 0] = await replaced();
        return sections.map((section) =>
          section === REPLACED_KEYS ? generation : (of(section).at(-1)?.version ?? 0),
        );
      };
    },
    find: async (section, version) => of(section).find((row) => row.version === version) ?? null,
    async append(added, { settings }) {
      const stored = added.filter(({ section }) => section === REPLACED_KEYS);
      if (stored.length > 0) await settings.append(stored);
    },
    appended(added) {
      rows.push(...added.filter(({ section }) => section !== REPLACED_KEYS));
    },
    async list(sections, { limit, offset }) {
      const listed = rows.filter(({ section }) => sections.includes(section)).toReversed();
      const page: ListedSetting[] = listed
        .slice(offset, offset + limit)
        .map((row) => ({ ...row, account_email: null }));
      return { total: listed.length, rows: page };
    },
  };
}
