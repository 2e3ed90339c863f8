import type { KeywardEvent } from '@keyward/client';
import { Fragment, type ReactNode, useCallback } from 'react';
import { Card, Item, Whole } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { dateOf } from '../lib/times.ts';
import { Button } from '../parts/button.tsx';
import type { Texts } from '../texts/en.ts';
import { useShown } from './profile-context.ts';
import { useList } from './use-list.ts';

const PAGE = 20;

/** What has happened in an organization, newest first, by day. */
export function Activity(): ReactNode {
  const { texts } = useKeyward();
  const words = texts.organizations;
  const { api, id } = useShown();
  const listed = useList<KeywardEvent>(
    useCallback(
      async (after) => {
        const { data, error } = await api.events({
          id,
          order: 'desc',
          limit: PAGE,
          ...(after !== undefined && { after }),
        });
        return error === null
          ? { data: { rows: data.events, cursor: data.has_more ? data.cursor : null }, error }
          : { data, error };
      },
      [api, id],
    ),
  );
  return (
    <Card title={words.parts.activity} intro={texts.activity.intro}>
      <Whole loaded={listed}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="kw-hint">{texts.activity.none}</p>
          ) : (
            byDay(rows, texts.locale).map(([day, events]) => (
              <Fragment key={day}>
                <h3 className="kw-day">{day}</h3>
                <ul className="kw-list">
                  {events.map((event) => (
                    <li key={event.id}>
                      <Item
                        title={texts.activity.types[event.type] ?? event.type}
                        text={[
                          subjectOf(event),
                          changesOf(event, texts),
                          actorOf(event, texts.activity),
                          clockTime(event, texts.locale),
                        ]
                          .filter((part) => part !== null && part !== '')
                          .join(' · ')}
                      />
                    </li>
                  ))}
                </ul>
              </Fragment>
            ))
          )
        }
      </Whole>
      {listed.more !== null && (
        <div className="kw-row kw-end">
          <Button onClick={() => void listed.more?.()}>{words.more}</Button>
        </div>
      )}
    </Card>
  );
}

function byDay(rows: readonly KeywardEvent[], locale: string): [day: string, events: KeywardEvent[]][] {
  const days = new Map<string, KeywardEvent[]>();
  for (const event of rows) {
    const day = dateOf(timeOf(event), locale);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}

/** The time without the day, and without a place to break the line. */
function clockTime({ timestamp }: KeywardEvent, locale: string): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(timestamp));
  return time.replace(' ', '\u00A0');
}

function timeOf({ timestamp }: KeywardEvent): string {
  return timestamp.replace('Z', '');
}

/** Whom or what an event is about, besides the organization. */
function subjectOf({ data }: KeywardEvent): string | null {
  if ('account' in data) return data.account?.name ?? null;
  if ('role' in data && typeof data.role === 'object') return data.role.name;
  if ('connection' in data) return data.connection.name;
  if ('invitation' in data) return data.invitation.email;
  if ('domain' in data && typeof data.domain === 'string') return data.domain;
  // Adding and removing a domain changes the organization.
  const domain: unknown = 'changed' in data ? (data.changed['domain'] ?? data.previous['domain']) : null;
  return typeof domain === 'object' && domain !== null && 'domain' in domain ? String(domain.domain) : null;
}

/** The new roles of a member, or the fields that changed. */
function changesOf({ data }: KeywardEvent, { organizations, activity }: Texts): string | null {
  if (!('changed' in data)) return null;
  const { changed } = data;
  const roles: unknown = changed['roles'];
  if (Array.isArray(roles)) return roles.map((role) => organizations.roleName(String(role))).join(', ');
  return [...new Set(Object.keys(changed).flatMap((field) => activity.fields[field] ?? []))].join(', ');
}

/** Members do not know the people and keys of the service. Null: it happened by itself, or they did it to themselves. */
function actorOf({ data }: KeywardEvent, words: Texts['activity']): string | null {
  const { actor } = data;
  if (actor?.type === 'account' && 'account' in data && data.account?.id === actor.id) return null;
  if (actor === null || actor.type === 'service') return null;
  if (actor.type === 'portal') return words.byPortal;
  if (actor.type !== 'account' && actor.type !== 'connection') return words.byTeam;
  return actor.name === null ? null : words.by(actor.name);
}
