/**
 * Waiting entries, in one queue for each asker. The askers take turns, so a thousand entries of one asker do
 * not delay the others.
 */
export interface FairQueue<Entry> {
  readonly size: number;
  push(entry: Entry): void;
  /** Takes the first entry of the asker whose turn it is. */
  shift(): Entry | undefined;
  /** Takes the last entry of an asker. */
  pop(asker: string): Entry | undefined;
  /** Drops the entries for which `keeps` is false. */
  filter(keeps: (entry: Entry) => boolean): void;
  [Symbol.iterator](): Iterator<Entry>;
}

export function createFairQueue<Entry>(askerOf: (entry: Entry) => string): FairQueue<Entry> {
  /** In the order of turns. None is empty. */
  const lines = new Map<string, Entry[]>();
  let size = 0;

  return {
    get size() {
      return size;
    },
    push(entry) {
      const asker = askerOf(entry);
      const line = lines.get(asker);
      if (line === undefined) lines.set(asker, [entry]);
      else line.push(entry);
      size += 1;
    },
    shift() {
      for (const [asker, line] of lines) {
        const entry = line.shift();
        lines.delete(asker);
        if (line.length > 0) lines.set(asker, line);
        size -= 1;
        return entry;
      }
      return undefined;
    },
    pop(asker) {
      const line = lines.get(asker);
      const entry = line?.pop();
      if (entry !== undefined) size -= 1;
      if (line?.length === 0) lines.delete(asker);
      return entry;
    },
    filter(keeps) {
      for (const [asker, line] of lines) {
        const kept = line.filter(keeps);
        size += kept.length - line.length;
        if (kept.length === 0) lines.delete(asker);
        else lines.set(asker, kept);
      }
    },
    *[Symbol.iterator]() {
      for (const line of lines.values()) yield* line;
    },
  };
}
