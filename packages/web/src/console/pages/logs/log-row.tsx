import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { namedAccountQuery } from '../../data/accounts.ts';
import { exactTime } from '../../ui/when.tsx';
import { addressOf, type Entry, fieldOf } from './entry.ts';
import { weightOf } from './levels.ts';
import { clockTime, dayOf } from './times.ts';

export function Level({ level }: { level: string }) {
  return (
    <span className="kc-log-level" data-weight={weightOf(level)}>
      {level}
    </span>
  );
}

/** The cells of a record of app.log: time, level, event, what happened in one line, and the account. */
export const RecordCells = memo(function RecordCells({ row }: { row: Entry }) {
  const { status, main, said, told } = summaryOf(row);
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
      <span
        role="cell"
        className="kc-log-what"
        title={[status, main, said, ...told].filter(Boolean).join(' ')}
      >
        {status !== undefined && (
          <b className="kc-log-status" data-weight={weightOfStatus(status)}>
            {status}
          </b>
        )}{' '}
        {main !== '' && <span>{main}</span>} {said !== '' && <span className="kc-log-said">{said}</span>}{' '}
        {told.length > 0 && <span className="kc-muted">{told.join('  ')}</span>}
      </span>
      <span role="cell" className="kc-log-account">
        {typeof account === 'number' && <AccountName id={account} />}
      </span>
    </>
  );
});

/** Rows that only pass by during a scroll request no account. */
const PASSING_MS = 200;

function AccountName({ id }: { id: number }) {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), PASSING_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({ ...namedAccountQuery(id), enabled: stays });
  return data === undefined ? null : <span title={data?.email}>{data?.name ?? `#${id}`}</span>;
}

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
        {!Number.isNaN(row.at) && (
          <>
            <span className="kc-log-day">{dayOf(row.at)}</span> {clockTime(row.at)}
          </>
        )}
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
  /** What the record is about: a route, or the address of a mail. It stays readable in a narrow column. */
  main: string;
  /** A sentence; empty for a request. */
  said: string;
  /** Further facts, as `name: value`. */
  told: readonly string[];
}

/** The fields of metadata that a record is about. */
const MAIN = new Set(['to', 'email', 'url']);

/** For a request, its route and duration; for another event, its message and its other fields. */
function summaryOf(entry: Entry): Summary {
  const { event, message, fields } = entry;
  const status = fields['status_code'];
  if (event === 'request' && typeof status === 'number') {
    const duration = fieldOf(entry, 'duration_ms');
    return {
      status,
      main: [fieldOf(entry, 'method'), fieldOf(entry, 'path')].filter(Boolean).join(' '),
      said: '',
      told: duration === undefined ? [] : [`${duration} ms`],
    };
  }
  const { metadata } = fields;
  if (typeof metadata !== 'object' || metadata === null) return { main: '', said: message, told: [] };
  const told = Object.entries(metadata).filter(([, value]) => typeof value !== 'object');
  const main = told.find(([name]) => MAIN.has(name));
  return {
    main: main === undefined ? '' : String(main[1]),
    said: message,
    told: told.filter((one) => one !== main).map(([name, value]) => `${name}: ${String(value)}`),
  };
}
