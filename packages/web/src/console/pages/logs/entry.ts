import type { LogRecord } from '@keyward/client';
import { dateOf } from '../../ui/when.tsx';
import type { Searched } from './search.ts';

/** A record of app.log or a line of server.log, as the viewer shows it. */
export interface Entry extends Searched {
  /** The key for React, unique while the page is open. */
  id: number;
  /** Milliseconds since the epoch; NaN for a line of another program. */
  at: number;
  /** A level, or the stream that a line was captured from. */
  level: string;
  event: string;
  message: string;
  /** The line of the file. */
  line: string;
}

let made = 0;

const LINE = /^(\d{4}-\S+) (\S+) ?(.*)$/s;

export function entryOf(record: LogRecord | string): Entry {
  made += 1;
  return typeof record === 'string' ? ofLine(record) : ofRecord(record);
}

function ofLine(line: string): Entry {
  const [, timestamp = '', level = '', message = line] = LINE.exec(line) ?? [];
  return {
    id: made,
    at: timestamp === '' ? Number.NaN : dateOf(timestamp).getTime(),
    level,
    event: '',
    message,
    line,
    fields: { timestamp, level, message },
    text: line.toLowerCase(),
  };
}

function ofRecord(record: LogRecord): Entry {
  const { raw } = record;
  const line = raw ?? JSON.stringify(record);
  const fields = { ...record };
  if (raw !== undefined) return { ...ofLine(raw), line, fields };
  const { timestamp, level, event, message } = record;
  return {
    id: made,
    at: dateOf(timestamp).getTime(),
    level,
    event,
    message,
    line,
    fields,
    text: valuesIn(record).toLowerCase(),
  };
}

/** Without the names of fields, which are in every record. */
function valuesIn(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'object') return Object.values(value).map(valuesIn).join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A number or a text of the record; undefined for any other value. */
export function fieldOf(entry: Entry, name: string): string | number | undefined {
  const value = entry.fields[name];
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Identifies a record in an address: its time, and a few letters for records of the same millisecond. */
export function addressOf(entry: Entry): string {
  let hash = 0;
  for (let index = 0; index < entry.line.length; index += 1)
    hash = (Math.imul(hash, 31) + entry.line.charCodeAt(index)) | 0;
  return `${String(entry.fields['timestamp'])}-${(hash >>> 0).toString(36)}`;
}

/** The time in an address of {@link addressOf}, in the form of the API. */
export function timeInAddress(address: string): string {
  return address.slice(0, address.lastIndexOf('-'));
}
