/** Lines between two remembered offsets. Finding a page reads at most this number of extra lines. */
const STEP = 256;

/**
 * The offsets of lines in a file, in steps of {@link STEP}, built from the bytes as they are written or read. A page
 * costs the same wherever it is, and a file of two million lines takes some 60 KB of memory.
 */
export interface LineIndex {
  /** Complete lines so far. */
  readonly lines: number;
  /** The end of the last complete line. An incomplete line may follow. */
  readonly bytes: number;
  /** Adds the next bytes. */
  add(chunk: Buffer): void;
  /** Drops an incomplete line at the end: the next bytes replace it. */
  forgetTorn(): void;
  /** The nearest known start of a line at or before `line`, which is at most `lines`. */
  before(line: number): Place;
  /** The nearest known start at or after `line`. */
  after(line: number): Place;
}

export interface Place {
  line: number;
  offset: number;
}

const NEWLINE = 10;

export function createLineIndex(): LineIndex {
  /** Offsets of the lines 0, STEP, 2 STEP … */
  const places = [0];
  let lines = 0;
  let bytes = 0;
  let seen = 0;

  return {
    get lines() {
      return lines;
    },
    get bytes() {
      return bytes;
    },

    add(chunk) {
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) {
        lines += 1;
        bytes = seen + at + 1;
        if (lines % STEP === 0) places.push(bytes);
      }
      seen += chunk.length;
    },

    forgetTorn() {
      seen = bytes;
    },

    before(line) {
      const place = Math.floor(line / STEP);
      return { line: place * STEP, offset: places[place] ?? 0 };
    },

    after(line) {
      const place = Math.ceil(line / STEP);
      const offset = places[place];
      return offset === undefined ? { line: lines, offset: bytes } : { line: place * STEP, offset };
    },
  };
}
