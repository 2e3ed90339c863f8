import { memo } from 'react';
import { exactTime } from '../../ui/when.tsx';
import { addressOf, type Entry, fieldOf } from './entry.ts';
import { weightOf } from './levels.ts';
import { clockTime } from './times.ts';

export function Level({ level }: { level: string }) {
  return (
    <span className="kc-log-level" data-weight={weightOf(level)}>
      {level}
    </span>
  );
}

/** The cells of a record of app.log: time, level, event, and what happened in one line. */
export const RecordCells = memo(function RecordCells({ row }: { row: Entry }) {
  const summary = summaryOf(row);
  const account = fieldOf(row, 'account_id');
  return (
    <>
      <TimeCell row={row} />
      <span role="cell">
        <Level level={row.level} />
      </span>
      <span role="cell" className="kc-log-event">
        {row.event}
      </span>
      <span role="cell" title={summary.text}>
        {summary.status !== undefined && (
          <b className="kc-log-status" data-weight={weightOfStatus(summary.status)}>
            {summary.status}
          </b>
        )}{' '}
        {summary.text}
      </span>
      <span role="cell" className="kc-log-account">
        {account === undefined ? '' : `#${account}`}
      </span>
    </>
  );
});

/** The cells of a line of server.log. */
export const LineCells = memo(function LineCells({ row }: { row: Entry }) {
  return (
    <>
      <TimeCell row={row} />
      <span role="cell">
        <Level level={row.level} />
      </span>
      <span role="cell" title={row.message}>
        {row.message}
      </span>
    </>
  );
});

function TimeCell({ row }: { row: Entry }) {
  return (
    <span
      role="cell"
      className="kc-log-time"
      title={Number.isNaN(row.at) ? undefined : exactTime(row.at / 1_000)}
    >
      <a className="kc-row-link" href={hrefOf(row)} tabIndex={-1}>
        {Number.isNaN(row.at) ? '' : clockTime(row.at)}
      </a>
    </span>
  );
}

/** The current page with the record open. */
function hrefOf(entry: Entry): string {
  const query = new URLSearchParams(location.search);
  query.set('record', addressOf(entry));
  return `${location.pathname}?${query.toString()}`;
}

function weightOfStatus(status: number): string {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'plain';
}

interface Summary {
  status?: number;
  text: string;
}

/** For a request, its route and answer; for another event, its message and its other fields. */
function summaryOf(entry: Entry): Summary {
  const { event, message, fields } = entry;
  const status = fields['status_code'];
  if (event === 'request' && typeof status === 'number') {
    const duration = fieldOf(entry, 'duration_ms');
    const parts = [
      fieldOf(entry, 'method'),
      fieldOf(entry, 'path'),
      duration === undefined ? '' : `${duration} ms`,
    ];
    return { status, text: parts.filter(Boolean).join(' ') };
  }
  const { metadata } = fields;
  if (typeof metadata !== 'object' || metadata === null) return { text: message };
  const told = Object.entries(metadata)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name}=${String(value)}`);
  return { text: [message, ...told].join('  ') };
}
