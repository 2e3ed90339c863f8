import { docsPath } from '../../../lib/docs-path.ts';
import { type Line, parseCsv, readLines } from './csv.ts';
import { type Fields, isFields, type RawRecord } from './formats/fields.ts';
import type { Format } from './formats/format.ts';
import { TransferError } from './transfer-error.ts';

/** The formats of a file. */
export const FILE_KINDS = ['jsonl', 'csv', 'json'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** A document is read whole; the other formats are streamed and may have any size. */
const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;

/**
 * The records of a file, in its order.
 * @throws TransferError when the file as a whole cannot be read; an unreadable record is returned with its
 * problem
 */
export function readRecords(
  bytes: AsyncIterable<Uint8Array>,
  kind: FileKind,
  format: Pick<Format, 'columns' | 'records'>,
): AsyncIterable<RawRecord> {
  switch (kind) {
    case 'csv':
      return csvRecords(readLines(bytes), format);
    case 'jsonl':
      return jsonLines(readLines(bytes));
    case 'json':
      return documentRecords(bytes, format);
  }
}

/** More and longer columns than any product has. */
const MAX_COLUMNS = 500;
const MAX_COLUMN_NAME = 100;
/** The largest cell is a list of identities with the providers' facts about the person. */
const MAX_CELL_LENGTH = 256 * 1024;

async function* jsonLines(lines: AsyncIterable<Line>): AsyncGenerator<RawRecord> {
  for await (const { number: line, text } of lines) {
    if (text === null) {
      const problem =
        'is longer than 1 MiB; shorten it, or give --format json if the file is one JSON document';
      yield { line, problem };
      continue;
    }
    if (text.trim() === '') continue;
    const value = parseJson(text);
    yield isFields(value)
      ? { line, fields: value }
      : { line, problem: 'must be one JSON object on one line; for a whole document use --format json' };
  }
}

async function* csvRecords(
  lines: AsyncIterable<Line>,
  { columns }: Pick<Format, 'columns'>,
): AsyncGenerator<RawRecord> {
  let header: string[] | null = null;
  for await (const record of parseCsv(lines)) {
    if (header === null) {
      header = 'cells' in record ? record.cells.map((cell) => cell.trim()) : [];
      checkHeader(header, columns);
      continue;
    }
    if ('problem' in record) {
      yield record;
      continue;
    }
    const { line, cells } = record;
    if (cells.length !== header.length) {
      yield {
        line,
        problem: `has ${cells.length} cells where the first line has ${header.length}; quote cells with commas`,
      };
    } else {
      const long = cells.findIndex((cell) => cell.length > MAX_CELL_LENGTH);
      yield long === -1
        ? { line, fields: asFields(header, cells) }
        : {
            line,
            problem: `has more than ${MAX_CELL_LENGTH} characters in the column ${header[long]}; shorten it, or leave the record out`,
          };
    }
  }
}

/** An empty cell counts as missing. */
function asFields(header: readonly string[], cells: readonly string[]): Fields {
  return Object.fromEntries(
    cells.flatMap((cell, index) => (cell === '' ? [] : [[header[index] ?? '', cell]])),
  );
}

function checkHeader(header: readonly string[], columns: readonly string[] | null): void {
  if (header.length > MAX_COLUMNS)
    throw new TransferError(
      `the first line names ${header.length} columns; at most ${MAX_COLUMNS} are allowed, so leave out those that you do not need`,
    );
  const long = header.findIndex((name) => name.length > MAX_COLUMN_NAME);
  if (long !== -1)
    throw new TransferError(
      `the name of column ${long + 1} in the first line is longer than ${MAX_COLUMN_NAME} characters; the first line must name the columns`,
    );
  const seen = new Set<string>();
  const twice = header.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw new TransferError(`the first line names the column "${twice}" twice`);
  if (!header.includes('email'))
    throw new TransferError('the first line must name the columns, and one of them must be email');
  const unknown = columns === null ? undefined : header.find((name) => !columns.includes(name));
  if (unknown !== undefined)
    throw new TransferError(`there is no column "${unknown}"; the known columns are ${columns?.join(', ')}`);
}

async function* documentRecords(
  bytes: AsyncIterable<Uint8Array>,
  { records }: Pick<Format, 'records'>,
): AsyncGenerator<RawRecord> {
  const list = records(parseJson(await readDocument(bytes)));
  if (list === null)
    throw new TransferError(
      `the file is not a JSON document with a list of users; see ${docsPath('migrating.md')}`,
    );
  for (const [index, value] of list.entries()) {
    const line = index + 1;
    yield isFields(value) ? { line, fields: value } : { line, problem: 'must be an object' };
  }
}

async function readDocument(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_DOCUMENT_BYTES)
      throw new TransferError(
        'a JSON document may have at most 256 MiB; split it, or write one object per line',
      );
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new TransferError('the file is not UTF-8; convert it, for example with: iconv -t utf-8');
  }
}

/** Undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
