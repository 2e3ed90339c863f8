import type { Delivery } from '@keyward/client';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_ATTEMPTS } from '../../../../../server/src/features/delivery/webhooks/schedule.ts';
import { keysOf } from '../../lib/keys-of.ts';
import { choice } from '../../lib/choice.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Facts, Json } from '../../ui/facts.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { soonTime, When } from '../../ui/when.tsx';
import { Attempts } from './attempts.tsx';

const TONES: Record<Delivery['state'], Tone> = { pending: 'accent', succeeded: 'good', failed: 'bad' };
const STATES = keysOf(TONES);
/** Polled, because deliveries happen while the page is open. */
const EVERY_MS = 3_000;
const PAGE_SIZE = 20;

export interface DeliveriesProps {
  /** Of the webhook. */
  id: string;
  /** Whether the service has disabled the webhook. */
  ended: boolean;
  /** The state that is shown first; an empty text: all */
  first: Delivery['state'] | '';
}

export function Deliveries({ id, ended, first }: DeliveriesProps) {
  const texts = useTexts();
  const t = texts.webhooks;
  const [state, setState] = useState<string>(first);
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string | null>(null);
  const list = useQuery({
    queryKey: ['webhooks', 'deliveries', id, state, page],
    queryFn: () =>
      ask(service.admin.webhooks.deliveries({ id, page, limit: PAGE_SIZE, state: choice(STATES, state) })),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });
  const columns: Column<Delivery>[] = [
    { id: 'type', header: t.deliveries.type, width: 214, cell: ({ type }) => <code>{type}</code> },
    {
      id: 'state',
      header: t.columns.state,
      width: 236,
      cell: (delivery) => <DeliveryState delivery={delivery} ended={ended} />,
    },
    {
      id: 'answer',
      header: t.deliveries.answer,
      width: 76,
      grow: 0.5,
      named: true,
      cell: ({ attempts }) => attempts.at(-1)?.status_code ?? attempts.at(-1)?.error ?? '',
    },
    {
      id: 'at',
      header: t.deliveries.last,
      width: 104,
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return last === undefined ? '' : <When at={last.at} />;
      },
    },
  ];
  return (
    <section aria-label={t.deliveries.title}>
      <Group justify="space-between" mb="xs">
        <h2 className="kc-flush">{t.deliveries.title}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t.columns.state}
          value={state}
          onChange={(value) => {
            setState(value);
            setPage(1);
          }}
          data={[
            { value: '', label: texts.ui.all },
            ...STATES.map((value) => ({
              value,
              label: ended && value === 'pending' ? t.deliveries.heldOnes : t.deliveries.states[value],
            })),
          ]}
        />
      </Group>
      <DataTable
        label={t.deliveries.title}
        columns={columns}
        rows={list.data?.deliveries}
        rowKey={(delivery) => delivery.id}
        current={open ?? undefined}
        onOpen={(delivery) => setOpen(open === delivery.id ? null : delivery.id)}
        detail={(delivery) => <OneDelivery webhook={id} delivery={delivery} ended={ended} />}
        error={list.error}
        retry={() => void list.refetch()}
        empty={<Empty title={t.deliveries.empty}>{t.deliveries.emptyText}</Empty>}
        foot={
          list.data && (
            <Pager total={list.data.total} page={page} pages={list.data.total_pages} onPage={setPage} />
          )
        }
      />
    </section>
  );
}

function DeliveryState({
  delivery: { state, attempts, next_attempt_at: next },
  ended,
}: {
  delivery: Delivery;
  ended: boolean;
}) {
  const t = useTexts().webhooks.deliveries;
  if (ended && state === 'pending') return <Badge tone="neutral">{t.held}</Badge>;
  const isRetried = state === 'pending' && attempts.length > 0 && next !== null;
  return (
    <Badge tone={isRetried ? 'warn' : TONES[state]}>
      {isRetried
        ? t.retrying(attempts.length + 1, Math.max(MOST_ATTEMPTS, attempts.length + 1), soonTime(next))
        : t.states[state]}
    </Badge>
  );
}

/** The message, the answers, and the time of the next attempt. */
function OneDelivery({ webhook, delivery, ended }: { webhook: string; delivery: Delivery; ended: boolean }) {
  const t = useTexts().webhooks;
  const event = useQuery({
    queryKey: ['events', 'one', delivery.event_id],
    queryFn: () => ask(service.admin.events.get({ id: delivery.event_id })),
    retry: false,
  });
  const retry = useAct({
    run: () => ask(service.admin.webhooks.retry({ id: webhook, delivery: delivery.id })),
    changes: ['webhooks'],
    done: () => t.deliveries.retried,
  });
  return (
    <Stack gap="sm">
      <Facts
        entries={[
          [t.deliveries.event, <Copyable key="event" value={delivery.event_id} />],
          [
            t.deliveries.next,
            ended || delivery.next_attempt_at === null ? undefined : (
              <When key="next" at={delivery.next_attempt_at} exactly />
            ),
          ],
        ]}
      />
      <div>
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
          {t.deliveries.retry}
        </Button>
      </div>
      {delivery.attempts.length > 0 && <h3 className="kc-flush">{t.deliveries.attempts}</h3>}
      <Attempts attempts={delivery.attempts} />
      <h3 className="kc-flush">{t.deliveries.body}</h3>
      {event.data === undefined ? (
        <p className="kc-muted kc-flush">{event.error?.message}</p>
      ) : (
        <Json value={event.data} label={t.deliveries.body} />
      )}
    </Stack>
  );
}
