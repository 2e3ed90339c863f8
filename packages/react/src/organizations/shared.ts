import type { CallError, Result, Session } from '@keyward/client';
import type { FactorsClient } from '@keyward/client/factors';
import { useSyncExternalStore } from 'react';
import { useKeyward } from '../context/context.tsx';

/** Data that all components of a client share, so that they request it once and agree. */
export interface Shared<Data> {
  read: () => SharedState<Data>;
  /** Replaces the data without a request. */
  set: (data: Data) => void;
  /** Loads again. The old data stays until the new data arrives. */
  reload: () => Promise<void>;
  subscribe: (listener: () => void) => () => void;
}

export interface SharedState<Data> {
  /** Null: not known, or nobody is signed in. */
  data: Data | null;
  error: CallError | null;
}

type Load<Data> = (client: FactorsClient) => Promise<Result<Data>>;

const NOTHING = { data: null, error: null };

/** @returns the data of a client: loaded while a component shows it, and again with each new session or token */
export function sharedBy<Data>(load: Load<Data>): (client: FactorsClient) => Shared<Data> {
  const known = new WeakMap<FactorsClient, Shared<Data>>();
  return (client) => {
    const shared = known.get(client) ?? createShared(client, load);
    known.set(client, shared);
    return shared;
  };
}

/** Subscribes to the data that the components of this client share. */
export function useShared<Data>(of: (client: FactorsClient) => Shared<Data>): SharedState<Data> {
  const { subscribe, read } = of(useKeyward().client);
  return useSyncExternalStore(subscribe, read, () => NOTHING);
}

function createShared<Data>(client: FactorsClient, load: Load<Data>): Shared<Data> {
  const listeners = new Set<() => void>();
  let state: SharedState<Data> = NOTHING;
  let session: Session | null = null;
  /** The account that the known organizations belong to. */
  let owner: number | undefined;
  let turn = 0;
  let end = () => {};

  function change(next: SharedState<Data>): void {
    turn += 1;
    state = next;
    for (const listener of listeners) listener();
  }

  async function reload(): Promise<void> {
    turn += 1;
    const own = turn;
    const { data, error } = await load(client);
    // Newer data has replaced it.
    if (own === turn) change(error === null ? { data, error } : { data: state.data, error });
  }

  function follow(next: Session | null): void {
    const before = session;
    session = next;
    if (owner !== next?.account.id) change(NOTHING);
    owner = next?.account.id;
    if (next !== null && next.access_token !== before?.access_token) void reload();
    else if (next !== null && before === null) void reload();
  }

  return {
    read: () => state,
    set: (data) => change({ data, error: null }),
    reload,
    subscribe(listener) {
      if (listeners.size === 0) {
        session = null;
        end = client.onSessionChange(follow);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) end();
      };
    },
  };
}
