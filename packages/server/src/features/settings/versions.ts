import type { Tables } from '../../store/database.ts';
import type { ListedSetting, SettingRow, SettingStore } from '../../store/tables/settings.ts';

/** The storage of the versions of the settings. */
export interface Versions extends Pick<SettingStore, 'newestOf' | 'find' | 'list'> {
  /** Appends like the store, in the transaction of `tables`. */
  append(rows: readonly SettingRow[], tables: Pick<Tables, 'settings'>): Promise<void>;
  /** Called with the same rows after that transaction has been committed. */
  appended(rows: readonly SettingRow[]): Promise<void>;
  /** Runs a change while no other process of this service changes versions that only its memory keeps. */
  alone<T>(change: () => Promise<T>): Promise<T>;
}

/** Versions in the memory of one process, for all processes of a service. */
export interface VersionRows {
  /** The newest version of each section; 0: none. */
  newest(sections: readonly string[]): Promise<number[]>;
  find(section: string, version: number): Promise<SettingRow | null>;
  add(rows: readonly SettingRow[]): Promise<void>;
  /** Newest first. */
  list(
    sections: readonly string[],
    page: { limit: number; offset: number },
  ): Promise<{ total: number; rows: ListedSetting[] }>;
  /** Resolves when it is the caller's turn to change versions, until it calls `leave`. */
  enter(): Promise<void>;
  leave(): Promise<void>;
}

/**
 * The section whose versions are the generations of the signing key. Each holds the fingerprint of the key it replaced.
 */
export const RETIRED_KEYS = 'jwt.replaced';

export function createSavedVersions(store: SettingStore): Versions {
  return {
    ...store,
    append: (rows, { settings }) => settings.append(rows),
    appended: async () => {},
    // Their numbers decide which change was first.
    alone: (change) => change(),
  };
}

export function createVersionRows(): VersionRows {
  const rows: SettingRow[] = [];
  const of = (section: string) => rows.filter((row) => row.section === section);
  const turns: PromiseWithResolvers<void>[] = [];

  return {
    newest: async (sections) => sections.map((section) => of(section).at(-1)?.version ?? 0),
    find: async (section, version) => of(section).find((row) => row.version === version) ?? null,
    async add(added) {
      rows.push(...added);
    },
    async list(sections, { limit, offset }) {
      const listed = rows.filter(({ section }) => sections.includes(section)).toReversed();
      const page = listed.slice(offset, offset + limit).map((row) => ({ ...row, account_email: null }));
      return { total: listed.length, rows: page };
    },
    async enter() {
      const before = turns.at(-1);
      turns.push(Promise.withResolvers());
      await before?.promise;
    },
    async leave() {
      turns.shift()?.resolve();
    },
  };
}

/**
 * Versions in the memory of the process. Only {@link RETIRED_KEYS} are stored, because a restart must not
 * restore a signing key that others may know.
 */
export function createMemoryVersions(store: Pick<SettingStore, 'newestOf'>, rows: VersionRows): Versions {
  return {
    newestOf(sections) {
      const replaced = store.newestOf([RETIRED_KEYS]);
      return async () => {
        const [[generation = 0], newest] = await Promise.all([replaced(), rows.newest(sections)]);
        return sections.map((section, index) =>
          section === RETIRED_KEYS ? generation : (newest[index] ?? 0),
        );
      };
    },
    find: (section, version) => rows.find(section, version),
    async append(added, { settings }) {
      const stored = added.filter(({ section }) => section === RETIRED_KEYS);
      if (stored.length > 0) await settings.append(stored);
    },
    appended: (added) => rows.add(added.filter(({ section }) => section !== RETIRED_KEYS)),
    async alone(change) {
      await rows.enter();
      try {
        return await change();
      } finally {
        await rows.leave();
      }
    },
    list: (sections, page) => rows.list(sections, page),
  };
}
