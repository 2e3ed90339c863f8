import { Button, CloseButton, Popover, TextInput } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChangeQuery, Query } from '../lib/address.ts';
import { choice } from '../lib/choice.ts';
import { keysOf } from '../lib/keys-of.ts';
import type { FieldProblems } from '../service/field-problems.ts';
import { useTexts } from '../texts/texts.ts';
import { shortTime } from '../ui/when.tsx';
import './time-range.css';

const HOUR_MS = 3_600_000;

/** The spans that end now, in milliseconds. */
const LAST = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };
const SPANS = keysOf(LAST);

export interface TimeRangeProps {
  query: Query;
  change: ChangeQuery;
  /** The names of the begin and the end in the address. */
  ends: readonly [begin: string, end: string];
  /** The API's errors about them. */
  problems?: FieldProblems | undefined;
}

/** @param now in milliseconds @returns when the chosen span begins; undefined if the address has none */
export function spanStart(query: Query, now: number): number | undefined {
  const span = choice(SPANS, query['last']);
  return span && now - LAST[span];
}

/** Chooses the time of the records in a list: a span until now, or from one time to another. */
export function TimeRange({ query, change, ends, problems }: TimeRangeProps) {
  const t = useTexts().filters.time;
  const [open, setOpen] = useState(false);
  const last = choice(SPANS, query['last']);
  const [begin, end] = ends.map((name) => timeIn(query[name]));
  const custom = begin !== undefined || end !== undefined;
  const set = (changes: Query) =>
    change({ last: undefined, [ends[0]]: undefined, [ends[1]]: undefined, ...changes }, { push: true });
  const pick = (changes: Query) => {
    set(changes);
    setOpen(false);
  };
  const problem = ends.some((name) => problems?.[name] !== undefined);
  return (
    <span className="kc-time-range">
      <Popover
        opened={open}
        onChange={setOpen}
        width={260}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            data-problem={problem || undefined}
            onClick={() => setOpen(!open)}
          >
            {last !== undefined
              ? t.last[last]
              : custom
                ? [begin, end].map((at) => (at === undefined ? '…' : shortTime(at))).join(' – ')
                : t.any}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t.title}>
          <div className="kc-time-spans">
            <Span chosen={last === undefined && !custom} label={t.any} onClick={() => pick({})} />
            {SPANS.map((span) => (
              <Span
                key={span}
                chosen={last === span}
                label={t.last[span]}
                onClick={() => pick({ last: span })}
              />
            ))}
          </div>
          <div className="kc-time-ends">
            {ends.map((name, index) => (
              <TextInput
                key={name}
                type="datetime-local"
                label={index === 0 ? t.from : t.to}
                name={name}
                value={localTime(query[name])}
                error={problems?.[name]}
                onChange={({ currentTarget: { value } }) => {
                  const at = Date.parse(value);
                  change({
                    last: undefined,
                    [name]: Number.isNaN(at) ? undefined : new Date(at).toISOString(),
                  });
                }}
              />
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      {(last !== undefined || custom) && (
        <CloseButton size="sm" aria-label={t.clear} onClick={() => set({})} />
      )}
    </span>
  );
}

function Span({ chosen, label, onClick }: { chosen: boolean; label: string; onClick: () => void }) {
  return (
    <button type="button" aria-pressed={chosen} onClick={onClick}>
      {label}
      {chosen && <IconCheck size={14} aria-hidden />}
    </button>
  );
}

/** @returns milliseconds; undefined if the text is no time */
export function timeIn(text: string | undefined): number | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** In the form of the input: in the person's time zone, to the minute. */
function localTime(text: string | undefined): string {
  const at = timeIn(text);
  if (at === undefined) return '';
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
