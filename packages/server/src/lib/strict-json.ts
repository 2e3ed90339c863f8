import { isUtf8 } from 'node:buffer';

/** The fault of a JSON document and its position; quotes nothing, because bodies contain passwords. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError';
  /** Position of the fault: UTF-16 units from the start of the text (bytes if the text is not UTF-8). */
  readonly position: number;

  constructor(problem: string, position: number) {
    super(`${problem} at position ${position}`);
    this.position = position;
  }
}

/** How many objects and arrays may be open at once. */
const MAX_DEPTH = 32;

/**
 * The maximum number of members of one object or array. The validation that follows creates an error for each member
 * that it refuses.
 */
const MAX_MEMBERS = 2_000;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const NUMBER_OR_WORD = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/** An object or array that is still open. */
interface Frame {
  /** The character that closes it. */
  readonly close: number;
  /** The keys read so far; null in an array. */
  readonly keys: Set<string> | null;
  /** The latest key. */
  key: string;
  /** Members so far. */
  members: number;
}

/**
 * The value of a JSON document (RFC 8259, in UTF-8, without a byte order mark), in linear time.
 *
 * Stricter than JSON.parse: it also refuses a repeated key in one object (two readers could see two different
 * requests), `__proto__` and `constructor: {prototype}` (prototype pollution, wherever the value is merged later), more
 * than 32 levels and more than 2,000 members of one object or array. Throws StrictJsonError.
 */
export function parseStrictJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes)) throw new StrictJsonError('not valid UTF-8', firstDifference(bytes, Buffer.from(text)));
  checkDocument(text);
  return JSON.parse(text);
}

// JSON.parse would be enough for the grammar, but its messages quote the text and often omit the position.
function checkDocument(text: string): void {
  const open: Frame[] = [];
  let frame: Frame | undefined;
  let at = skipSpace(text, 0);
  do {
    const first = text.charCodeAt(at);
    if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      if (open.length === MAX_DEPTH) throw new StrictJsonError(`more than ${MAX_DEPTH} levels`, at);
      frame =
        first === OPEN_OBJECT
          ? { close: CLOSE_OBJECT, keys: new Set(), key: '', members: 0 }
          : { close: CLOSE_ARRAY, keys: null, key: '', members: 0 };
      open.push(frame);
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== frame.close) {
        at = startOfValue(text, at, open);
        continue;
      }
    } else {
      at = skipSpace(text, first === QUOTE ? endOfString(text, at) : endOfNumberOrWord(text, at));
    }
    while (frame && text.charCodeAt(at) === frame.close) {
      open.pop();
      frame = open.at(-1);
      at = skipSpace(text, at + 1);
    }
    if (frame) at = startOfValue(text, skipSpace(text, afterMark(text, at, COMMA)), open);
  } while (frame);
  if (at !== text.length) throw unexpected(text, at);
}

/** Counts a value of the open object or array; in an object, reads the key and colon before it. */
function startOfValue(text: string, at: number, open: Frame[]): number {
  const frame = open.at(-1);
  if (!frame) return at;
  frame.members += 1;
  if (frame.members > MAX_MEMBERS) throw new StrictJsonError(`more than ${MAX_MEMBERS} members`, at);
  if (!frame.keys) return at;
  if (text.charCodeAt(at) !== QUOTE) throw unexpected(text, at);
  const end = endOfString(text, at);
  const raw = text.slice(at + 1, end - 1);
  const key = raw.includes('\\') ? String(JSON.parse(text.slice(at, end))) : raw;
  if (key === '__proto__' || (key === 'prototype' && open.at(-2)?.key === 'constructor')) {
    throw new StrictJsonError('forbidden key', at);
  }
  if (frame.keys.has(key)) throw new StrictJsonError('duplicate key', at);
  frame.keys.add(key);
  frame.key = key;
  return skipSpace(text, afterMark(text, skipSpace(text, end), COLON));
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return at;
    at++;
  }
}

function afterMark(text: string, at: number, mark: number): number {
  if (text.charCodeAt(at) !== mark) throw unexpected(text, at);
  return at + 1;
}

function endOfNumberOrWord(text: string, at: number): number {
  NUMBER_OR_WORD.lastIndex = at;
  if (!NUMBER_OR_WORD.test(text)) throw unexpected(text, at);
  return NUMBER_OR_WORD.lastIndex;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) throw new StrictJsonError('bad escape', at);
      at = ESCAPE.lastIndex;
    } else if (code >= SPACE) {
      at++;
    } else {
      // Past the end the code is NaN.
      throw unexpected(text, at);
    }
  }
}

function unexpected(text: string, at: number): StrictJsonError {
  return new StrictJsonError(at < text.length ? 'unexpected character' : 'unexpected end', at);
}

function firstDifference(a: Buffer, b: Buffer): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
