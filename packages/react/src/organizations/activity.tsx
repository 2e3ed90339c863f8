import type { KeywardEvent } from '@keyward/client';
import { type ReactNode, useCallback } from 'react';
import { Card, Item, Whole } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { exactTime } from '../lib/times.ts';
import { Button } from '../parts/button.tsx';
import { useShown } from './profile-context.ts';
import { useList } from './use-list.ts';

const PAGE = 20;

/** What has happened in an organization, newest first. */
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
    <Card title={words.parts.activity} intro={words.activity.intro}>
      <Whole loaded={listed}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="kw-hint">{words.activity.none}</p>
          ) : (
            <ul className="kw-list">
              {rows.map((event) => (
                <li key={event.id}>
                  <Item
                    title={words.activity.types[event.type] ?? event.type}
                    text={[subjectOf(event), exactTime(event.timestamp.replace('Z', ''), texts.locale)]
                      .filter((part) => part !== null)
                      .join(' · ')}
                  />
                </li>
              ))}
            </ul>
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

/** Whom or what an event is about, besides the organization. */
function subjectOf({ data }: KeywardEvent): string | null {
  if ('account' in data) return data.account?.name ?? null;
  if ('role' in data && typeof data.role === 'object') return data.role.name;
  if ('email' in data && typeof data.email === 'string') return data.email;
  return 'domain' in data && typeof data.domain === 'string' ? data.domain : null;
}
