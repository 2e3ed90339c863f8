import type { ListedSetting, SettingRow, SettingStore } from '../../store/settings.ts';

/** Where versions of the settings are kept. */
export type Versions = Pick<SettingStore, 'newestOf' | 'find' | 'append' | 'list'>;

/** The section whose versions are the generations of the signing key, each with the fingerprint of the one it replaced. */
export const REPLACED_KEYS = 'jwt.replaced';

/**
 * Versions that last as long as the process. Only {@link REPLACED_KEYS} are stored: a signing key that may be known to
 * others must not come back with a restart.
 */
export function createMemoryVersions(store: Pick<SettingStore, 'newestOf' | 'append'>): Versions {
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
    async append(added) {
      const [stored, kept] = [true, false].map((replaced) =>
        added.filter(({ section }) => (section === REPLACED_KEYS) === replaced),
      );
      if (stored !== undefined && stored.length > 0 && !(await store.append(stored))) return false;
      rows.push(...(kept ?? []));
      return true;
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
