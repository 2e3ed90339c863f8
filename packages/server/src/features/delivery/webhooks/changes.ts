import type { NewEvent, WebhookRow } from '../../../store/engine/schema.ts';
import type { EventData } from '../../audit/events/event-types.ts';
import { type Attribution, newEvent } from '../../audit/events/event.ts';
import { readTypes } from './types.ts';

type Action = EventData<'webhook.changed'>['action'];

/**
 * The part of a webhook's URL that other receivers, mails and logs may see: its origin. Paths and queries often
 * contain a key.
 */
export function shownUrl(url: string): string {
  return new URL(url).origin;
}

/** The event of a change. */
export function webhookEvent(
  action: Action,
  { before, after }: { before: WebhookRow | null; after: WebhookRow },
  attribution: Attribution,
): NewEvent {
  const { uid: id, url, description } = after;
  const [previous, changed] = differences(before === null ? null : fields(before), fields(after));
  return newEvent(
    'webhook.changed',
    { webhook: { id, url: shownUrl(url), description }, action, changed, previous },
    attribution,
  );
}

/** Whether a superadmin would see a difference. */
export function isChanged(before: WebhookRow, after: WebhookRow): boolean {
  return Object.keys(differences(fields(before), fields(after))[1]).length > 0;
}

type Fields = Record<string, unknown>;

function fields({ url, types, organization, description, enabled, disabled_reason }: WebhookRow): Fields {
  return { url, types: readTypes(types), organization, description, enabled: enabled === 1, disabled_reason };
}

function differences(before: Fields | null, after: Fields): [previous: Fields, changed: Fields] {
  if (before === null) return [{}, {}];
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const shown = (values: Fields) =>
    Object.fromEntries(
      names.map((name) => [name, name === 'url' ? shownUrl(String(values[name])) : values[name]]),
    );
  return [shown(before), shown(after)];
}
