import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { diagnosticsQuery } from '../../data/diagnostics.ts';
import { consolePath } from '../../lib/paths.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { inDigits } from '../../ui/in-digits.ts';
import { changeOf, periodsIn } from './changes.ts';
import { askedFor, lengthOf, type Span } from './spans.ts';
import './overview.css';

/** In points: sign-ins fail more often than by chance. */
const GREAT_FALL = -5;

/** The numbers of the period, each with its change from the period before. */
export function Period({ span }: { span: Span }) {
  const t = useTexts().overview;
  const { data } = useQuery({
    queryKey: ['activity', 'two periods', span],
    queryFn: async () => {
      const at = Date.now();
      const { buckets } = await ask(service.admin.events.counts(askedFor(span, at, 2)));
      return periodsIn(buckets, at - lengthOf(span));
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const people = useQuery({
    queryKey: ['activity', 'people', span],
    queryFn: async () => {
      const at = Date.now();
      const counted = async (until: number) => {
        const asked = { ...askedFor(span, until), until: new Date(until).toISOString(), people: true };
        return (await ask(service.admin.events.counts(asked))).people ?? 0;
      };
      return { now: await counted(at), before: await counted(at - lengthOf(span)) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 300_000,
  }).data;
  const { now, before } = data ?? {};
  const percent = (change: number | null | undefined) =>
    change === null || change === undefined ? null : t.change(signed(change), t.before[span]);
  const points =
    typeof now?.success === 'number' && typeof before?.success === 'number'
      ? now.success - before.success
      : null;
  // Also the events of a receiver that failed before the period, to which nothing is sent now.
  const missed = useQuery(diagnosticsQuery).data?.findings.some(
    ({ id, status }) => id === 'webhooks' && status !== 'ok',
  );
  const tiles = [
    {
      label: t.people,
      value: people && inDigits(people.now),
      // The service keeps sign-ins for a month only.
      change: span === 'month' || !before ? null : percent(people && changeOf(people.now, people.before)),
      path: 'sessions',
      search: {},
    },
    {
      label: t.signIns,
      value: now && inDigits(now.signIns),
      change: percent(now && before && changeOf(now.signIns, before.signIns)),
      path: 'events',
      search: { type: 'session.started' },
    },
    {
      label: t.signUps,
      value: now && inDigits(now.signUps),
      change: percent(now && before && changeOf(now.signUps, before.signUps)),
      path: 'events',
      search: { type: 'account.created' },
    },
    {
      label: t.success,
      value: now && (now.success === null ? '–' : t.percent(now.success)),
      change: points === null ? null : t.changeOfPoints(signed(points), t.before[span]),
      bad: points !== null && points <= GREAT_FALL,
      path: 'events',
      search: { type: 'login.failed' },
    },
    {
      label: t.failing,
      value: now && (missed === true && now.failing === 0 ? '–' : inDigits(now.failing)),
      // The service keeps deliveries for a month only.
      change:
        missed === true
          ? t.missed
          : span === 'month'
            ? null
            : percent(now && before && changeOf(now.failing, before.failing)),
      bad: missed,
      path: 'webhooks',
      search: {},
    },
  ];
  return (
    <ul className="kc-tiles" aria-label={t.period(t.spans[span])}>
      {tiles.map(({ label, value = '–', change, bad = false, path, search }) => (
        <li key={label}>
          <Link to={consolePath(path)} search={search}>
            <span>
              {label} <IconChevronRight size={14} aria-hidden />
            </span>
            <b>{value}</b>
            {change !== null && <small data-bad={bad || undefined}>{change}</small>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function signed(change: number): string {
  return change > 0 ? `+${inDigits(change)}` : inDigits(change);
}
