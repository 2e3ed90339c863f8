import { invalidFields } from '../../errors.ts';
import { createTaskQueue } from '../../lib/task-queue.ts';
import { isDatabaseUnavailable } from '../../store/engine/database-errors.ts';
import type { Transaction } from '../../store/database.ts';
import { type Actor, SERVICE_ACTOR } from '../audit/actors/actor.ts';
import type { Sent, Some } from './kinds/section-kind.ts';
import { createSaveChange, type Outcome, type SaveChangeParts } from './save-change.ts';
import { createSavedSections, type Saved, type SavedSectionsParts } from './saved-sections.ts';
import type { Changes, Section, Source } from './section.ts';
import { isKeyDue } from './sections/jwt.ts';
import type { SettingsValues } from './settings.ts';

/** A version in the history. */
export interface Version {
  section: string;
  version: number;
  createdAt: number;
  accountId: number | null;
  /** Null if the account is gone, and for versions in memory. */
  accountEmail: string | null;
  changes: Changes;
  /** The version that it restored; null for any other change. */
  rolledBackTo: number | null;
}

/** Changes the settings in force: checks and saves changes, and loads those that other instances have saved. */
export interface RuntimeSettings {
  /**
   * Loads the saved settings. Called once, before the first request.
   * @throws ConfigError when they cannot be decrypted with the master key, or break a rule
   */
  restore(): Promise<void>;
  /**
   * Loads the changes that others have saved before the call, or while it runs. Does nothing while the database is
   * unavailable.
   */
  catchUp(): Promise<void>;
  /** Resolves when no work is in progress. Call it before the database is closed. */
  idle(): Promise<void>;
  /** The sections for forms by name, with secrets masked. */
  show(): Record<string, Some>;
  sources(): Record<string, { version: number; fields: Record<string, Source> }>;
  /** How often a section has changed. @throws as `section` */
  version(name: string): number;
  /** @throws KeywardError `ValidationError` for a name without a section */
  section(name: string): Section;
  /**
   * Changes one section, on every instance or on none.
   * @param name of the section; a function chooses it at each try, after the changes of others are known
   * @param dryRun only reports the effects
   * @param along further writes in the same transaction, even if the section does not change; may run again
   * @throws KeywardError `ValidationError` or `InvalidConfigError` for a refused value,
   * `ServiceUnavailableError`, `RoleMismatchError` for somebody who is no longer an active superadmin,
   * `ScopeMissingError` for an API key that changes a field closed to keys, `ReauthenticationRequiredError` if
   * the section needs a step-up, except for a dry run
   */
  change(
    name: string | (() => string),
    sent: Sent,
    actor: Actor,
    dryRun: boolean,
    along?: (tables: Transaction) => Promise<void>,
  ): Promise<Outcome>;
  /**
   * Replaces a signing key that the service has made, when it is as old as the settings allow. Only one of
   * several instances does so.
   * @throws as `change`
   */
  rotateKey(): Promise<void>;
  /** Restores a version of a section as a new one; 0 is the state before the first. @throws as `change` */
  rollback(name: string, version: number, actor: Actor, dryRun: boolean): Promise<Outcome>;
  /** The values of a section that a request would make, without any change. @throws as `change` */
  preview(name: string, input: Some): Promise<SettingsValues>;
  /** @param name of one section; undefined: all sections */
  history(page: {
    name: string | undefined;
    limit: number;
    offset: number;
  }): Promise<{ total: number; versions: Version[] }>;
}

export function createRuntimeSettings(parts: SaveChangeParts & SavedSectionsParts): RuntimeSettings {
  const { sections, settings, versions, retiredKeys, clock, report, warn } = parts;
  const saved = createSavedSections(parts);
  const forForms = sections.all.filter(({ apart }) => !apart);
  /** The sections for forms, with their names. */
  const shown = () =>
    forForms.flatMap((section): [string, Section][] => {
      const name = section.nameIn(settings.current);
      return name === null ? [] : [[name, section]];
    });
  const oneAtATime = createTaskQueue();
  const save = createSaveChange(parts, saved, oneAtATime);
  let nextCatchUp: Promise<void> | null = null;
  /** A fault stays until somebody fixes it, so it is reported once. */
  let lastFault = '';

  function named(name: string): Section {
    const { current } = settings;
    const section =
      sections.all.find((one) => one.nameIn(current) === name) ??
      sections.all.find((one) => one.name === name);
    if (section === undefined) {
      const names = sections.all.flatMap((one) => one.nameIn(current) ?? []).join(', ');
      throw invalidFields({ path: 'section', message: `must be one of ${names}` });
    }
    return section;
  }

  return {
    section: named,

    async restore() {
      const { key, derived } = await retiredKeys.bootKey(sections.bootKey);
      sections.replaceBootKey(key);
      const { current } = settings;
      settings.replace({ ...current, jwt: { ...current.jwt, ...key } });
      await saved.restore();
      if (derived && settings.current.jwt.secret_key === key.secret_key) warn(REPLACED_KEY_WARNING);
    },

    catchUp() {
      nextCatchUp ??= oneAtATime(() => {
        // A later caller may know of a change that this query misses.
        nextCatchUp = null;
        return saved.catchUp();
      }).catch((error: unknown) => {
        // Not reported here: requests report an unavailable database, and the next call loads the missed
        // changes.
        if (isDatabaseUnavailable(error) || String(error) === lastFault) return;
        lastFault = String(error);
        report(error);
      });
      return nextCatchUp;
    },

    idle: () => oneAtATime(async () => {}),

    show: () => Object.fromEntries(shown().map(([name, section]) => [name, section.show(settings.current)])),

    sources: () =>
      Object.fromEntries(
        shown().map(([name, section]) => {
          const { version, values } = saved.of(section);
          return [name, { version, fields: section.sources(values) }];
        }),
      ),

    version: (name) => saved.of(named(name)).version,

    change(name, sent, actor, dryRun, along) {
      const next = async ({ values }: Saved, section: Section) => ({
        values: await section.change(settings.current, values, sent, saved.context()),
        rolledBackTo: null,
      });
      const pick = () => named(typeof name === 'string' ? name : name());
      return save(pick, { next, actor, dryRun, sent, along });
    },

    async rotateKey() {
      const isDue = () => isKeyDue(settings.current.jwt, clock.now());
      if (!isDue()) return;
      await save(() => named('jwt'), {
        next: async ({ values }, section) => ({
          // Checked again after each catch-up, because another instance may have been first.
          values: isDue() ? await section.change(settings.current, values, NEW_KEY, saved.context()) : values,
          rolledBackTo: null,
        }),
        actor: SERVICE_ACTOR,
        dryRun: false,
      });
    },

    rollback(name, version, actor, dryRun) {
      const next = async (now: Saved, section: Section) => {
        const target = version === 0 ? {} : (await saved.read(section, version))?.values;
        if (target === undefined)
          throw invalidFields({ path: 'version', message: `is not a version of ${name}; see its history` });
        return { values: section.pin(target, now.values), rolledBackTo: version };
      };
      return save(() => named(name), { next, actor, dryRun });
    },

    async preview(name, input) {
      const section = named(name);
      const { values } = saved.of(section);
      const sent: Sent = { input, how: 'replace' };
      const next = await section.change(settings.current, values, sent, saved.context());
      return section.compose(settings.current, next, saved.context());
    },

    async history({ name, limit, offset }) {
      const listed = name === undefined ? sections.all : [named(name)];
      const names = new Map(
        listed.map((section) => [section.id, section.nameIn(settings.current) ?? section.name]),
      );
      const { total, rows } = await versions.list([...names.keys()], { limit, offset });
      return {
        total,
        versions: rows.map((row) => {
          const { changes = {}, rolledBackTo = null } = saved.open(row) ?? {};
          return {
            section: names.get(row.section) ?? row.section,
            version: row.version,
            createdAt: row.created_at,
            accountId: row.account_id,
            accountEmail: row.account_email,
            changes,
            rolledBackTo,
          };
        }),
      };
    },
  };
}

const NEW_KEY: Sent = { input: { create_key: true }, how: 'patch' };

const REPLACED_KEY_WARNING =
  'KEYWARD_JWT_SECRET: this signing key was replaced at run time and is no longer used; tokens are signed with a key ' +
  'derived from it. Set a new one.';
