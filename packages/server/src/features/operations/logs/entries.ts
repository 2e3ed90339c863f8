import { timestamp } from '../../../lib/clock.ts';
import type { PlainJson } from '../../../lib/plain-json.ts';
import type { Level } from '../../audit/events/events.ts';
import type { Redaction } from './redaction.ts';

/** The content of a record of app.log. Facts about a request are null without one. */
export interface AppEntry {
  /** Milliseconds since the epoch. */
  at: number;
  level: Level;
  event: string;
  message: string;
  requestId: string | null;
  method: string | null;
  /** Without the query, which may contain secrets. */
  path: string | null;
  statusCode: number | null;
  clientIp: string | null;
  userAgent: string | null;
  durationMs: number | null;
  accountId: number | undefined;
  sessionId: number | undefined;
  apiKey?: { id: number; name: string } | undefined;
  metadata: PlainJson | undefined;
  /** Whether the path is a route of the service, so that it cannot contain a secret. */
  pathIsOurs: boolean;
}

/** A line of server.log. */
export interface ServerEntry {
  at: number;
  /** A level, or the captured stream. */
  source: Level | 'stdout' | 'stderr';
  text: string;
}

/** The event of the line that every request writes. */
export const REQUEST = { event: 'request', level: 'INFO', message: 'A request was answered' } as const;

export const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const satisfies Level[];

/** Longer lines are cut. Redaction reads beyond the cut, so that it recognizes a secret that crosses it. */
const MAX_LINE_LENGTH = 16_384;
const LOOKED_AT = 20_480;
const MAX_METADATA_LENGTH = 16_384;
const CUT = '… [cut]';

/**
 * Characters that `JSON.stringify` leaves unescaped, and that some readers interpret as the end of a line or the
 * beginning of a terminal command.
 */
const UNSAFE = /[\u007f-\u009f\u2028\u2029]/g;
/** The same in plain text, where a line feed ends the record. Tabs stay. */
// oxlint-disable-next-line no-control-regex -- it removes them
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g;
// oxlint-disable-next-line no-control-regex -- the sequences that colour a terminal begin with one
const COLOURS = /\u001b\[[0-9;]*m/g;

/**
 * Makes the lines of app.log: one JSON object each, with its fields always in the same order. Assembled without
 * `JSON.stringify`: the record of a request must cost almost nothing, and only two of its fields can need escaping.
 */
export function createAppFormat(redaction: Redaction): (entry: AppEntry) => string {
  let timeOf = Number.NaN;
  let time = '';

  /** Many records share a millisecond. */
  function timeAt(at: number): string {
    if (at !== timeOf) {
      timeOf = at;
      time = timestamp(at);
    }
    return time;
  }

  /** A text that needs no escaping, although a pattern may match it. */
  function plain(text: string | null): string {
    if (text === null) return 'null';
    return redaction.hasPatterns ? quoted(redaction.header(text)) : `"${text}"`;
  }

  return (entry) => {
    const { level, event, message, path, userAgent } = entry;
    const metadata =
      entry.metadata === undefined
        ? ''
        : metadataJson(redaction.metadata(entry.metadata)).replace(UNSAFE, escaped);
    return (
      `{"timestamp":"${timeAt(entry.at)}","level":"${level}","event":"${event}"` +
      `,"message":${event === REQUEST.event ? `"${message}"` : quoted(redaction.text(message))}` +
      `,"request_id":${plain(entry.requestId)}` +
      `,"method":${entry.method === null ? 'null' : `"${entry.method}"`}` +
      `,"path":${entry.pathIsOurs || path === null ? plain(path) : quoted(redaction.text(path))}` +
      `,"status_code":${String(entry.statusCode)}` +
      `,"client_ip":${plain(entry.clientIp)}` +
      `,"user_agent":${userAgent === null ? 'null' : quoted(redaction.header(userAgent))}` +
      `,"duration_ms":${String(entry.durationMs)}` +
      (entry.accountId === undefined ? '' : `,"account_id":${entry.accountId}`) +
      (entry.sessionId === undefined ? '' : `,"session_id":${entry.sessionId}`) +
      (entry.apiKey === undefined
        ? ''
        : `,"api_key":{"id":${entry.apiKey.id},"name":${quoted(redaction.text(entry.apiKey.name))}}`) +
      (metadata === '' ? '}' : `,"metadata":${metadata}}`)
    );
  };
}

/** Makes the lines of server.log: time, level or stream, text. */
export function createServerFormat(redaction: Redaction): (entry: ServerEntry) => string {
  return ({ at, source, text }) => {
    // Colours are removed before redaction: between a name and its value, they would prevent a match.
    const plain = (text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text).replace(COLOURS, '');
    const looked = redaction.text(plain);
    const whole = text.length <= MAX_LINE_LENGTH && looked.length <= 2 * MAX_LINE_LENGTH;
    const shown = whole ? looked : looked.slice(0, MAX_LINE_LENGTH) + CUT;
    return `${timestamp(at)} ${source} ${shown.replace(CONTROL, escaped)}`;
  };
}

function metadataJson(metadata: PlainJson): string {
  const json = JSON.stringify(metadata);
  return json.length <= MAX_METADATA_LENGTH ? json : JSON.stringify(CUT);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSAFE, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
