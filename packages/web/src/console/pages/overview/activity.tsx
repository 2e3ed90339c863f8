import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { loaded } from '../../lib/loaded.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { askedFor, type Span } from './spans.ts';
import './overview.css';

const Chart = lazy(() => loaded(async () => ({ default: (await import('../../ui/chart.tsx')).Chart })));

/** Charts of the activity: sign-ups, sign-ins and failures, the methods, and deliveries to webhooks. */
export function Activity({ span }: { span: Span }) {
  const t = useTexts().overview;
  const { data, error, refetch } = useQuery({
    queryKey: ['activity', span],
    queryFn: () => ask(service.admin.events.counts(askedFor(span, Date.now()))),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const times = useMemo(() => data?.buckets.map(({ at }) => Date.parse(at) / 1000) ?? [], [data]);
  const people = useMemo(
    () => [
      { label: t.signIns, colour: '--kw-accent', values: data?.buckets.map((one) => one.sign_ins) ?? [] },
      { label: t.signUps, colour: '--kw-good', values: data?.buckets.map((one) => one.sign_ups) ?? [] },
      { label: t.failures, colour: '--kw-bad', values: data?.buckets.map((one) => one.failures) ?? [] },
    ],
    [data, t],
  );
  const deliveries = useMemo(
    () => [
      { label: t.delivered, colour: '--kw-good', values: data?.buckets.map((one) => one.delivered) ?? [] },
      { label: t.retrying, colour: '--kw-warn', values: data?.buckets.map((one) => one.retrying) ?? [] },
      { label: t.undelivered, colour: '--kw-bad', values: data?.buckets.map((one) => one.undelivered) ?? [] },
    ],
    [data, t],
  );
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Panel title={t.activity}>
        <Loading rows={6} />
      </Panel>
    );
  return (
    <Suspense fallback={<Loading rows={6} />}>
      <Panel title={t.activity}>
        <Chart label={t.activity} times={times} series={people} height={220} />
        {data.methods.length > 0 && <Methods methods={data.methods} />}
      </Panel>
      <Panel title={t.deliveries}>
        <Chart label={t.deliveries} times={times} series={deliveries} kind="bars" height={160} />
      </Panel>
    </Suspense>
  );
}

/** The methods of sign-in, as bars. */
function Methods({ methods }: { methods: readonly { method: string; sign_ins: number }[] }) {
  const t = useTexts().overview;
  const names: Readonly<Record<string, string>> = t.methodNames;
  const most = Math.max(1, ...methods.map(({ sign_ins }) => sign_ins));
  return (
    <table className="kc-bars">
      <caption>{t.methods}</caption>
      <tbody>
        {methods.map(({ method, sign_ins: count }) => (
          <tr key={method}>
            <th scope="row">{names[method] ?? method}</th>
            <td className="kc-bar-cell" aria-hidden>
              <span style={{ width: `${(100 * count) / most}%` }} />
            </td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
