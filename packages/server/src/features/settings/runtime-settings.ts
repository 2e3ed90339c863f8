import { isDeepStrictEqual } from 'node:util';
import { errorCode, invalidFields, KeywardError } from '../../errors.ts';
import { createTaskQueue } from '../../lib/task-queue.ts';
import { isDatabaseUnavailable } from '../../store/engine/database-errors.ts';
import type { Store, Transaction } from '../../store/database.ts';
import { DuplicateError } from '../../store/engine/duplicate-error.ts';
import { accountIdOf, acting, type Actor, factsOf, isProgram, SERVICE_ACTOR } from '../audit/actors/actor.ts';
import type { Events } from '../audit/events/events.ts';
import type { RetiredKeys } from './retired-keys.ts';
import { createSavedSections, type Entry, type Saved, type SavedSectionsParts } from './saved-sections.ts';
import type { Sent, Some } from './kinds/section-kind.ts';
import type { Changes, Section, Source } from './section.ts';
import { isKeyDue } from './sections/jwt.ts';
import { settingsEvents, shownValues } from './settings-events.ts';
import type { JwtSettings, SettingsValues } from './settings.ts';
import { signOuts } from './sign-outs.ts';

export interface Outcome {
  changes: Changes;
  /** The fields that took their defaults because the request left them out. */
  reset: Changes;
  /** The number of sessions that lose their tokens, at once or when these expire. */
  signsOut: number;
  /** The reasons, in sentences; empty if there are none. */
  reasons: string[];
}

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
   * @param dryRun only reports the effects
   * @param along further writes in the same transaction, even if the section does not change; may run again
   * @throws KeywardError `ValidationError` or `InvalidConfigError` for a refused value,
   * `ServiceUnavailableError`, `RoleMismatchError` for somebody who is no longer an active superadmin,
   * `ScopeMissingError` for an API key that changes a field closed to keys, `ReauthenticationRequiredError` if
   * the section needs a step-up, except for a dry run
   */
  change(
    name: string,
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

export interface RuntimeSettingsParts extends SavedSectionsParts {
  store: Pick<Store, 'transaction'>;
  retiredKeys: RetiredKeys;
  events: Events;
  /** @throws KeywardError `ReauthenticationRequiredError` for a superadmin whose session is not recent */
  assertRecent: (actor: Actor) => Promise<void>;
  /** The number of sessions that are live by these settings. */
  countSessions: (jwt: Pick<JwtSettings, 'idle_minutes'>) => Promise<number>;
  /** Shows the operator a warning of one line. */
  warn: (line: string) => void;
  /** Called after each change; resolves when the other processes of this service have caught up. */
  notifyOthers: () => Promise<void>;
}

/** The maximum number of attempts at a change while others keep changing the same section first. */
const MAX_TRIES = 20;

export function createRuntimeSettings(parts: RuntimeSettingsParts): RuntimeSettings {
  const { store, sections, settings, versions, retiredKeys, events, clock, report, warn } = parts;
  const saved = createSavedSections(parts);
  const forForms = sections.all.filter(({ apart }) => !apart);
  // Changes run one at a time within this process. Across processes, only one change can save each version.
  const oneAtATime = createTaskQueue();
  let nextCatchUp: Promise<void> | null = null;
  /** A fault stays until somebody fixes it, so it is reported once. */
  let lastFault = '';

  function named(name: string): Section {
    const section = sections.all.find((one) => one.name === name);
    if (section === undefined) {
      const names = sections.all.map((one) => one.name).join(', ');
      throw invalidFields({ path: 'section', message: `must be one of ${names}` });
    }
    return section;
  }

  /** @param next computes the values to save from the saved ones @returns null if another change was first */
  async function attempt(
    section: Section,
    next: (now: Saved) => Promise<Omit<Entry, 'changes'>>,
    actor: Actor,
    dryRun: boolean,
    sent?: Sent,
    along?: (tables: Transaction) => Promise<void>,
  ): Promise<Outcome | null> {
    await saved.catchUpFor(section);
    const before = settings.current;
    const now = saved.of(section);
    const { values, rolledBackTo } = await next(now);
    const after = await section.compose(before, values, saved.context());
    const changes = section.differences(before, after, dryRun ? sent?.input : undefined);
    assertOpenTo(actor, section, section.differences(before, after, sent?.input));
    // Also checked for a request that changes nothing, because a difference would confirm a guessed secret.
    if (section.stepUp && !dryRun) await parts.assertRecent(actor);
    const reset = sent === undefined ? {} : section.reset(before, changes, sent);
    const resetFields = new Set(Object.keys(reset));
    const outcome = { changes, reset, ...(await signOuts(before, after, resetFields, parts.countSessions)) };
    if (dryRun) return outcome;
    if (after === before && (await needsNoVersion(section, now, { values, rolledBackTo }, sent))) {
      if (along !== undefined) await acting(store, actor, along);
      return outcome;
    }

    const by = accountIdOf(actor);
    const rows = [
      saved.row(section, now.version + 1, { values, changes, rolledBackTo }, by),
      ...retiredKeys.rows(before.jwt, after.jwt, { created_at: clock.now(), account_id: by }),
    ];
    try {
      await acting(store, actor, async (tables) => {
        await along?.(tables);
        await versions.append(rows, tables);
        const change = { section: section.name, changes, before, after };
        await tables.events.add(settingsEvents(change, { by: actor.by, at: clock.now() }));
      });
    } catch (error) {
      if (error instanceof DuplicateError) return null;
      throw error;
    }
    await versions.appended(rows);
    saved.take(section, { version: now.version + 1, values });
    settings.replace(after);
    const [from, to] = [shownValues(changes, 'before'), shownValues(changes, 'after')];
    events.emit('settings.changed', {
      ...factsOf(actor),
      metadata: { section: section.name, before: from, after: to },
    });
    return outcome;
  }

  /**
   * Whether the change need not be saved, because the settings in force stay the same. A form that is sent back
   * as it was shown must not pin values that come from the environment. Rollbacks and resets unpin values, so
   * they are saved.
   */
  async function needsNoVersion(
    section: Section,
    now: Saved,
    { values, rolledBackTo }: Omit<Entry, 'changes'>,
    { reset = [] }: Partial<Sent> = {},
  ): Promise<boolean> {
    if (rolledBackTo !== null || reset.length > 0) return isDeepStrictEqual(values, now.values);
    try {
      return (await section.compose(settings.current, now.values, saved.context())) === settings.current;
    } catch (error) {
      // The saved values break a rule on this instance, so they need to be replaced.
      if (error instanceof KeywardError) return false;
      throw error;
    }
  }

  async function apply(
    name: string,
    ...[next, actor, dryRun, sent, along]: Tail<Parameters<typeof attempt>>
  ): Promise<Outcome> {
    const section = named(name);
    try {
      const outcome = await oneAtATime(() =>
        versions.alone(async () => {
          for (let tries = 0; tries < MAX_TRIES; tries += 1) {
            const made = await attempt(section, next, actor, dryRun, sent, along);
            if (made !== null) return made;
          }
          throw new KeywardError('ServiceUnavailableError', { retryAfter: 1 });
        }),
      );
      // Not serialized: other processes may be waiting for this one to catch up with their change.
      if (!dryRun) await parts.notifyOthers();
      return outcome;
    } catch (error) {
      if (error instanceof KeywardError && !dryRun)
        events.emit('settings.refused', {
          ...factsOf(actor),
          metadata: { section: name, reason: errorCode(error.kind) },
        });
      throw error;
    }
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

    show: () => Object.fromEntries(forForms.map((section) => [section.name, section.show(settings.current)])),

    sources: () =>
      Object.fromEntries(
        forForms.map((section) => {
          const { version, values } = saved.of(section);
          return [section.name, { version, fields: section.sources(values) }];
        }),
      ),

    version: (name) => saved.of(named(name)).version,

    change(name, sent, actor, dryRun, along) {
      const section = named(name);
      const next = async ({ values }: Saved) => ({
        values: await section.change(settings.current, values, sent, saved.context()),
        rolledBackTo: null,
      });
      return apply(name, next, actor, dryRun, sent, along);
    },

    async rotateKey() {
      const isDue = () => isKeyDue(settings.current.jwt, clock.now());
      if (!isDue()) return;
      const section = named('jwt');
      await apply(
        'jwt',
        async ({ values }) => ({
          // Checked again after each catch-up, because another instance may have been first.
          values: isDue() ? await section.change(settings.current, values, NEW_KEY, saved.context()) : values,
          rolledBackTo: null,
        }),
        SERVICE_ACTOR,
        false,
      );
    },

    rollback(name, version, actor, dryRun) {
      const section = named(name);
      const next = async (now: Saved) => {
        const target = version === 0 ? {} : (await saved.read(section, version))?.values;
        if (target === undefined)
          throw invalidFields({ path: 'version', message: `is not a version of ${name}; see its history` });
        return { values: section.pin(target, now.values), rolledBackTo: version };
      };
      return apply(name, next, actor, dryRun);
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
      const names = new Map(listed.map((section) => [section.id, section.name]));
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

type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

/** @throws KeywardError `ScopeMissingError` */
function assertOpenTo(actor: Actor, section: Section, changes: Changes): void {
  const closed = isProgram(actor) ? section.closedToKeys(changes) : [];
  if (closed.length > 0)
    throw new KeywardError('ScopeMissingError', {
      message: `API keys and applications may not change ${closed.join(', ')} of ${section.name}; sign in instead.`,
      details: { scope: null },
    });
}
