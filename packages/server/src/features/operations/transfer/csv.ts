import { TransferError } from './transfer-error.ts';

/** A line of a text and its number, counted from 1. */
export interface Line {
  number: number;
  /** Null: the line is longer than {@link MAX_RECORD_LENGTH}. */
  text: string | null;
  /** The number of its quotes. */
  quotes: number;
}

/** A record of a CSV text, with the line on which it begins, or why it cannot be read. */
export type CsvRecord = { line: number; cells: string[] } | { line: number; problem: string };

/**
 * More than any account needs. Without a limit, a JSON document on one line or an unclosed quote would fill the memory.
 */
export const MAX_RECORD_LENGTH = 1024 * 1024;

/**
 * Splits bytes into lines, at line feeds with or without carriage returns. Drops a byte order mark.
 * Never holds more than {@link MAX_RECORD_LENGTH} and a chunk.
 * @throws TransferError for bytes that are not UTF-8
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let text: string | null = '';
  let quotes = 0;
  for await (const chunk of bytes) {
    const [first = '', ...others] = decode(decoder, chunk, number).split('\n');
    text = limited(text, first);
    quotes += countQuotes(first);
    for (const next of others) {
      yield { number: (number += 1), text: withoutReturn(text), quotes };
      text = limited('', next);
      quotes = countQuotes(next);
    }
  }
  text = limited(text, decode(decoder, undefined, number));
  if (text !== '') yield { number: number + 1, text: withoutReturn(text), quotes };
}

/**
 * Reads CSV (RFC 4180). Cells in quotes may hold commas, line ends and doubled quotes; other cells are taken literally.
 * Empty lines are skipped.
 * @throws TransferError for a quote that is never closed
 */
export async function* parseCsv(lines: AsyncIterable<Line>): AsyncGenerator<CsvRecord> {
  let line = 0;
  let parts: string[] = [];
  let length = 0;
  let quotes = 0;
  for await (const { number, text, quotes: more } of lines) {
    if (length === 0) line = number;
    length += (text?.length ?? MAX_RECORD_LENGTH) + 1;
    quotes += more;
    const isTooLong = length > MAX_RECORD_LENGTH;
    if (isTooLong) parts = [];
    else parts.push(text ?? '');
    // Within quotes a quote is doubled, so a record is complete when the number of quotes is even.
    if (quotes % 2 === 1) continue;
    // A later quote may open a cell rather than close this one: the cells of others would become records.
    if (isTooLong && line !== number && (text === null || cellsOf(`"${text}`) === null)) throw unclosed(line);
    const record = parts.join('\n');
    parts = [];
    length = 0;
    quotes = 0;
    if (isTooLong) yield { line, problem: 'is longer than 1 MiB; shorten it, or leave the record out' };
    else if (record !== '') yield read(line, record);
  }
  if (length > 0) throw unclosed(line);
}

function read(line: number, record: string): CsvRecord {
  const cells = cellsOf(record);
  return cells === null
    ? { line, problem: 'has a quote in the wrong place; double the quotes within a cell' }
    : { line, cells };
}

/** A cell that `parseCsv` reads back. */
export function csvCell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y;

function cellsOf(record: string): string[] | null {
  if (!record.includes('"')) return record.split(',');
  const cells: string[] = [];
  CELL.lastIndex = 0;
  for (;;) {
    const [whole, quoted, plain = '', end] = CELL.exec(record) ?? [];
    if (whole === undefined) return null;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') return cells;
  }
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

/** A longer line; null if it is too long. */
function limited(line: string | null, more: string): string | null {
  return line === null || line.length + more.length > MAX_RECORD_LENGTH ? null : line + more;
}

function withoutReturn(line: string | null): string | null {
  return line?.endsWith('\r') === true ? line.slice(0, -1) : line;
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | undefined,
  number: number,
): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new TransferError(
      `the file is not UTF-8, somewhere after line ${number}; convert it, for example with: iconv -t utf-8`,
    );
  }
}

function unclosed(line: number): TransferError {
  return new TransferError(`line ${line} opens a quote that is never closed; double quotes within a cell`);
}
