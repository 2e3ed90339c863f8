import type { EventBody } from '../features/audit/events/event-types.ts';
import { harmless, type Paint } from './painter.ts';

/** Formats an event for people, as one line. */
export function eventPrinter(paint: Paint): (event: EventBody) => string {
  return ({ timestamp, type, data }) => {
    const { actor, client, request_id: _, through, ...facts } = data;
    const [about, rest] = aboutOf(facts);
    const by = actor === null ? '' : ['by', actor.type, actor.id ?? '', actor.name ?? ''].join(' ');
    const other = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
    const words = [
      about,
      by.replaceAll(/ +/g, ' ').trim(),
      through === undefined ? '' : `through ${through.name}`,
      client === null ? '' : `from ${client.ip_address}`,
    ];
    return [
      paint('gray', timestamp.replace('T', ' ').replace('Z', '')),
      paint('bold', type),
      ...words.filter((word) => word !== '').map(harmless),
      paint('gray', harmless(other)),
    ]
      .join('  ')
      .trimEnd();
  };
}

/** The subject of an event in words, and the other facts. */
function aboutOf({
  account,
  session,
  ...rest
}: {
  account?: { id: number; email: string } | null;
  session?: { id: number; account_id: number };
  acting_for?: object;
}): [string, object] {
  if (account) return [`account ${account.id} ${account.email}`, rest];
  return [session === undefined ? '' : `session ${session.id} of account ${session.account_id}`, rest];
}
