import { ConfigError } from '../../config/error.ts';
import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import type { SettingRow } from '../../store/tables/settings.ts';
import type { Context, Some } from './kinds/section-kind.ts';
import type { Changes, Section } from './section.ts';
import type { Sections } from './sections.ts';
import type { Settings } from './settings.ts';
import { RETIRED_KEYS, type Versions } from './versions.ts';

/** The saved values of a section. */
export interface Saved {
  /** 0: none. */
  readonly version: number;
  readonly values: Some;
}

/** The decrypted content of a row. */
export interface Entry {
  readonly values: Some;
  /** For the history, with secrets masked. */
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
  hosts: Context['hosts'];
  report: (error: unknown) => void;
  /** Shows the operator a warning of one line. */
  warn: (line: string) => void;
  /** Called with whether the signing key in force has been replaced by one that cannot be used here. */
  suspendTokens: (suspended: boolean) => void;
}

/** The saved settings that this instance knows. */
export interface SavedSections {
  of(section: Section): Saved;
  /** Remembers values that this instance has saved itself. */
  take(section: Section, saved: Saved): void;
  /**
   * Applies the saved values, and warns about settings of the start that they override.
   * @throws ConfigError with the remedy for values that cannot be decrypted or that break a rule
   */
  restore(): Promise<void>;
  /** Applies newer values. Values that break a rule on this instance are reported once and left out. */
  catchUp(): Promise<void>;
  /**
   * Does the same as {@link catchUp}, before a change of `section`.
   * @throws KeywardError `ServiceUnavailableError` when that section, or all of them, cannot be decrypted
   */
  catchUpFor(section: Section): Promise<void>;
  context(): Context;
  row(section: Section, version: number, entry: Entry, accountId: number | null): SettingRow;
  /** Null if there is no such version. @throws KeywardError `ServiceUnavailableError` when it cannot be decrypted */
  read(section: Section, version: number): Promise<Entry | null>;
  /** Null if it cannot be decrypted. */
  open(row: SettingRow): Entry | null;
}

const NOTHING: Saved = { version: 0, values: {} };
const KEY_LOST =
  'the signing key was replaced, and the new one cannot be used here; until it can, this instance issues and accepts no tokens';

export function createSavedSections(parts: SavedSectionsParts): SavedSections {
  const { sections, settings, versions, seal, clock, dataDir, hosts, report, warn, suspendTokens } = parts;
  const known = new Map<string, Saved>();
  const newest = versions.newestOf([...sections.all.map(({ id }) => id), RETIRED_KEYS]);
  let keyGeneration = 0;
  /** Sections whose newest version is not in force. */
  const leftOut = new Set<string>();
  let isKeyLost = false;

  const of = ({ id }: Section) => known.get(id) ?? NOTHING;
  const context = (): Context => ({ now: clock.now(), dataDir, keyGeneration, hosts });

  /**
   * @param refuse receives the values that break a rule on this instance
   * @throws UnreadableError, after every readable section is in force; errors of `refuse`
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
    // No database calls from here on, so that every version that is remembered is also put into force.
    let values = settings.current;
    const unreadable: Section[] = [];
    for (const [section, row] of rows) {
      const entry = open(row);
      leftOut.add(section.id);
      if (entry === null) {
        unreadable.push(section);
        continue;
      }
      known.set(section.id, { version: row.version, values: entry.values });
      try {
        values = await section.compose(values, entry.values, context());
        leftOut.delete(section.id);
      } catch (error) {
        refuse(section, error);
      }
    }
    if (values !== settings.current) settings.replace(values);
    watchKey();
    if (unreadable.length > 0) throw new UnreadableError(unreadable);
  }

  /** A replaced key may be compromised, so it must not be used in place of a new one that this instance cannot use. */
  function watchKey(): void {
    const wasLost = isKeyLost;
    isKeyLost = leftOut.has('jwt') && keyGeneration > settings.current.jwt.key_generation;
    suspendTokens(isKeyLost);
    if (isKeyLost && !wasLost) report(new Error(KEY_LOST));
  }

  const catchUp = () =>
    sync((section, cause) =>
      report(new Error(`the saved settings of ${section.name} cannot be used here`, { cause })),
    );

  async function read(section: Section, version: number): Promise<Entry | null> {
    const row = await versions.find(section.id, version);
    if (row === null) return null;
    const entry = open(row);
    if (entry === null) throw closed(section);
    return entry;
  }

  function open(row: SettingRow): Entry | null {
    const text = seal.open(row.value, place(row.section, row.version));
    // A text that decrypts was encrypted by the service.
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
      for (const line of sections.overridden(settings.current)) warn(line);
    },

    catchUp,

    async catchUpFor(section) {
      try {
        await catchUp();
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        // If nothing can be decrypted, the key is wrong: other instances could not decrypt what this one saves.
        const wrongKey = sections.all.every((one) => of(one).version === 0);
        const shut = error.sections.find((one) => wrongKey || one === section);
        if (shut !== undefined) throw closed(shut);
      }
    },

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
  readonly sections: readonly Section[];
  constructor(sections: readonly Section[]) {
    super(sections.slice(0, 1).map(remedyFor).join(''));
    this.sections = sections;
  }
}

function remedyFor({ name, id }: Section): string {
  return (
    `KEYWARD_MASTER_KEY: the saved settings of ${name} cannot be decrypted with this key; set the key that they were ` +
    `saved with. If it is lost, delete ${rowsOf(id)}, and enter the settings again.`
  );
}

/** The error for a superadmin. The other sections stay in use. */
function closed(section: Section): KeywardError {
  return new KeywardError('ServiceUnavailableError', { message: remedyFor(section), retryAfter: 60 });
}

/** Excludes the rows of the replaced keys: without them, the environment's key would be in force again. */
export function rowsOf(id: string): string {
  const secret = id === 'jwt' ? ', set a new KEYWARD_JWT_SECRET' : '';
  return `the rows of the table settings whose section is '${id}', and no others${secret}`;
}

function invalidSaved(section: Section, cause: unknown): unknown {
  if (!(cause instanceof KeywardError)) return cause;
  return new ConfigError(
    `KEYWARD_SETTINGS_STORE: the saved settings of ${section.name} break a rule (${cause.message.replace(/ Nothing was changed\.$/, '')}); ` +
      'start with KEYWARD_SETTINGS_STORE=memory to run without them, ' +
      `or delete ${rowsOf(section.id)}.`,
  );
}

function place(section: string, version: number): string {
  return `settings:${section}:${version}`;
}

function parse(text: string): Entry {
  const entry: Entry = JSON.parse(text);
  return entry;
}
