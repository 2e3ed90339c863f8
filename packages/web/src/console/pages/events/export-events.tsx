import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { csvLine } from '../../lib/csv.ts';
import { download } from '../../lib/download.ts';
import { service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notices.tsx';
import { accountOf, type AnyEvent, anyEvent } from './event-facts.ts';
import { type Asked, askedNow } from './event-filter.ts';

type Format = 'jsonl' | 'csv';

const HEAD = [
  'id',
  'timestamp',
  'type',
  'account_id',
  'account_email',
  'actor_type',
  'actor_id',
  'actor_name',
  'ip_address',
  'user_agent',
  'request_id',
  'data',
];
/** How often the number is updated. */
const EVERY = 500;

function csvOf(event: AnyEvent): string {
  const { actor, client, request_id, ...data } = event.data;
  const account = accountOf(event);
  return csvLine([
    event.id,
    event.timestamp,
    event.type,
    account?.id,
    account?.email,
    actor?.type,
    actor?.id,
    actor?.name,
    client?.ip_address,
    client?.user_agent,
    request_id,
    JSON.stringify(data),
  ]);
}

/** Saves all events that match the filters as a file. */
export function ExportEvents({ asked }: { asked: Asked }) {
  const t = useTexts().events;
  const [count, setCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (format: Format) => {
    const over = new AbortController();
    running.current = over;
    setCount(0);
    const lines = format === 'csv' ? [csvLine(HEAD)] : [];
    const head = lines.length;
    let failure: Error | null = null;
    for await (const { data, error } of service.admin.events.export({
      ...askedNow(asked),
      signal: over.signal,
    })) {
      if (error) failure = error;
      else lines.push(format === 'csv' ? csvOf(anyEvent(data)) : `${JSON.stringify(data)}\n`);
      if (lines.length % EVERY === 0) setCount(lines.length - head);
    }
    setCount(null);
    if (over.signal.aborted) return;
    if (failure !== null) {
      notify(failure.message);
      return;
    }
    const day = new Date().toISOString().slice(0, 10);
    download(
      `keyward-events-${day}.${format}`,
      lines,
      format === 'csv' ? 'text/csv' : 'application/x-ndjson',
    );
    notify(t.exported(lines.length - head));
  };
  if (count !== null)
    return (
      <Button variant="default" onClick={() => running.current?.abort()}>
        {t.exporting(count)}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={14} />}>
          {t.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('jsonl')}>{t.exportLines}</Menu.Item>
        <Menu.Item onClick={() => void save('csv')}>{t.exportTable}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
