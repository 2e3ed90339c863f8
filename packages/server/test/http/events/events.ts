import assert from 'node:assert/strict';
import type { NewEvent } from '../../../src/store/engine/schema.ts';
import { newEvent } from '../../store/stores.ts';
import type { Answer, TestKeyward } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';

export interface ToldEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

export interface FeedPage {
  events: ToldEvent[];
  cursor: string;
  has_more: boolean;
}

/** A page of the feed as it was answered. */
export function pageOf(answer: Answer): FeedPage {
  assert.equal(answer.status, 200, answer.text);
  const page: FeedPage = JSON.parse(answer.text);
  return page;
}

export interface FeedReader {
  token: string;
  /** The answer to a path below the feed: a query, an id, `/export` … */
  ask(path?: string): Promise<Answer>;
  page(query?: string): Promise<FeedPage>;
}

/** A superadmin who reads the feed. */
export async function addFeedReader(keyward: TestKeyward): Promise<FeedReader> {
  const { token } = await addSuperadmin(keyward);
  const ask = (path = '') => keyward.call('GET', `/event${path}`, { token });
  return { token, ask, page: async (query = '') => pageOf(await ask(`/${query}`)) };
}

/** Stores test events, all at once. @returns their ids */
export async function tell(
  { app, clock }: TestKeyward,
  count: number,
  fields: (index: number) => Partial<NewEvent> = () => ({}),
): Promise<string[]> {
  const events = Array.from({ length: count }, (_, index) => {
    const { type = 'account.updated', ...rest } = fields(index);
    return newEvent(type, { at: clock.now(), ...rest });
  });
  await app.services.store.transaction((tables) => tables.events.add(events));
  return events.map(({ uid }) => uid);
}

export function idsOf({ events }: Pick<FeedPage, 'events'>): string[] {
  return events.map(({ id }) => id);
}
