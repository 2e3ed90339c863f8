import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { groupOf, toneOf } from '../../data/event-types.ts';
import { addressOf, consolePath } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { When } from '../../ui/when.tsx';
import { delegated, eventWords } from '../../ui/event-words.ts';
import { accountOf, type AnyEvent, type Concerned, isKnown } from './event-facts.ts';

/** The name of the type's group for people, and the type's name in the API. */
export function EventTypeName({ type }: { type: string }) {
  const { groups } = useTexts().events;
  const group = Object.entries(groups).find(([name]) => name === groupOf(type))?.[1] ?? groupOf(type);
  return (
    <span className="kc-event-type">
      <Badge tone={toneOf(type)}>{group}</Badge> <code>{type}</code>
    </span>
  );
}

/** The account at that time, and a link to the current one. */
export function ConcernedLink({ id, email }: Concerned) {
  return (
    <Link className="kc-primary" to={consolePath(`accounts/${id}`)}>
      {email ?? `#${id}`}
    </Link>
  );
}

export function useActorName() {
  const texts = useTexts();
  const t = texts.events;
  return ({ data }: AnyEvent): string => {
    const { actor } = data;
    if (actor === null) return t.nobody;
    const { id, name, type } = actor;
    // The id of a link says nothing to people; the panel has it.
    const isNamed = id === null || type === 'portal';
    return delegated(data, name ?? (isNamed ? t.actors[type] : `${t.actors[type]} #${id}`), texts);
  };
}

/** The cells of an event: time, type and detail, account, actor, address. */
export const EventCells = memo(function EventCells({ row }: { row: AnyEvent }) {
  const account = accountOf(row);
  const texts = useTexts();
  const detail = isKnown(row) ? eventWords(row, texts).detail : undefined;
  const nameOf = useActorName();
  return (
    <>
      <span role="cell" className="kc-event-time">
        <a className="kc-row-link" href={addressOf(`events/${row.id}`)} tabIndex={-1}>
          <When at={row.timestamp} exactly="short" />
        </a>
      </span>
      <span role="cell" title={row.type}>
        <Badge tone={toneOf(row.type)}>
          <code>{row.type}</code>
        </Badge>
      </span>
      <span role="cell" className="kc-muted" title={detail}>
        {detail}
      </span>
      <span role="cell" title={account?.email}>
        {account !== null && <ConcernedLink {...account} />}
      </span>
      <span role="cell" title={nameOf(row)}>
        <span className="kc-event-by kc-muted">{texts.events.by} </span>
        {nameOf(row)}
      </span>
      <span role="cell" className="kc-muted">
        {row.data.client !== null && <code>{row.data.client.ip_address}</code>}
      </span>
    </>
  );
});
