import { isFields } from '../features/operations/transfer/formats/fields.ts';
import { harmless, type Paint } from './painter.ts';

const COLOURS: Readonly<Record<string, Parameters<Paint>[0]>> = {
  DEBUG: 'gray',
  INFO: 'cyan',
  WARNING: 'yellow',
  ERROR: 'red',
  CRITICAL: ['bold', 'red'],
};

/** Formats a line of app.log for people, as one line. A line that is no record is printed unchanged. */
export function logPrinter(paint: Paint): (line: string) => string {
  return (line) => {
    const record = parse(line);
    if (record === null) return line;
    const text = (name: string): string => shown(record[name] ?? '');
    const level = text('level');
    const request = [text('method'), text('path'), text('status_code')]
      .filter((part) => part !== '')
      .join(' ');
    const duration = text('duration_ms') === '' ? '' : `${text('duration_ms')} ms`;
    const account = text('account_id') === '' ? '' : `account ${text('account_id')}`;
    const metadata = record['metadata'] === undefined ? '' : JSON.stringify(record['metadata']);
    return [
      paint('gray', text('timestamp').replace('T', ' ')),
      paint(COLOURS[level] ?? 'reset', level.padEnd(8)),
      paint('bold', text('event')),
      text('message'),
      paint('gray', [request, duration, text('client_ip'), account, metadata].filter(Boolean).join('  ')),
    ]
      .join('  ')
      .trimEnd();
  };
}

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** The logs escape control characters, and JSON.parse restored them. */
function shown(value: unknown): string {
  return harmless(typeof value === 'string' ? value : JSON.stringify(value));
}
