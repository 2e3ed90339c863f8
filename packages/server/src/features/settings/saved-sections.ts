import { ConfigError } from '../../config/error.ts';
import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import type { SettingRow } from '../../store/settings.ts';
import type { Changes, Context, Section, Some } from './section.ts';
import type { Sections } from './sections.ts';
import type { Settings } from './settings.ts';
import { REPLACED_KEYS, type Versions } from './versions.ts';

/** What is saved of a section. */
export interface Saved {
  /** 0: nothing. */
  readonly version: number;
  readonly values: Some;
}

/** What a row holds, encrypted. */
export interface Entry {
  readonly values: Some;
  /** With secrets masked; for the history. */
  readonly changes: Changes;
  readonly rolledBackTo: number | null;
}

export interface SavedSectionsParts {
  sections: Sections;
  settings: Settings;
  versions: Versions;
  seal: Seal;
  clock: Clock;
  dataDir: string;
  report: (error: unknown) => void;
}

/** What is saved, as far as this instance knows. */
export interface SavedSections {
  of(section: Section): Saved;
  /** What this instance has saved itself. */
  take(section: Section, saved: Saved): void;
  /** Puts what is saved into force. @throws ConfigError with the remedy for what cannot be opened or breaks a rule */
  restore(): Promise<void>;
  /** Puts what is newer into force; what breaks a rule here is reported once and left out. */
  catchUp(): Promise<void>;
  context(): Context;
  row(section: Section, version: number, entry: Entry, accountId: number): SettingRow;
  /** Null when there is no such version. @throws Error when it cannot be opened */
  read(section: Section, version: number): Promise<Entry | null>;
  /** Null when it cannot be opened. */
  open(row: SettingRow): Entry | null;
}

const NOTHING: Saved = { version: 0, values: {} };

export function createSavedSections(parts: SavedSectionsParts): SavedSections {
  const { sections, settings, versions, seal, clock, dataDir, report } = parts;
  const known = new Map<string, Saved>();
  const newest = versions.newestOf([...sections.all.map(({ id }) => id), REPLACED_KEYS]);
  let keyGeneration = 0;

  const of = ({ id }: Section) => known.get(id) ?? NOTHING;
  const context = (): Context => ({ now: clock.now(), dataDir, keyGeneration });

  /**
   * @param refuse is told what breaks a rule here
   * @throws UnreadableError, when all that can be opened is in force; what `refuse` throws
   */
  async function sync(refuse: (section: Section, cause: unknown) => void): Promise<void> {
    const found = await newest();
    keyGeneration = found.at(-1) ?? 0;
    const rows: [section: Section, row: SettingRow][] = [];
    for (const [index, section] of sections.all.entries()) {
      const version = found[index] ?? 0;
      const row = version > of(section).version ? await versions.find(section.id, version) : null;
      if (row !== null) rows.push([section, row]);
    }
    // From here on the database is not asked, so that what is taken note of is also put into force.
    let values = settings.current;
    let unreadable: UnreadableError | null = null;
    for (const [section, row] of rows) {
      const entry = open(row);
      if (entry === null) {
        unreadable ??= new UnreadableError(section.name);
        continue;
      }
      known.set(section.id, { version: row.version, values: entry.values });
      try {
        values = await section.compose(values, entry.values, context());
      } catch (error) {
        refuse(section, error);
      }
    }
    if (values !== settings.current) settings.replace(values);
    if (unreadable !== null) throw unreadable;
  }

  async function read(section: Section, version: number): Promise<Entry | null> {
    const row = await versions.find(section.id, version);
    if (row === null) return null;
    const entry = open(row);
    if (entry === null) throw new UnreadableError(section.name);
    return entry;
  }

  function open(row: SettingRow): Entry | null {
    const text = seal.open(row.value, place(row.section, row.version));
    // What opens is what we closed.
    return text === null ? null : parse(text);
  }

  return {
    of,
    take: ({ id }, saved) => known.set(id, saved),
    context,
    read,
    open,

    async restore() {
      try {
        await sync((section, cause) => {
          throw invalidSaved(section, cause);
        });
      } catch (error) {
        if (error instanceof UnreadableError) throw new ConfigError(error.message);
        throw error;
      }
    },

    catchUp: () =>
      sync((section, cause) =>
        report(new Error(`the saved settings of ${section.name} cannot be used here`, { cause })),
      ),

    row: ({ id }, version, entry, accountId) => ({
      section: id,
      version,
      value: seal.close(JSON.stringify(entry), place(id, version)),
      created_at: clock.now(),
      account_id: accountId,
    }),
  };
}

/** The message is one line for the operator. */
class UnreadableError extends Error {
  constructor(section: string) {
    super(
      `KEYWARD_MASTER_KEY: the saved settings of ${section} cannot be opened with this key; give the key that they were ` +
        'saved with. If it is lost, delete the rows of the table settings and enter them again.',
    );
  }
}

function invalidSaved(section: Section, cause: unknown): unknown {
  if (!(cause instanceof KeywardError)) return cause;
  return new ConfigError(
    `KEYWARD_SETTINGS_STORE: the saved settings of ${section.name} break a rule (${cause.message.replace(/ Nothing was changed\.$/, '')}); ` +
      'start with KEYWARD_SETTINGS_STORE=memory to run without them, or delete their rows from the table settings.',
  );
}

function place(section: string, version: number): string {
  return `settings:${section}:${version}`;
}

function parse(text: string): Entry {
  const entry: Entry = JSON.parse(text);
  return entry;
}
