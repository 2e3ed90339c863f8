import { KeywardError } from '@keyward/client';
import { createStore, type Store } from '../../lib/store.ts';
import { ask, isServiceError, service } from '../../service/service.ts';
import { sessionEnded } from '../../session/ended.ts';
import { connection } from '../../shell/connection.ts';
import { sharedWith } from './align.ts';
import { type Entry, entryOf } from './entry.ts';

/** The maximum number of records of one request, and the number at the beginning. */
export const PAGE = 5_000;
/** How often new records are drawn; each record on its own would keep the browser busy. */
const DRAW_MS = 150;

export interface FeedState {
  /** Newest first; undefined until the first page is loaded. */
  entries: readonly Entry[] | undefined;
  /** Older records that the log has. */
  older: number;
  loadingOlder: boolean;
  paused: boolean;
  /** Records that have arrived since the pause. */
  waiting: number;
  error: unknown;
}

/** A log with its new records. */
export interface Feed {
  state: Store<FeedState>;
  pause: () => void;
  /** Shows the records that arrived during the pause. */
  resume: () => void;
  loadOlder: () => Promise<void>;
  close: () => void;
}

/** @param name `app`, `server`, or a snapshot, which does not grow */
export function createFeed(name: string): Feed {
  const state = createStore<FeedState>({
    entries: undefined,
    older: 0,
    loadingOlder: false,
    paused: false,
    waiting: 0,
    error: null,
  });
  const set = (changes: Partial<FeedState>) => state.set({ ...state.get(), ...changes });
  const over = new AbortController();
  const { signal } = over;
  let limit = 2 * PAGE;
  /** Streamed lines that are not drawn yet, oldest first. */
  let arrived: Entry[] = [];
  /** New rows would move the text that a person reads. */
  let held: Entry[] = [];
  /** Lines of the stream that the page has; null until that is known. */
  let shared: number | null = null;
  let readAgain = false;
  let reading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = '';

  async function readPage(): Promise<void> {
    reading = true;
    const { records, total_records } = await ask(
      service.logs.read({ name, order: 'desc', limit: PAGE }, { signal }),
    ).finally(() => (reading = false));
    shared = null;
    set({
      entries: withKnown(records.map(entryOf), state.get().entries ?? []),
      older: Math.max(0, total_records - records.length),
      waiting: 0,
      error: null,
    });
    held = [];
    draw();
  }

  function draw(): void {
    clearTimeout(timer);
    timer = undefined;
    const { entries, paused } = state.get();
    if (entries === undefined || reading || arrived.length === 0) return;
    shared ??= sharedWith(
      entries.map(({ line }) => line),
      arrived.map(({ line }) => line),
    );
    // The stream began after the page was read, and may miss records between the two.
    if (shared === null && !readAgain) {
      readAgain = true;
      void readPage().catch(fail);
      return;
    }
    const news = arrived.slice(shared ?? 0);
    shared = Math.max(0, (shared ?? 0) - arrived.length);
    arrived = [];
    if (news.length === 0) return;
    if (paused) {
      held = [...news.toReversed(), ...held].slice(0, PAGE);
      set({ waiting: state.get().waiting + news.length });
    } else add(news.toReversed());
  }

  function add(news: readonly Entry[]): void {
    const { entries = [], older } = state.get();
    const all = [...news, ...entries];
    set({ entries: all.slice(0, limit), older: older + Math.max(0, all.length - limit) });
  }

  /**
   * The ids of a stream are `run-number`. After a gap, for example after a restart of the service, only a page has all
   * records.
   */
  function follows(id: string): boolean {
    const [run, number] = id.split('-');
    const [lastRun, lastNumber] = last.split('-');
    const gap = last !== '' && (run !== lastRun || Number(number) !== Number(lastNumber) + 1);
    last = id;
    return !gap;
  }

  async function stream(log: 'app' | 'server'): Promise<void> {
    const items =
      log === 'app' ? service.logs.stream('app', { signal }) : service.logs.stream('server', { signal });
    for await (const { data, error } of items) {
      if (error) {
        if (signal.aborted) return;
        throw error;
      }
      const entry = entryOf(data.record);
      if (!follows(data.id)) {
        arrived = [entry];
        readAgain = true;
        void readPage().catch(fail);
      } else arrived.push(entry);
      timer ??= setTimeout(draw, DRAW_MS);
    }
  }

  function fail(error: unknown): void {
    if (signal.aborted) return;
    if (isServiceError(error)) {
      if (error.status === 401) sessionEnded.tell(error);
      if (error.kind === 'NetworkError') connection.lost();
    }
    set({ error });
  }

  void readPage().catch(fail);
  if (name === 'app' || name === 'server') void stream(name).catch(fail);

  return {
    state,
    pause: () => set({ paused: true }),
    resume() {
      set({ paused: false, waiting: 0 });
      add(held);
      held = [];
    },
    async loadOlder() {
      const { entries = [], older, loadingOlder } = state.get();
      if (loadingOlder || older === 0) return;
      set({ loadingOlder: true });
      try {
        const { records } = await ask(
          service.logs.read(
            { name, order: 'desc', limit: PAGE, offset: entries.length + held.length },
            { signal },
          ),
        );
        // New records have shifted the others.
        const lines = new Set(entries.slice(-PAGE).map(({ line }) => line));
        const more = records.map(entryOf).filter(({ line }) => !lines.has(line));
        const { entries: now = [] } = state.get();
        limit += more.length;
        set({ entries: [...now, ...more], older: Math.max(0, older - records.length) });
      } catch (error) {
        fail(error);
      } finally {
        set({ loadingOlder: false });
      }
    },
    close() {
      over.abort();
      clearTimeout(timer);
    },
  };
}

/** A page that is read again keeps its entries, and with them the rows: a row that is replaced loses a click on it. */
function withKnown(page: readonly Entry[], before: readonly Entry[]): Entry[] {
  const known = new Map(before.map((entry) => [entry.line, entry]));
  return page.map((entry) => {
    const same = known.get(entry.line);
    known.delete(entry.line);
    return same ?? entry;
  });
}

/** Whether the service refuses because logging is turned off. */
export function isOff(error: unknown): boolean {
  return error instanceof KeywardError && error.kind === 'LoggingDisabledError';
}
