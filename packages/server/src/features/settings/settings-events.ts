import type { NewEvent } from '../../store/engine/schema.ts';
import { timestamp } from '../../lib/clock.ts';
import { type Attribution, newEvent } from '../audit/events/event.ts';
import type { Some } from './kinds/section-kind.ts';
import type { Changes } from './section.ts';
import type { SettingsValues } from './settings.ts';
import { endsAllTokens } from './sign-outs.ts';

/** The events of a change of one section, with secrets masked. */
export function settingsEvents(
  change: { section: string; changes: Changes; before: SettingsValues; after: SettingsValues },
  attribution: Attribution,
): NewEvent[] {
  const { section, changes, before, after } = change;
  const data = { section, changed: shownValues(changes, 'after'), previous: shownValues(changes, 'before') };
  const ended = { all_before: timestamp(attribution.at), reason: 'signing_key_replaced' } as const;
  return [
    newEvent('settings.changed', data, attribution),
    ...(endsAllTokens(before, after) ? [newEvent('sessions.ended_by_superadmin', ended, attribution)] : []),
  ];
}

export function shownValues(changes: Changes, when: 'before' | 'after'): Some {
  return Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[when]]));
}
