import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconBraces, IconFilter, IconUser } from '@tabler/icons-react';
import { useAccountsOf } from '../../data/accounts.ts';
import { consolePath } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountLink } from '../../ui/account-link.tsx';
import { Copyable, CopyButton } from '../../ui/copy.tsx';
import { Facts, Json } from '../../ui/facts.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { exactTime } from '../../ui/when.tsx';
import { type Entry, fieldOf } from './entry.ts';
import { Level } from './log-row.tsx';
import { termOf } from './search.ts';

/** Fields with a fixed place in the panel. */
const SHOWN = new Set(['timestamp', 'level', 'event', 'message', 'metadata', 'raw']);
/** Fields with a button that shows all records with the same value. */
const SEARCHABLE = new Set(['method', 'path', 'status_code', 'client_ip', 'session_id']);

/** All fields of a record, and links to related records. */
export function RecordPanel(props: {
  entry: Entry;
  onClose: () => void;
  /** Replaces the current search with a term. */
  onPivot: (term: string) => void;
}) {
  const { entry, onClose, onPivot } = props;
  const t = useTexts().logs;
  const { fields, event, message } = entry;
  const requestId = fieldOf(entry, 'request_id');
  const accountId = fieldOf(entry, 'account_id');
  const account = typeof accountId === 'number' ? accountId : null;
  const accounts = useAccountsOf([{ account_id: account }]);
  const others = Object.entries(fields).filter(
    ([name, value]) => !SHOWN.has(name) && value !== null && value !== '',
  );
  return (
    <SidePanel title={event === '' ? t.line : event} onClose={onClose}>
      <Stack gap="md">
        <p className="kc-log-message">{message}</p>
        <Group gap="xs">
          {requestId !== undefined && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFilter size={14} />}
              onClick={() => onPivot(termOf('request_id', requestId))}
            >
              {t.allOfRequest}
            </Button>
          )}
          {account !== null && (
            <>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFilter size={14} />}
                onClick={() => onPivot(termOf('account_id', account))}
              >
                {t.allOfAccount}
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconUser size={14} />}
                renderRoot={(root) => <Link {...root} to={consolePath(`accounts/${account}`)} />}
              >
                {t.openAccount}
              </Button>
            </>
          )}
        </Group>
        <Facts
          entries={[
            [t.columns.time, Number.isNaN(entry.at) ? undefined : <TimeOf key="time" entry={entry} />],
            [t.columns.level, <Level key="level" level={entry.level} />],
            ...others.map(
              ([name, value]) =>
                [
                  name,
                  name === 'account_id' && account !== null ? (
                    <AccountLink key={name} id={account} account={accounts.get(account)} />
                  ) : (
                    <Value key={name} name={name} value={value} onPivot={onPivot} />
                  ),
                ] as const,
            ),
          ]}
        />
        {fields['metadata'] !== undefined && (
          <section className="kc-stack">
            <h3 className="kc-part">{t.metadata}</h3>
            <Json value={fields['metadata']} label={t.metadata} />
          </section>
        )}
        <details className="kc-log-json">
          <summary>
            <IconBraces size={14} aria-hidden /> {event === '' ? t.rawLine : 'JSON'}
          </summary>
          {event === '' ? <pre className="kc-json">{entry.line}</pre> : <Json value={fields} label="JSON" />}
        </details>
        <Group gap="xs">
          <CopyButton
            value={event === '' ? entry.line : JSON.stringify(fields, null, 2)}
            label={event === '' ? t.copyLine : t.copyJson}
          />
          <CopyButton value={window.location.href} label={t.copyLink} />
        </Group>
      </Stack>
    </SidePanel>
  );
}

function TimeOf({ entry }: { entry: Entry }) {
  const timestamp = String(entry.fields['timestamp']);
  return (
    <span>
      {exactTime(timestamp)} <code className="kc-muted">{timestamp}</code>
    </span>
  );
}

function Value(props: { name: string; value: unknown; onPivot: (term: string) => void }) {
  const { name, value, onPivot } = props;
  const t = useTexts().logs;
  if (typeof value !== 'string' && typeof value !== 'number') return <code>{JSON.stringify(value)}</code>;
  const term = termOf(name, value);
  if (!SEARCHABLE.has(name)) return <Copyable value={String(value)} />;
  return (
    <button type="button" className="kc-log-term" title={t.filterBy(term)} onClick={() => onPivot(term)}>
      {value}
    </button>
  );
}
