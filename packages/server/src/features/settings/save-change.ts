import { isDeepStrictEqual } from 'node:util';
import { errorCode, KeywardError } from '../../errors.ts';
import type { TaskQueue } from '../../lib/task-queue.ts';
import type { Store, Transaction } from '../../store/database.ts';
import { DuplicateError } from '../../store/engine/duplicate-error.ts';
import { inBatches } from '../../store/lists/sweep.ts';
import { accountIdOf, acting, type Actor, factsOf, isProgram } from '../audit/actors/actor.ts';
import type { Events } from '../audit/events/events.ts';
import type { Sent } from './kinds/section-kind.ts';
import type { RetiredKeys } from './retired-keys.ts';
import type { Entry, Saved, SavedSections, SavedSectionsParts } from './saved-sections.ts';
import type { Changes, Section } from './section.ts';
import { settingsEvents, shownValues } from './settings-events.ts';
import type { JwtSettings } from './settings.ts';
import { endsAllTokens, signOuts } from './sign-outs.ts';

export interface Outcome {
  changes: Changes;
  /** The fields that took their defaults because the request left them out. */
  reset: Changes;
  /** The number of sessions that lose their tokens, at once or when these expire. */
  signsOut: number;
  /** The reasons, in sentences; empty if there are none. */
  reasons: string[];
}

export interface Change {
  /** Computes the values to save from the saved ones. Runs again if somebody else has changed them meanwhile. */
  next: (now: Saved, section: Section) => Promise<Omit<Entry, 'changes'>>;
  actor: Actor;
  /** Only reports the effects. */
  dryRun: boolean;
  /** What a request sent; undefined for a change without a form. */
  sent?: Sent | undefined;
  /** Further writes in the same transaction, even if the section does not change. */
  along?: ((tables: Transaction) => Promise<void>) | undefined;
}

/**
 * Changes one section, on every instance or on none.
 * @param pick chooses the section, again when the changes of others are known
 * @throws as `RuntimeSettings.change`, and the errors of `pick`
 */
export type SaveChange = (pick: () => Section, change: Change) => Promise<Outcome>;

export interface SaveChangeParts extends Pick<SavedSectionsParts, 'settings' | 'versions' | 'clock'> {
  store: Pick<Store, 'transaction' | 'sessions'>;
  retiredKeys: RetiredKeys;
  events: Events;
  /** @throws KeywardError `ReauthenticationRequiredError` for a superadmin whose session is not recent */
  assertRecent: (actor: Actor) => Promise<void>;
  /** The number of sessions that are live by these settings. */
  countSessions: (jwt: Pick<JwtSettings, 'idle_minutes'>) => Promise<number>;
  /** Called after each change; resolves when the other processes of this service have caught up. */
  notifyOthers: () => Promise<void>;
}

/** The maximum number of attempts at a change while others keep changing the same section first. */
const MAX_TRIES = 20;

/** @param oneAtATime runs the changes of this process. Across processes, only one change can save each version. */
export function createSaveChange(
  parts: SaveChangeParts,
  saved: SavedSections,
  oneAtATime: TaskQueue,
): SaveChange {
  const { store, settings, versions, retiredKeys, events, clock } = parts;

  /** @returns null if another change was first */
  async function attempt(
    pick: () => Section,
    { next, actor, dryRun, sent, along }: Change,
  ): Promise<{ outcome: Outcome; ends: boolean } | null> {
    const section = pick();
    await saved.catchUpFor(section);
    if (pick() !== section) return null;
    const before = settings.current;
    const now = saved.of(section);
    const { values, rolledBackTo } = await next(now, section);
    const after = await section.compose(before, values, saved.context());
    const changes = section.differences(before, after, dryRun ? sent?.input : undefined);
    assertOpenTo(actor, section, section.differences(before, after, sent?.input));
    // Also checked for a request that changes nothing, because a difference would confirm a guessed secret.
    if (section.stepUp && !dryRun) await parts.assertRecent(actor);
    const reset = sent === undefined ? {} : section.reset(before, changes, sent);
    const resetFields = new Set(Object.keys(reset));
    const outcome = { changes, reset, ...(await signOuts(before, after, resetFields, parts.countSessions)) };
    if (dryRun) return { outcome, ends: false };
    if (after === before && (await needsNoVersion(section, now, { values, rolledBackTo }, sent))) {
      if (along !== undefined) await acting(store, actor, along);
      return { outcome, ends: false };
    }

    const name = section.nameIn(after) ?? section.nameIn(before) ?? section.name;
    const by = accountIdOf(actor);
    const rows = [
      saved.row(section, now.version + 1, { values, changes, rolledBackTo }, by),
      ...retiredKeys.rows(before.jwt, after.jwt, { created_at: clock.now(), account_id: by }),
    ];
    try {
      await acting(store, actor, async (tables) => {
        await along?.(tables);
        await versions.append(rows, tables);
        const change = { section: name, changes, before, after };
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
      metadata: { section: name, before: from, after: to },
    });
    return { outcome, ends: endsAllTokens(before, after) };
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

  /** A forged token may have left a one-time code or a cookie, which would lead to tokens of the new key. */
  async function endSessions(): Promise<void> {
    const newest = await store.sessions.newestId();
    await inBatches(() => store.transaction(({ sessions }) => sessions.endUpTo(newest)));
  }

  return async (pick, change) => {
    const { actor, dryRun } = change;
    const section = pick();
    try {
      const { outcome, ends } = await oneAtATime(() =>
        versions.alone(async () => {
          for (let tries = 0; tries < MAX_TRIES; tries += 1) {
            const made = await attempt(pick, change);
            if (made !== null) return made;
          }
          throw new KeywardError('ServiceUnavailableError', { retryAfter: 1 });
        }),
      );
      // Not serialized: other processes may be waiting for this one to catch up with their change.
      if (!dryRun) await parts.notifyOthers();
      if (ends) await endSessions();
      return outcome;
    } catch (error) {
      if (error instanceof KeywardError && !dryRun)
        events.emit('settings.refused', {
          ...factsOf(actor),
          metadata: {
            section: section.nameIn(settings.current) ?? section.name,
            reason: errorCode(error.kind),
          },
        });
      throw error;
    }
  };
}

/** @throws KeywardError `ScopeMissingError` */
function assertOpenTo(actor: Actor, section: Section, changes: Changes): void {
  const closed = isProgram(actor) ? section.closedToKeys(changes) : [];
  if (closed.length > 0)
    throw new KeywardError('ScopeMissingError', {
      message: `API keys and applications may not change ${closed.join(', ')} of ${section.name}; sign in instead.`,
      details: { scope: null },
    });
}
